// SPDX-License-Identifier: Apache-2.0
// Areas as a table: one row each, in their order, along their middle lines.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "feature/axis.hpp"
#include "terrawright/table.hpp"

namespace terrawright::feature {

// Middle of all blocks of a patch, in cells.
inline Place middle_of(const Items<std::uint32_t>& blocks, const FeatureGrid& grid) {
  std::int64_t x = 0, y = 0;
  for (const std::uint32_t c : blocks) {
    x += grid.x(c);
    y += grid.y(c);
  }
  const auto all = static_cast<double>(blocks.size());
  return {grid.cell_x(static_cast<double>(x) / all), grid.cell_y(static_cast<double>(y) / all)};
}

// name(patch): the class of an area, or none.
template <class Name>
Table area_table(const Patches& patches, const std::vector<std::uint32_t>& kept,
                 const std::vector<std::int32_t>& squared, const FeatureGrid& grid, Name name) {
  Axes axes(patches, squared, grid);
  Table rows;
  std::vector<double> sizes, radii, lengths, pole_x, pole_y, middle_x, middle_y;
  std::vector<std::string> names;
  for (const std::uint32_t p : kept) {
    const std::uint32_t pole = pole_of(patches[p], squared, grid);
    const std::vector<Place> line = axes.of(p);
    sizes.push_back(static_cast<double>(patches[p].size()) * grid.square_kilometres());
    radii.push_back(kilometres_of(squared[pole], grid));
    lengths.push_back(length_of(line, grid.cell));
    pole_x.push_back(grid.cell_x(static_cast<double>(grid.x(pole))) * grid.cell);
    pole_y.push_back(grid.cell_y(static_cast<double>(grid.y(pole))) * grid.cell);
    const Place middle = middle_of(patches[p], grid);
    middle_x.push_back(middle.x * grid.cell);
    middle_y.push_back(middle.y * grid.cell);
    names.push_back(name(p));
    rows.line(line.begin(), line.end());
  }
  rows.reals("area", "km2", sizes);
  rows.reals("inner_radius", "km", radii);
  rows.reals("length", "km", lengths);
  rows.reals("pole_x", "m", pole_x);
  rows.reals("pole_y", "m", pole_y);
  rows.reals("middle_x", "m", middle_x);
  rows.reals("middle_y", "m", middle_y);
  rows.texts("class", names);
  return rows;
}

}  // namespace terrawright::feature
