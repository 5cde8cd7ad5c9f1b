// SPDX-License-Identifier: Apache-2.0
// block_flags.hpp: a mask on the feature grid, independent of the tiles: a block is set if more than half of its
// cells are. Tiles count, and counts are added.
#pragma once
#include <cstdint>
#include <vector>

#include "feature/feature_grid.hpp"

namespace terrawright::feature {

// Two sections of a note: the blocks of the tile, and how many cells of each are set; is(x, y) says which are.
template <class Is>
void survey_flags(Blob& note, const Tile& tile, const FeatureGrid& grid, Is is) {
  const Rect blocks = blocks_of(tile.area(), grid);
  std::vector<std::uint32_t> counts(static_cast<std::size_t>(blocks.width * blocks.height), 0);
  tile.each_row([&](std::int64_t y) {
    std::uint32_t* const row = &counts[static_cast<std::size_t>((y / grid.block - blocks.y) * blocks.width)];
    std::int64_t x = tile.left();
    for (std::int64_t i = 0; i < blocks.width; ++i) {
      const std::int64_t end = std::min((blocks.x + i + 1) * grid.block, tile.right());
      std::uint32_t count = 0;
      for (; x < end; ++x) count += is(x, y) ? 1 : 0;
      row[i] += count;
    }
  });
  note.add_one(blocks);
  note.add(counts);
}

enum class Share { more_than_half, all };  // of a block's cells

// `section`: the first of the two.
inline std::vector<std::uint8_t> join_flags(const Notes<Blob>& notes, std::size_t section, const FeatureGrid& grid,
                                            Share share = Share::more_than_half) {
  std::vector<std::uint32_t> counts(grid.size(), 0);
  for (std::size_t n = 0; n < notes.size(); ++n) {
    const auto& blocks = notes[n].one<Rect>(section);
    const Items<std::uint32_t> from = notes[n].items<std::uint32_t>(section + 1);
    std::size_t next = 0;
    for (std::int64_t j = 0; j < blocks.height; ++j) {
      std::uint32_t* const row = &counts[grid.at(blocks.x, blocks.y + j)];
      for (std::int64_t i = 0; i < blocks.width; ++i) row[i] += from[next++];
    }
  }
  std::vector<std::uint8_t> flags(grid.size());
  for (std::int64_t y = 0, c = 0; y < grid.height; ++y) {
    for (std::int64_t x = 0; x < grid.width; ++x, ++c) {
      const auto k = static_cast<std::size_t>(c);
      const std::int64_t set = counts[k], cells = grid.cells_in(x, y);
      flags[k] = (share == Share::all ? set == cells : 2 * set > cells) ? 1 : 0;
    }
  }
  return flags;
}

}  // namespace terrawright::feature
