// SPDX-License-Identifier: Apache-2.0
// numbers.hpp: NaN and infinity can be seen nowhere, so a view refuses them where they are.
#pragma once
#include <cstdint>
#include <string>

#include "terrawright/failure.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::view {

// Throws Failure{where} at the first cell of `area` that holds none.
inline void require_numbers(const View<const float>& cells, const Rect& area, const char* where) {
  for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
    const float* row = cells.row(y, area.x);
    int bad = 0;
    for (std::int64_t i = 0; i < area.width; ++i) bad |= row[i] - row[i] != 0.0f;
    if (bad == 0) continue;
    for (std::int64_t i = 0; i < area.width; ++i) {
      if (row[i] - row[i] != 0.0f)
        throw Failure(where, "'" + std::string(where) + "' is no finite number", area.x + i, y);
    }
  }
}

}  // namespace terrawright::view
