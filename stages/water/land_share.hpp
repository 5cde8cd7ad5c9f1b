// SPDX-License-Identifier: Apache-2.0
// How much of the land is lake.
#pragma once
#include <cstdint>

#include "outlets.hpp"

namespace terrawright::water {

// Cells that are not ocean. What is under water that runs off is land, whatever the heights alone would say.
inline std::int64_t land_cells(const View<const float>& height, const View<const float>& filled, const Outlets& outlets,
                               const Rect& tile) {
  std::int64_t land = 0;
  for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
    for (std::int64_t x = tile.x; x < tile.x + tile.width; ++x)
      land += filled(x, y) > height(x, y) || !outlets.is_ocean(x, y);
  }
  return land;
}

inline double percent_of(std::int64_t cells, std::int64_t land) {
  return land == 0 ? 0.0 : 100.0 * static_cast<double>(cells) / static_cast<double>(land);
}

}  // namespace terrawright::water
