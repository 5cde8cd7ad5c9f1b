// SPDX-License-Identifier: Apache-2.0
// contour_lines.hpp: how much of a cell the line of equal height covers.
//
// A surface of slope g (per cell) reaches the level v at the distance |z - v| / g from a cell's middle. A line of w
// cells covers clamp(w/2 + 1/2 - distance, 0, 1) of the cell: smooth at its edges.
#pragma once
#include <cmath>
#include <cstddef>

#include "surface_rows.hpp"
#include "terrawright/processors.h"
#include "view/tint.hpp"

namespace terrawright::view {

struct Lines {
  double interval, index_every, width, index_width;
};

namespace {

inline double slope_of(const Surface& s, std::size_t x) {
  const auto at = [](float z) { return static_cast<double>(z); };
  const double gx = (at(s.here[x + 1]) - at(s.here[x - 1])) * s.share_across;
  const double gy = (at(s.below[x]) - at(s.above[x])) * s.share_down;
  return std::sqrt(gx * gx + gy * gy);
}
// A plain at the level is above the line, so that the floor of a sea has none.
inline double cover_of(const Surface& s, std::size_t x, double slope, double level, double width) {
  const double gap = std::fabs(static_cast<double>(s.here[x]) - level);
  const double reached = width / 2 + 0.5 - gap / slope, most = 1.0 < width ? 1.0 : width;
  const double cover = most < reached ? most : reached;
  const bool runs_near = static_cast<double>(s.low[x]) < level && static_cast<double>(s.high[x]) >= level;
  return slope > 0 && cover > 0 && runs_near ? cover : 0.0;
}

// Lines that would run into each other fade, the thinner ones first.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void cover_by_lines(const Surface& surface, const Lines& lines, double* __restrict to, std::size_t count) {
  const Surface s = surface;
  const Lines l = lines;
  for (std::size_t x = 0; x < count; ++x) {
    const double slope = slope_of(s, x);
    const double nearest = std::floor(static_cast<double>(s.here[x]) / l.interval + 0.5);
    const bool index = nearest == l.index_every * std::floor(nearest / l.index_every);
    const double between = slope > 0 ? l.interval / slope : 1e9;  // cells from a line to the next
    const double room = smooth_step(1.5, 4.0, index ? between * l.index_every : between);
    const double cover = cover_of(s, x, slope, nearest * l.interval, index ? l.index_width : l.width);
    to[x] = nearest == 0 ? 0.0 : room * cover;
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void cover_by_shore(const Surface& surface, double width, double* __restrict to, std::size_t count) {
  const Surface s = surface;
  for (std::size_t x = 0; x < count; ++x) to[x] = cover_of(s, x, slope_of(s, x), 0.0, width);
}

}  // namespace

}  // namespace terrawright::view
