// SPDX-License-Identifier: Apache-2.0
// Limits that several stages share: the largest tile, and an empty verdict.
#pragma once
#include <cstdint>
#include <string>

#include "terrawright/tile.hpp"

namespace terrawright::water {

struct Nothing {};

// Limit of 32-bit counts: cells of a tile, and pairs of them.
inline void require_countable(const Rect& tile) {
  if (tile.width <= (std::int64_t{1} << 30) / tile.height) return;
  throw Failure("", "a tile of " + std::to_string(tile.width) + " x " + std::to_string(tile.height) +
                        " cells is more than it can count (2^30): take smaller tiles, as --tile 512");
}

}  // namespace terrawright::water
