// SPDX-License-Identifier: Apache-2.0
// What no layer may hold. NaN and infinity would spread, and their bits differ between machines.
#pragma once
#include <cstdint>

#include "terrawright/stage.hpp"

namespace terrawright::shape {

// x - x is 0 for all but NaN and infinity. Written so that compilers vectorise it.
inline bool all_finite(const float* cells, std::int64_t count) {
  int bad = 0;
  for (std::int64_t i = 0; i < count; ++i) bad |= cells[i] - cells[i] != 0.0f;
  return bad == 0;
}

// Of an input's or an output's cells in the tile. Throws Failure{where, what} at the first that is not finite.
template <class Port>
void require_finite(const Tile& tile, Port port, const char* where, const char* what = "is no finite number") {
  const auto cells = tile[port];
  tile.each_row([&](std::int64_t y) {
    const float* row = cells.row(y, tile.left());
    if (all_finite(row, tile.width())) return;
    for (std::int64_t i = 0; i < tile.width(); ++i) {
      if (!all_finite(row + i, 1)) throw Failure(where, what, tile.left() + i, y);
    }
  });
}

}  // namespace terrawright::shape
