// SPDX-License-Identifier: Apache-2.0
// A tile's own facts about its basins: those at its links to other tiles, their connections, and the pits and levels of
// rising water.
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
#include "rising_water.hpp"

namespace terrawright::water {

// The note of a tile in a world of so many cells; `height` reaches one cell beyond it.
template <class Poll>
FillNote spill(const Basins& basins, const View<const float>& height, const Rect& tile, std::int64_t width,
               std::int64_t rows, Poll poll) {
  FillNote note;
  std::vector<std::uint32_t> number(basins.count(), 0);
  std::vector<Source> sources = {{outside, no_level}};
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
      }
      across.basins.push_back(number[basin]);
    }
  }
  if (basins.all_outlets()) return note;
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
  std::vector<std::uint32_t> edge_pits(note.edges - 1);
  std::vector<Depression> depressions;
  Basin basin = outside;
  basins.each_pit([&](std::uint32_t pit, float pit_height) {
    const float level = flooded.level[++basin];
    if (number[basin] != 0) {
      edge_pits[number[basin] - 1] = pit;
    } else if (!flooded.is_part[basin] && level > pit_height) {
      depressions.push_back({pit, level});
    }
  });
  note.pits = packed_pits(edge_pits, depressions, height, tile);
  return note;
}

}  // namespace terrawright::water
