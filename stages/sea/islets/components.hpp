// SPDX-License-Identifier: Apache-2.0
// The connected components of land and of water within one tile, and the tree that they form.
//
// With land and water connected in the dual way (4 and 8, or 8 and 4), "beside each other" makes a tree of the
// components of a rectangle: each interface divides it in two. The component to the left of a component's first
// cell in raster order (above it, in the first column) is its parent, and its number is lower.
#pragma once
#include <cstdint>
#include <vector>

#include "sea/sets.hpp"
#include "touching.hpp"

namespace terrawright::sea {

constexpr std::uint32_t none = UINT32_MAX;

struct Component {
  std::int64_t area;   // cells
  std::int64_t first;  // raster index in the world of the first cell
  std::uint32_t parent;
  bool land;
  bool at_edge;    // touches the tile's edge, so it may go on outside
  bool at_border;  // touches the world's border
};

struct Components {
  std::vector<Component> all;         // by first cell
  std::vector<std::uint32_t> of_run;  // the component of each run
};

inline Components components(const Runs& runs, const Rect& tile, const Rect& world, bool land_is_eight) {
  Sets sets(runs.count());
  for (std::uint32_t y = 1; y < runs.rows(); ++y) {
    touching(
        runs.row(y - 1), runs.row(y), land_is_eight, [&](std::uint32_t a, std::uint32_t b) { sets.unite(a, b); },
        [](std::uint32_t, std::uint32_t) {});
  }
  Components found;
  found.of_run.resize(runs.count());
  const bool world_left = tile.x == 0, world_right = tile.x + tile.width == world.width;
  for (std::uint32_t y = 0; y < runs.rows(); ++y) {
    const Line row = runs.row(y);
    const std::int64_t world_y = tile.y + y;
    const bool edge_row = y == 0 || y + 1 == runs.rows();
    const bool border_row = world_y == 0 || world_y + 1 == world.height;
    for (std::uint32_t r = row.first; r < row.stop; ++r) {
      const bool first = r == row.first, last = r + 1 == row.stop;
      const std::uint32_t begin = first ? 0 : runs.begin(r);
      const std::uint32_t root = sets.find(r);
      if (root == r) {
        const std::uint32_t parent = !first ? found.of_run[r - 1] : y > 0 ? found.of_run[runs.row(y - 1).first] : none;
        found.of_run[r] = static_cast<std::uint32_t>(found.all.size());
        found.all.push_back({0, world_y * world.width + tile.x + begin, parent, row.is_land(r), false, false});
      } else {
        found.of_run[r] = found.of_run[root];
      }
      Component& component = found.all[found.of_run[r]];
      component.area += runs.end(r) - begin;
      component.at_edge |= edge_row || first || last;
      component.at_border |= border_row || (first && world_left) || (last && world_right);
    }
  }
  return found;
}

}  // namespace terrawright::sea
