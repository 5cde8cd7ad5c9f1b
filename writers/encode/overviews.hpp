// SPDX-License-Identifier: Apache-2.0
// Smaller pictures in the file of a large one, as GIS programs draw it from afar.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace terrawright::encode {

// Cells a side of the squares in which a picture with overviews is stored.
constexpr std::int64_t overview_tile = 256;

// Cells of the picture a side per cell of each overview: 2, 4, 8 and so on to a picture of one square, at most 64.
// Their cells are what coarse_rows.hpp makes of a block.
inline std::vector<std::int64_t> overviews_of(std::int64_t width, std::int64_t height) {
  std::vector<std::int64_t> factors;
  const std::int64_t longer = std::max(width, height);
  for (std::int64_t factor = 2; factor <= 64 && longer * 2 / factor > overview_tile; factor *= 2)
    factors.push_back(factor);
  return factors;
}

}  // namespace terrawright::encode
