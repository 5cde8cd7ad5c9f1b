// SPDX-License-Identifier: Apache-2.0
// smooth_ground.hpp: the ground, smoothed, that contour lines are drawn from.
#pragma once
#include <algorithm>
#include <cstdint>

#include "contour_lines.hpp"
#include "view/rows.hpp"
#include "view/smoothing.hpp"

namespace terrawright::view {

// Rows of a tile and those that lines look at beside; they come from top to bottom.
class SmoothGround {
 public:
  SmoothGround(const View<const float>& z, const Rect& tile, int levels)
      : z_(z),
        levels_(levels),
        smoothing_(z.area(), levels, tile.y - line_reach),
        rows_(z.area().y, z.area().width, 2 * line_reach + 1) {}

  void go_to(std::int64_t y) {
    const std::int64_t width = z_.area().width;
    smoothing_.make(
        y + line_reach, [&](std::int64_t row, float* to) { std::copy_n(z_.row(row, z_.area().x), width, to); },
        [&](int k, std::int64_t row, const float* made) {
          if (k == levels_) std::copy_n(made, width, rows_.row(row));
        });
  }
  // Of column 0 of the world, which need not lie in it.
  const float* row(std::int64_t y) const { return rows_.row(y) - z_.area().x; }

 private:
  View<const float> z_;
  int levels_;
  Smoothing smoothing_;
  Rows<float> rows_;
};

}  // namespace terrawright::view
