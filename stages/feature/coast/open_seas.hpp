// SPDX-License-Identifier: Apache-2.0
// The widest circles of water, one for each octant around the middle of the world.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "feature/distances.hpp"

namespace terrawright::feature {

// 0: north, clockwise. An octant reaches 22.5 degrees to both sides: |dx| < (sqrt 2 - 1) |dy| without roots. The middle
// itself is in the north.
inline int octant_of(std::int64_t dx, std::int64_t dy) {
  const std::int64_t x = std::abs(dx), y = std::abs(dy);
  const bool upright = (x + y) * (x + y) <= 2 * y * y, lying = (x + y) * (x + y) <= 2 * x * x;
  if (upright) return dy <= 0 ? 0 : 4;
  if (lying) return dx > 0 ? 2 : 6;
  if (dx > 0) return dy < 0 ? 1 : 3;
  return dy > 0 ? 5 : 7;
}

struct OpenSea {
  std::uint32_t at;
  int octant;
  std::int32_t squared;
};

// `squared`: distances to land and to the world's edge. The widest first; of equals in an octant the first block.
inline std::vector<OpenSea> open_seas(const std::vector<std::int32_t>& squared, const FeatureGrid& grid) {
  std::vector<OpenSea> best(8, OpenSea{0, 0, 0}), seas;
  for (std::uint32_t c = 0; c < squared.size(); ++c) {
    if (squared[c] == 0) continue;
    const int octant = octant_of(2 * grid.x(c) - grid.width + 1, 2 * grid.y(c) - grid.height + 1);
    OpenSea& sea = best[static_cast<std::size_t>(octant)];
    if (squared[c] > sea.squared) sea = {c, octant, squared[c]};
  }
  std::copy_if(best.begin(), best.end(), std::back_inserter(seas), [](const OpenSea& sea) { return sea.squared > 0; });
  std::stable_sort(seas.begin(), seas.end(), [](const OpenSea& a, const OpenSea& b) { return a.squared > b.squared; });
  return seas;
}

}  // namespace terrawright::feature
