// SPDX-License-Identifier: Apache-2.0
// relief_blocks.hpp: heights and sea on the climate's grid, independent of the tiles: sums are integers.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "block_note.hpp"
#include "climate/climate_grid.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"

namespace terrawright::climate {

namespace {

// Adds a row of cells to the sums of their columns; true if all are of fewer than 1e9 metres. A sum below 2^51 and the
// lowest bits of a double of that size are the same whole number, rounded as nearbyint does.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool add_heights(const float* height, std::int64_t* __restrict sums, std::int64_t* __restrict water,
                 std::int64_t count) {
  constexpr double whole = 6755399441055744.0;  // 1.5 * 2^52
  std::int64_t first;
  std::memcpy(&first, &whole, sizeof first);
  int bad = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const auto z = static_cast<double>(height[x]);
    bad |= !(std::fabs(z) < 1e9);
    const double rounded = (z > 0 ? 1024.0 * z : 0.0) + whole;
    std::int64_t bits;
    std::memcpy(&bits, &rounded, sizeof bits);
    sums[x] += bits - first;
    water[x] += z > 0 ? 0 : 1;
  }
  return bad == 0;
}

}  // namespace

// A tile's note.
inline Blob survey_blocks(const Tile& tile, const View<const float>& height, const ClimateGrid& grid) {
  const std::int64_t first_row = node_of(tile.top(), grid.block), end_row = node_of(tile.bottom() - 1, grid.block) + 1;
  const auto width = static_cast<std::size_t>(tile.width());
  std::vector<std::int64_t> sums(width), water(width);
  std::vector<Block> row(static_cast<std::size_t>(node_of(tile.right() - 1, grid.block) + 1));
  std::int64_t y = tile.top();
  return block_note(first_row, end_row, [&](std::int64_t j, notes::Packed& to) {
    std::fill(sums.begin(), sums.end(), 0);
    std::fill(water.begin(), water.end(), 0);
    for (; y < tile.bottom() && node_of(y, grid.block) == j; ++y) {
      tile.poll();
      if (add_heights(height.row(y, tile.left()), sums.data(), water.data(), tile.width())) continue;
      for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
        if (!(std::fabs(height(x, y)) < 1e9f))
          throw Failure("height", "the height is not a finite number of metres below 1e9", x, y);
      }
    }
    std::fill(row.begin(), row.end(), Block{});
    auto node = static_cast<std::size_t>(node_of(tile.left(), grid.block));
    for (std::size_t x = 0; x < width; ++node) {
      // Up to the last cell of the node.
      const std::int64_t last = static_cast<std::int64_t>(node) * grid.block + grid.block / 2;
      const auto end = static_cast<std::size_t>(std::min(last + 1, tile.right()) - tile.left());
      for (; x < end; ++x) {
        row[node].sum += sums[x];
        row[node].water += water[x];
      }
    }
    pack_row(row, to);
  });
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
  std::vector<Block> all(nodes), row;
  for (std::size_t n = 0; n < notes.size(); ++n) {
    const BlockNote note(notes[n]);
    for (std::int64_t j = note.first(); j < note.end(); ++j) {
      row.clear();
      add_row(note.row(j), row);
      Block* const to = &all[static_cast<std::size_t>(j * grid.width)];
      for (std::size_t i = 0; i < row.size(); ++i) {
        to[i].sum += row[i].sum;
        to[i].water += row[i].water;
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
          static_cast<double>(all[from].sum) / (1024.0 * static_cast<double>(count));
      blocks.sea[static_cast<std::size_t>(k)] = 2 * all[from].water > count ? 1 : 0;
    }
  }
  return blocks;
}

// Box blur of the heights, `radius` nodes each way, edges clamped; along rows, then along columns. Pairs are added from
// the middle on, so that a mirrored map is blurred to the mirrored one, bit for bit.
inline void blur(ReliefBlocks& blocks, const ClimateGrid& grid, std::int64_t radius) {
  if (radius <= 0) return;
  const auto wide = static_cast<std::size_t>(grid.width), apart = static_cast<std::size_t>(radius);
  const double count = static_cast<double>(2 * radius + 1);
  std::vector<double> line(wide + 2 * apart);
  for (std::int64_t j = 0; j < grid.height; ++j) {
    double* const row = &blocks.height[static_cast<std::size_t>(j) * wide];
    std::fill(line.begin(), line.end(), row[wide - 1]);
    std::fill_n(line.begin(), apart, row[0]);
    std::copy_n(row, wide, &line[apart]);
    for (std::size_t d = 1; d <= apart; ++d) {
      const double *before = &line[apart - d], *after = &line[apart + d];
      for (std::size_t i = 0; i < wide; ++i) row[i] += before[i] + after[i];
    }
    for (std::size_t i = 0; i < wide; ++i) row[i] /= count;
  }
  const std::vector<double> from = blocks.height;
  const auto row_of = [&](std::int64_t j) {
    return &from[static_cast<std::size_t>(std::clamp<std::int64_t>(j, 0, grid.height - 1)) * wide];
  };
  for (std::int64_t j = 0; j < grid.height; ++j) {
    double* const row = &blocks.height[static_cast<std::size_t>(j) * wide];
    for (std::int64_t d = 1; d <= radius; ++d) {
      const double *before = row_of(j - d), *after = row_of(j + d);
      for (std::size_t i = 0; i < wide; ++i) row[i] += before[i] + after[i];
    }
    for (std::size_t i = 0; i < wide; ++i) row[i] /= count;
  }
}

}  // namespace terrawright::climate
