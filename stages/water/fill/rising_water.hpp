// SPDX-License-Identifier: Apache-2.0
// Water rises from a pit to a level over all cells that hang together below it.
//
// No outlet lies among them: the level is that of the lowest way to one. All pits of a lake have its level.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "notes/packed.hpp"
#include "terrawright/blob.hpp"
#include "terrawright/tile.hpp"
#include "water/directions.hpp"
#include "water/scratch.hpp"

namespace terrawright::water {

struct Depression {
  std::uint32_t pit;  // of the tile's cells, row by row
  float level;        // m
};

// The lowest neighbour of a cell within the tile: the spill level of many a pit, or nearly so.
inline float lowest_beside(const View<const float>& height, const Rect& tile, std::int64_t cell) {
  const std::int64_t x = tile.x + cell % tile.width, y = tile.y + cell / tile.width;
  float lowest = std::numeric_limits<float>::infinity();
  for (const Direction& to : directions) {
    const std::int64_t nx = x + to.dx, ny = y + to.dy;
    if (nx < tile.x || ny < tile.y || nx >= tile.x + tile.width || ny >= tile.y + tile.height) continue;
    lowest = std::min(lowest, height(nx, ny));
  }
  return lowest;
}
inline std::int64_t bits_of(float height) {
  std::int32_t bits;
  std::memcpy(&bits, &height, sizeof bits);
  return bits;
}

// Pits of which the level is known later, and depressions by their pits.
inline std::vector<std::uint8_t> packed_pits(const std::vector<std::uint32_t>& pits,
                                             const std::vector<Depression>& depressions,
                                             const View<const float>& height, const Rect& tile) {
  notes::Packed to;
  std::uint32_t last = 0;
  for (const std::uint32_t pit : pits) to.add_signed(std::int64_t{pit} - std::exchange(last, pit));
  last = 0;
  for (const Depression& one : depressions) {
    to.add(one.pit - std::exchange(last, one.pit));
    to.add_signed(bits_of(one.level) - bits_of(lowest_beside(height, tile, one.pit)));
  }
  return to.bytes();
}
// `levels`: those of the pits. Values that are not above their pit are omitted.
inline std::vector<Depression> unpacked_pits(const Items<std::uint8_t>& bytes, const Items<float>& levels,
                                             const View<const float>& height, const Rect& tile) {
  std::vector<Depression> found;
  notes::Unpacked from(bytes);
  std::int64_t pit = 0;
  const auto add = [&](float level) { found.push_back({static_cast<std::uint32_t>(pit), level}); };
  for (const float level : levels) {
    pit += from.next_signed();
    if (level > height(tile.x + pit % tile.width, tile.y + pit / tile.width)) add(level);
  }
  for (pit = 0; !from.empty();) {
    pit += static_cast<std::int64_t>(from.next());
    const auto bits = static_cast<std::int32_t>(bits_of(lowest_beside(height, tile, pit)) + from.next_signed());
    float level;
    std::memcpy(&level, &bits, sizeof level);
    add(level);
  }
  return found;
}

class RisingWater {
 public:
  // The heights of a tile.
  RisingWater(float* cells, std::int64_t stride, std::int64_t width, std::int64_t height)
      : cells_(cells), stride_(stride), width_(width), height_(height) {
    for (std::size_t k = 0; k < directions.size(); ++k) step_[k] = directions[k].dy * stride + directions[k].dx;
  }

  void rise(const Depression& one) {
    wet(one.pit % width_ + one.pit / width_ * stride_, one.level);
    while (!open_.empty()) {
      const std::int64_t cell = open_.back(), x = cell % stride_, y = cell / stride_;
      open_.pop_back();
      const bool is_inside = x > 0 && y > 0 && x + 1 < width_ && y + 1 < height_;
      for (std::size_t k = 0; k < directions.size(); ++k) {
        const std::int64_t nx = x + directions[k].dx, ny = y + directions[k].dy;
        if (is_inside || (nx >= 0 && ny >= 0 && nx < width_ && ny < height_)) wet(cell + step_[k], one.level);
      }
    }
  }

 private:
  void wet(std::int64_t cell, float level) {
    if (!(cells_[cell] < level)) return;
    cells_[cell] = level;
    open_.push_back(static_cast<std::uint32_t>(cell));
  }

  float* cells_;
  std::int64_t stride_, width_, height_;
  std::array<std::int64_t, 8> step_{};
  Scratch<std::uint32_t> open_;  // whose neighbours are to be looked at
};

}  // namespace terrawright::water
