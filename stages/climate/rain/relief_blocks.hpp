// SPDX-License-Identifier: Apache-2.0
// relief_blocks.hpp: heights and sea on the climate's grid, the same whatever the tiles: sums are integers.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "climate/climate_grid.hpp"
#include "terrawright/stage.hpp"

namespace terrawright::climate {

// A tile's note: the nodes it touches, then for each the sum of nearbyint(1024 z), z >= 0, and its water cells.
struct BlockPatch {
  std::int64_t i, j, width, height;
};

inline Blob survey_blocks(const Tile& tile, const View<const float>& height, const ClimateGrid& grid) {
  BlockPatch patch{node_of(tile.left(), grid.block), node_of(tile.top(), grid.block), 0, 0};
  patch.width = node_of(tile.right() - 1, grid.block) - patch.i + 1;
  patch.height = node_of(tile.bottom() - 1, grid.block) - patch.j + 1;
  std::vector<std::int64_t> sums(static_cast<std::size_t>(patch.width * patch.height)), water(sums.size());
  tile.each_cell([&](std::int64_t x, std::int64_t y) {
    const double z = static_cast<double>(height(x, y));
    if (!(std::fabs(z) < 1e9)) throw Failure("height", "the height is not a finite number of metres below 1e9", x, y);
    const auto k =
        static_cast<std::size_t>((node_of(y, grid.block) - patch.j) * patch.width + node_of(x, grid.block) - patch.i);
    if (z > 0) {
      sums[k] += static_cast<std::int64_t>(std::nearbyint(1024.0 * z));
    } else {
      ++water[k];
    }
  });
  Blob note;
  note.add_one(patch);
  note.add(sums);
  note.add(water);
  return note;
}

// Per node, row by row: mean height in m, and whether more than half of it is water.
struct ReliefBlocks {
  std::vector<double> height;
  std::vector<std::uint8_t> sea;
};

// A node past the last cell repeats the one before it.
inline ReliefBlocks gather_blocks(const Notes<Blob>& notes, const ClimateGrid& grid, std::int64_t width,
                                  std::int64_t height) {
  const auto nodes = static_cast<std::size_t>(grid.width * grid.height);
  std::vector<std::int64_t> sums(nodes), water(nodes);
  for (std::size_t n = 0; n < notes.size(); ++n) {
    const auto note = notes[n];
    const auto& patch = note.one<BlockPatch>(0);
    const auto patch_sums = note.items<std::int64_t>(1), patch_water = note.items<std::int64_t>(2);
    for (std::int64_t j = 0, k = 0; j < patch.height; ++j) {
      for (std::int64_t i = 0; i < patch.width; ++i, ++k) {
        const auto node = static_cast<std::size_t>((patch.j + j) * grid.width + patch.i + i);
        sums[node] += patch_sums[static_cast<std::size_t>(k)];
        water[node] += patch_water[static_cast<std::size_t>(k)];
      }
    }
  }
  const std::int64_t last_i = node_of(width - 1, grid.block), last_j = node_of(height - 1, grid.block);
  ReliefBlocks blocks{std::vector<double>(nodes), std::vector<std::uint8_t>(nodes)};
  for (std::int64_t j = 0, k = 0; j < grid.height; ++j) {
    for (std::int64_t i = 0; i < grid.width; ++i, ++k) {
      const std::int64_t from_i = std::min(i, last_i), from_j = std::min(j, last_j);
      const auto from = static_cast<std::size_t>(from_j * grid.width + from_i);
      const std::int64_t count = cells_of(from_i, grid.block, width) * cells_of(from_j, grid.block, height);
      blocks.height[static_cast<std::size_t>(k)] =
          static_cast<double>(sums[from]) / (1024.0 * static_cast<double>(count));
      blocks.sea[static_cast<std::size_t>(k)] = 2 * water[from] > count ? 1 : 0;
    }
  }
  return blocks;
}

// Box blur of the heights, `radius` nodes each way, edges clamped; along rows, then along columns.
inline void blur(ReliefBlocks& blocks, const ClimateGrid& grid, std::int64_t radius) {
  if (radius <= 0) return;
  for (const bool along_rows : {true, false}) {
    const std::vector<double> from = blocks.height;
    for (std::int64_t j = 0, k = 0; j < grid.height; ++j) {
      for (std::int64_t i = 0; i < grid.width; ++i, ++k) {
        double sum = 0;
        for (std::int64_t d = -radius; d <= radius; ++d) {
          const std::int64_t x = along_rows ? std::clamp<std::int64_t>(i + d, 0, grid.width - 1) : i;
          const std::int64_t y = along_rows ? j : std::clamp<std::int64_t>(j + d, 0, grid.height - 1);
          sum += from[static_cast<std::size_t>(y * grid.width + x)];
        }
        blocks.height[static_cast<std::size_t>(k)] = sum / static_cast<double>(2 * radius + 1);
      }
    }
  }
}

}  // namespace terrawright::climate
