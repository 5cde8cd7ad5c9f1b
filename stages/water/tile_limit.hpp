// SPDX-License-Identifier: Apache-2.0
// What several stages of tiles share: how large one may be, and a verdict that says nothing.
#pragma once
#include <cstdint>
#include <string>

#include "terrawright/tile.hpp"

namespace terrawright::water {

struct Nothing {};

// What numbers of 32 bits can count: cells of a tile, and what is made of pairs of them.
inline void require_countable(const Rect& tile) {
  if (tile.width <= (std::int64_t{1} << 30) / tile.height) return;
  throw Failure("", "a tile of " + std::to_string(tile.width) + " x " + std::to_string(tile.height) +
                        " cells is more than it can count (2^30): take smaller tiles, as --tile 512");
}

}  // namespace terrawright::water
