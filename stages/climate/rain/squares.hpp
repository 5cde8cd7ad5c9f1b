// SPDX-License-Identifier: Apache-2.0
// squares.hpp: the map turned and mirrored so that the wind marches towards +i, and back.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "climate/flow.hpp"
#include "relief_blocks.hpp"
#include "sweep.hpp"

namespace terrawright::climate {

// Position of the square (i, j) of the march on the map.
class Marching {
 public:
  Marching(const ClimateGrid& grid, const MeanWind& mean)
      : width_(grid.width),
        height_(grid.height),
        along_x_(mean.marches_along_x()),
        mirrored_((along_x_ ? mean.u : mean.v) < 0) {}

  std::int64_t columns() const { return along_x_ ? width_ : height_; }
  std::int64_t rows() const { return along_x_ ? height_ : width_; }
  bool along_x() const { return along_x_; }
  bool mirrored() const { return mirrored_; }
  // Position i of `count` along the march, on the map's axis.
  std::int64_t on_map(std::int64_t i, std::int64_t count) const { return mirrored_ ? count - 1 - i : i; }
  std::int64_t row_of(std::int64_t i, std::int64_t j) const { return along_x_ ? j : on_map(i, columns()); }
  std::size_t node(std::int64_t i, std::int64_t j) const {
    const std::int64_t x = along_x_ ? on_map(i, columns()) : j;
    return static_cast<std::size_t>(row_of(i, j) * width_ + x);
  }

  // Values in the march's order, put in the map's.
  void back_to_map(std::vector<double>& values) const {
    std::vector<double> map(values.size());
    std::size_t k = 0;
    for (std::int64_t i = 0; i < columns(); ++i) {
      for (std::int64_t j = 0; j < rows(); ++j, ++k) map[node(i, j)] = values[k];
    }
    values = std::move(map);
  }

 private:
  std::int64_t width_, height_;
  bool along_x_, mirrored_;
};

// `saturation` is vapour over the sea for each row of the map; `humidity` that of the inflow, 0 .. 1.
inline Squares squares_of(const Marching& m, const ReliefBlocks& blocks, const std::vector<double>& saturation,
                          double humidity, const FlowView& flow, std::size_t sector, double spacing) {
  const ClimateGrid grid = flow.grid();
  const std::int64_t columns = m.columns(), rows = m.rows();
  const auto u = flow.u(sector), v = flow.v(sector), factors = flow.humidity(sector);
  Squares s;
  s.columns = columns;
  s.rows = rows;
  s.side = spacing;
  for (std::int64_t i = 0; i < columns; ++i) {
    for (std::int64_t j = 0; j < rows; ++j) {
      s.height.push_back(blocks.height[m.node(i, j)]);
      s.sea.push_back(blocks.sea[m.node(i, j)]);
      s.saturation.push_back(saturation[static_cast<std::size_t>(m.row_of(i, j))]);
    }
  }
  for (std::int64_t i = 0; i <= columns; ++i) {
    const std::int64_t face = m.on_map(i, columns + 1);
    for (std::int64_t j = 0; j < rows; ++j) {
      const double wind = m.along_x() ? u[static_cast<std::size_t>(j * (grid.width + 1) + face)]
                                      : v[static_cast<std::size_t>(face * grid.width + j)];
      s.along.push_back(m.mirrored() ? -wind : wind);
    }
  }
  for (std::int64_t i = 0; i < columns; ++i) {
    const std::int64_t at = m.on_map(i, columns);
    for (std::int64_t j = 0; j <= rows; ++j) {
      s.across.push_back(m.along_x() ? v[static_cast<std::size_t>(j * grid.width + at)]
                                     : u[static_cast<std::size_t>(at * (grid.width + 1) + j)]);
    }
  }

  // The sides of the map that are the front, the first row and the last row of the march.
  const std::int64_t left = 0, right = grid.height, top = 2 * grid.height, bottom = top + grid.width;
  const std::int64_t front = m.along_x() ? (m.mirrored() ? right : left) : (m.mirrored() ? bottom : top);
  const std::int64_t first = m.along_x() ? top : left, last = m.along_x() ? bottom : right;
  const auto comes_in = [&](std::int64_t side, std::int64_t at, std::int64_t row) {
    return std::min(humidity * factors[static_cast<std::size_t>(side + at)], 1.0) *
           saturation[static_cast<std::size_t>(row)];
  };
  for (std::int64_t j = 0; j < rows; ++j) s.inflow.push_back(comes_in(front, j, m.row_of(0, j)));
  for (std::int64_t i = 0; i < columns; ++i) {
    const std::int64_t at = m.on_map(i, columns);
    s.inflow_first.push_back(comes_in(first, at, m.row_of(i, 0)));
    s.inflow_last.push_back(comes_in(last, at, m.row_of(i, rows - 1)));
  }
  return s;
}

}  // namespace terrawright::climate
