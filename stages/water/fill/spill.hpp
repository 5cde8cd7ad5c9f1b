// SPDX-License-Identifier: Apache-2.0
// What a tile can say of its basins by itself: over which edge basins they spill, and how these hang together.
//
// Source: Barnes 2016, Parallel priority-flood depression filling for trillion cell digital elevation models. The
// passes between edge basins keep every minimax between them, so nothing else of the tile is needed to solve the whole.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "basins.hpp"
#include "water/perimeter.hpp"

namespace terrawright::water {

// What a tile knows by itself: of each basin the level at which it spills over to the tile's edge or to an outlet, and
// into which of the basins there.
struct Local {
  std::vector<float> level;         // of each basin
  std::vector<std::uint32_t> edge;  // of each basin: the number of the edge basin it spills into; 0: an outlet
  std::vector<Pass> passes;         // between edge basins
  std::uint32_t edges = 1;          // edge basins, the outside included
};

inline Local spill(const Basins& basins, const Rect& tile) {
  const std::vector<Pass> passes = basins.passes();
  std::vector<std::uint32_t> number(basins.count(), 0), sources = {outside};
  Perimeter(tile).each([&](std::int64_t x, std::int64_t y, std::size_t) {
    const Basin basin = basins.basin(x, y);
    if (basin == outside || number[basin] != 0) return;
    number[basin] = static_cast<std::uint32_t>(sources.size());
    sources.push_back(basin);
  });
  Flooded flooded = flood(basins.count(), passes, sources);
  Local local;
  local.edges = static_cast<std::uint32_t>(sources.size());
  for (Basin basin = 0; basin < basins.count(); ++basin) local.edge.push_back(number[flooded.source[basin]]);
  Passes between;
  for (const Pass& pass : passes) {
    const std::uint32_t a = local.edge[pass.a], b = local.edge[pass.b];
    if (a != b) between.add(a, b, std::max({pass.level, flooded.level[pass.a], flooded.level[pass.b]}));
  }
  local.passes = between.take();
  local.level = std::move(flooded.level);
  return local;
}

}  // namespace terrawright::water
