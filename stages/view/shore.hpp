// SPDX-License-Identifier: Apache-2.0
// shore.hpp: where between two cells the shore runs.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "terrawright/tile.hpp"

namespace terrawright::view {

// Share of land in a cell, from the shore that the slope there implies: a smooth coast at any size. 0 or 1 where all
// nine cells around are alike.
inline double land_share(const View<const float>& z, std::int64_t x, std::int64_t y) {
  const Rect& a = z.area();
  const std::int64_t xs[3] = {std::max(x - 1, a.x), x, std::min(x + 1, a.x + a.width - 1)};
  const std::int64_t ys[3] = {std::max(y - 1, a.y), y, std::min(y + 1, a.y + a.height - 1)};
  int land = 0;
  for (const std::int64_t j : ys) {
    for (const std::int64_t i : xs) land += z(i, j) > 0.0f ? 1 : 0;
  }
  if (land == 0 || land == 9) return land == 0 ? 0.0 : 1.0;
  const auto at = [&](int i, int j) { return static_cast<double>(z(xs[i], ys[j])); };
  const double gx = (at(2, 1) - at(0, 1)) / 2, gy = (at(1, 2) - at(1, 0)) / 2;
  const double steep = std::sqrt(gx * gx + gy * gy);
  if (!(steep > 0)) return at(1, 1) > 0 ? 1.0 : 0.0;
  return std::clamp(0.5 + at(1, 1) / steep, 0.0, 1.0);
}

}  // namespace terrawright::view
