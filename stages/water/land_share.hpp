// SPDX-License-Identifier: Apache-2.0
// Share of lake in the land.
#pragma once
#include <cstdint>
#include <vector>

#include "outlets.hpp"
#include "terrawright/processors.h"

namespace terrawright::water {

namespace {

TERRAWRIGHT_FOR_EACH_PROCESSOR
std::int32_t land_of_row(const float* filled, const float* height, const std::uint8_t* is_ocean, std::int32_t count) {
  std::int32_t land = 0;
  for (std::int32_t x = 0; x < count; ++x) land += ((filled[x] > height[x]) | (is_ocean[x] == 0)) ? 1 : 0;
  return land;
}

}  // namespace

// Cells that are not ocean. Cells under water that runs off are land, at all heights.
inline std::int64_t land_cells(const View<const float>& height, const View<const float>& filled, const Outlets& outlets,
                               const Rect& tile) {
  std::int64_t land = 0;
  std::vector<std::uint8_t> is_ocean(static_cast<std::size_t>(tile.width));
  for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
    outlets.ocean_row(y, tile.x, tile.x + tile.width, is_ocean.data());
    land += land_of_row(filled.row(y, tile.x), height.row(y, tile.x), is_ocean.data(),
                        static_cast<std::int32_t>(tile.width));
  }
  return land;
}

inline double percent_of(std::int64_t cells, std::int64_t land) {
  return land == 0 ? 0.0 : 100.0 * static_cast<double>(cells) / static_cast<double>(land);
}

}  // namespace terrawright::water
