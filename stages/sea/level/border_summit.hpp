// SPDX-License-Identifier: Apache-2.0
// The highest cell of the world's border: what the sea has to cover.
#pragma once
#include <cstdint>
#include <utility>

#include "terrawright/ordered_bits.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::sea {

// Ties of height: the first in raster order. Key 0: no cell at all.
struct Summit {
  std::uint32_t key = 0, reserved = 0;
  std::int64_t x = 0, y = 0;
  bool exceeds(const Summit& other) const {
    return key != other.key ? key > other.key : std::pair(y, x) < std::pair(other.y, other.x);
  }
};

inline Summit border_summit(const Tile& tile, const View<const float>& cells, const Rect& world) {
  Summit summit;
  const auto look = [&](std::int64_t x, std::int64_t y) {
    const Summit here{ordered_bits(cells(x, y)), 0, x, y};
    if (here.exceeds(summit)) summit = here;
  };
  for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
    if (tile.top() == 0) look(x, 0);
    if (tile.bottom() == world.height) look(x, world.height - 1);
  }
  for (std::int64_t y = tile.top(); y < tile.bottom(); ++y) {
    if (tile.left() == 0) look(0, y);
    if (tile.right() == world.width) look(world.width - 1, y);
  }
  return summit;
}

}  // namespace terrawright::sea
