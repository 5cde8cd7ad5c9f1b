// SPDX-License-Identifier: Apache-2.0
// contour_lines.hpp: how much of a cell the line of equal height covers.
//
// A surface of slope g (per cell) reaches the level v at the distance |z - v| / g from a cell's middle. A line of w
// cells covers clamp(w/2 + 1/2 - distance, 0, 1) of the cell: smooth at its edges.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "smoothing.hpp"

namespace terrawright::view {

// Of a cell: its value, how steep it is, and the lowest and highest value of the nine cells around.
struct Slant {
  double value, slope, low, high;
};

// `at(x, y)` gives values inside `seen`, which the slant does not leave.
template <class At>
Slant slant_at(const At& at, const Rect& seen, std::int64_t x, std::int64_t y) {
  const std::int64_t west = std::max(x - 1, seen.x), east = std::min(x + 1, seen.x + seen.width - 1);
  const std::int64_t north = std::max(y - 1, seen.y), south = std::min(y + 1, seen.y + seen.height - 1);
  const auto value = [&](std::int64_t i, std::int64_t j) { return static_cast<double>(at(i, j)); };
  Slant s{value(x, y), 0, value(x, y), value(x, y)};
  for (std::int64_t j = north; j <= south; ++j) {
    for (std::int64_t i = west; i <= east; ++i) {
      s.low = std::min(s.low, value(i, j));
      s.high = std::max(s.high, value(i, j));
    }
  }
  const double gx = east > west ? (value(east, y) - value(west, y)) / static_cast<double>(east - west) : 0.0;
  const double gy = south > north ? (value(x, south) - value(x, north)) / static_cast<double>(south - north) : 0.0;
  s.slope = std::sqrt(gx * gx + gy * gy);
  return s;
}

// 0 where the level does not run between the nine cells. A plain at the level is above the line: the floor of a sea
// has none.
inline double line_cover(const Slant& s, double level, double width) {
  if (!(s.low < level && level <= s.high) || !(s.slope > 0)) return 0.0;
  return std::clamp(width / 2 + 0.5 - std::fabs(s.value - level) / s.slope, 0.0, std::min(width, 1.0));
}

}  // namespace terrawright::view
