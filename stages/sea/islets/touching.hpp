// SPDX-License-Identifier: Apache-2.0
// Finds the runs of two neighbouring lines that touch.
#pragma once
#include <cstdint>

#include "runs.hpp"

namespace terrawright::sea {

// Calls same(a, b) for runs of one colour that are connected and differ(a, b) for land beside water. One colour
// is 8-connected, the other 4-connected: only where two runs of different colours end at the same place do
// cells touch by their corners alone.
template <class Same, class Differ>
void touching(const Line& above, const Line& below, bool land_is_eight, Same same, Differ differ) {
  std::uint32_t a = above.first, b = below.first;
  while (a < above.stop && b < below.stop) {
    const bool a_is_land = above.is_land(a), b_is_land = below.is_land(b);
    const std::uint32_t a_end = above.ends[a], b_end = below.ends[b];
    if (a_is_land == b_is_land) {
      same(a, b);
    } else {
      differ(a, b);
      if (a_end == b_end && a + 1 < above.stop) {
        if (a_is_land == land_is_eight) {
          same(a, b + 1);
        } else {
          same(a + 1, b);
        }
      }
    }
    if (a_end <= b_end) ++a;
    if (b_end <= a_end) ++b;
  }
}

}  // namespace terrawright::sea
