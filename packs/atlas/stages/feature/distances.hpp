// SPDX-License-Identifier: Apache-2.0
// distances.hpp: how far it is from each block of a mask to the nearest one outside of it, exactly. Blocks beyond the
// edge of the world are outside.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "feature/feature_grid.hpp"

namespace terrawright::feature {

// Squares of distances from middle to middle, in blocks; 0 outside. Meijster, Roerdink and Hesselink 2000: columns
// first, then the lower envelope of parabolas along rows, in whole numbers. An outside block ends a run of blocks, and
// hides all parabolas beyond.
inline std::vector<std::int32_t> squared_distances(const std::vector<std::uint8_t>& mask, const FeatureGrid& grid) {
  const auto wide = static_cast<std::size_t>(grid.width);
  std::vector<std::int32_t> steps(mask.size()), before(wide, 0);
  for (std::size_t c = 0; c < mask.size(); c += wide) {
    const std::int32_t* const up = c == 0 ? before.data() : &steps[c - wide];
    for (std::size_t x = 0; x < wide; ++x) steps[c + x] = mask[c + x] ? up[x] + 1 : 0;
  }
  for (std::size_t c = mask.size(); c > 0; c -= wide) {
    std::int32_t* const here = &steps[c - wide];
    const std::int32_t* const down = c == mask.size() ? before.data() : here + wide;
    for (std::size_t x = 0; x < wide; ++x) here[x] = std::min(here[x], down[x] + 1);
  }
  std::vector<std::int64_t> at(wide + 2), from(wide + 2), height(wide + 2);
  for (std::size_t c = 0; c < mask.size(); c += wide) {
    std::int32_t* const row = &steps[c];
    for (std::int64_t x = 0; x < grid.width; ++x) {
      if (row[x] == 0) continue;
      std::int64_t end = x;
      while (end < grid.width && row[end] != 0) ++end;
      // Parabolas from x - 1 to end, both of height 0; `from` is where each begins to be the lowest.
      std::size_t last = 0;
      at[0] = x - 1;
      height[0] = 0;
      from[0] = x - 1;
      for (std::int64_t u = x; u <= end; ++u) {
        const std::int64_t h = u == end ? 0 : std::int64_t{row[u]} * row[u];
        for (;;) {
          const std::int64_t over = u * u - at[last] * at[last] + h - height[last], twice = 2 * (u - at[last]);
          const std::int64_t first = (over >= 0 ? over / twice : -((-over + twice - 1) / twice)) + 1;
          if (first > from[last] || last == 0) {
            if (first > end) break;
            ++last;
            at[last] = u;
            height[last] = h;
            from[last] = first;
            break;
          }
          --last;
        }
      }
      for (std::int64_t i = end - 1; i >= x; --i) {
        while (from[last] > i) --last;
        row[i] = static_cast<std::int32_t>((i - at[last]) * (i - at[last]) + height[last]);
      }
      x = end;
    }
  }
  return steps;
}

// To the edge of the mask, half-way between blocks.
inline double kilometres_of(std::int32_t squared, const FeatureGrid& grid) {
  return grid.metres() * (std::sqrt(static_cast<double>(squared)) - 0.5) / 1000;
}

// Among some blocks the one farthest from the outside; ties: the one nearest to the middle of them all, then the first.
inline std::uint32_t pole_of(const Items<std::uint32_t>& blocks, const std::vector<std::int32_t>& squared,
                             const FeatureGrid& grid) {
  double sum_x = 0, sum_y = 0;
  for (const std::uint32_t c : blocks) {
    sum_x += static_cast<double>(grid.x(c));
    sum_y += static_cast<double>(grid.y(c));
  }
  const auto count = static_cast<double>(blocks.size());
  std::uint32_t pole = blocks[0];
  double nearest = INFINITY;
  for (const std::uint32_t c : blocks) {
    if (squared[c] < squared[pole]) continue;
    const double dx = static_cast<double>(grid.x(c)) - sum_x / count,
                 dy = static_cast<double>(grid.y(c)) - sum_y / count;
    const double far = dx * dx + dy * dy;
    if (squared[c] == squared[pole] && !(far < nearest)) continue;
    pole = c;
    nearest = far;
  }
  return pole;
}

}  // namespace terrawright::feature
