// SPDX-License-Identifier: Apache-2.0
// feature_grid.hpp: the grid on which features are found: the world's cells, or blocks of them where a side has more
// than 2048. All limits are in metres, so features stay the same when the world gets more cells.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrawright/stage.hpp"

namespace terrawright::feature {

// The verdict where tables are all that there is to tell.
struct Nothing {};

constexpr std::int64_t most_blocks = 2048;  // of a side

struct FeatureGrid {
  std::int64_t width = 1, height = 1;              // blocks
  std::int64_t block = 1;                          // cells of a block's side; the last ones of a row may have fewer
  std::int64_t world_width = 1, world_height = 1;  // cells
  double cell = 1;                                 // metres of a cell

  std::size_t size() const { return static_cast<std::size_t>(width * height); }
  std::size_t at(std::int64_t x, std::int64_t y) const { return static_cast<std::size_t>(y * width + x); }
  std::int64_t x(std::size_t c) const { return static_cast<std::int64_t>(c) % width; }
  std::int64_t y(std::size_t c) const { return static_cast<std::int64_t>(c) / width; }
  bool has(std::int64_t x, std::int64_t y) const { return x >= 0 && y >= 0 && x < width && y < height; }

  double metres() const { return cell * static_cast<double>(block); }  // of a block's side
  double square_kilometres() const { return metres() * metres() / 1e6; }
  // A length in blocks, to the nearest; never more than the grid has.
  std::int64_t blocks(double length) const {
    return static_cast<std::int64_t>(std::min(length / metres() + 0.5, static_cast<double>(width + height)));
  }
  // The least number of blocks of this area.
  std::int64_t blocks_of_area(double km2) const {
    const double exact = std::min(km2 / square_kilometres(), 1e15);
    const auto below = static_cast<std::int64_t>(exact);
    return static_cast<double>(below) < exact ? below + 1 : below;
  }
  // Place of a block's number, whole or not, in the world's cells; and the number of cells in a block.
  double cell_x(double x) const { return along(x, world_width); }
  double cell_y(double y) const { return along(y, world_height); }
  std::int64_t cells_in(std::int64_t x, std::int64_t y) const {
    return std::min(block, world_width - x * block) * std::min(block, world_height - y * block);
  }

 private:
  double along(double i, std::int64_t cells) const {
    const auto side = static_cast<double>(block);
    return std::min(i * side + (side - 1) / 2, static_cast<double>(cells - 1));
  }
};

inline FeatureGrid feature_grid(std::int64_t width, std::int64_t height, double cell, std::int64_t most = most_blocks) {
  FeatureGrid grid;
  grid.block = (std::max(width, height) + most - 1) / most;
  grid.width = (width + grid.block - 1) / grid.block;
  grid.height = (height + grid.block - 1) / grid.block;
  grid.world_width = width;
  grid.world_height = height;
  grid.cell = cell;
  return grid;
}

// The blocks that a tile's cells lie in.
inline Rect blocks_of(const Rect& tile, const FeatureGrid& grid) {
  const std::int64_t x = tile.x / grid.block, y = tile.y / grid.block;
  return {x, y, (tile.x + tile.width - 1) / grid.block + 1 - x, (tile.y + tile.height - 1) / grid.block + 1 - y};
}

// Bytes of the notes of all tiles and what is joined of them, and of `each` bytes a block beside them.
inline std::uint64_t memory_of(const FeatureGrid& grid, std::uint64_t each) {
  return grid.size() * each + (std::uint64_t{1} << 20);
}

// Throws Failure at the port.
inline void refuse_wrapped(const World& world, const char* port) {
  if (!world.wraps_x() && !world.wraps_y()) return;
  throw Failure(port,
                "the world wraps, and no feature is followed across its edges, where its map ends; set wrap: none, or "
                "leave this stage out");
}

}  // namespace terrawright::feature
