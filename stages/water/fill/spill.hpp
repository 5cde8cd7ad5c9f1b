// SPDX-License-Identifier: Apache-2.0
// What a tile can say of its basins by itself: which lie at its links to other tiles, and how these hang together.
//
// Source: Barnes 2016, Parallel priority-flood depression filling for trillion cell digital elevation models. The
// passes between edge basins keep every minimax between them, so nothing else of the tile is needed to solve the whole.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "basins.hpp"
#include "fill_note.hpp"
#include "links.hpp"
#include "water/perimeter.hpp"

namespace terrawright::water {

// The note of a tile in a world of so many cells; `height` reaches one cell beyond it.
template <class Poll>
FillNote spill(const Basins& basins, const View<const float>& height, const Rect& tile, std::int64_t width,
               std::int64_t rows, Poll poll) {
  FillNote note;
  std::vector<std::uint32_t> number(basins.count(), 0);
  std::vector<Source> sources = {{outside, no_level}};
  const Perimeter perimeter(tile);
  for (const Border border : borders) {
    if (beyond(tile, border, width, rows).x < 0) continue;
    FillNote::Across& across = note.across[border];
    for (const Link& link : links(height, tile, border)) {
      if (says_levels(border)) across.levels.push_back(link.level);
      if (basins.all_outlets()) continue;
      const Basin basin = basins.basin(link.x, link.y);
      if (basin != outside && number[basin] == 0) {
        number[basin] = note.edges++;
        sources.push_back({basin, no_level});
        note.cells.push_back(static_cast<std::uint32_t>(perimeter.index(link.x, link.y)));
      }
      across.basins.push_back(number[basin]);
    }
  }
  if (note.edges == 1) return note;
  const std::vector<Pass> passes = basins.passes(poll);
  poll();
  const Flooded flooded = flood(basins.count(), passes, sources);
  poll();
  Passes between;
  for (const Pass& pass : passes) {
    const std::uint32_t a = number[flooded.source[pass.a]], b = number[flooded.source[pass.b]];
    if (a != b) between.add(a, b, std::max({pass.level, flooded.level[pass.a], flooded.level[pass.b]}));
  }
  note.passes = lowest(note.edges, between.take());
  return note;
}

// The levels of all basins of a tile whose edge cells `cells`, by their numbers, are in basins of these levels.
template <class Poll>
std::vector<float> levels_of(const Basins& basins, const Rect& tile, const Items<std::uint32_t>& cells,
                             const Items<float>& levels, Poll poll) {
  std::vector<Basin> edge;
  Perimeter(tile).each([&](std::int64_t x, std::int64_t y, std::size_t) { edge.push_back(basins.basin(x, y)); });
  std::vector<Source> sources = {{outside, no_level}};
  for (std::size_t i = 0; i < cells.size(); ++i) sources.push_back({edge[cells[i]], levels[i]});
  std::vector<Pass> passes = basins.passes(poll);
  poll();
  return flood(basins.count(), std::move(passes), sources).level;
}

}  // namespace terrawright::water
