// SPDX-License-Identifier: Apache-2.0
// surface_rows.hpp: the ground, smoothed, that contour lines are drawn from.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrawright/processors.h"
#include "view/rows.hpp"
#include "view/smoothing.hpp"

namespace terrawright::view {

// Reach of a line's drawing: for a line of up to two cells, and its smooth edge.
constexpr std::int64_t line_reach = 2;

// Some cells of a row. Neighbours to the left and right are read beside `here`.
struct Surface {
  const float *here, *above, *below;
  double share_across, share_down;  // 1 divided by the cells from one neighbour to the other; 0 where there are none
  const float *low, *high;          // the least and the most up to line_reach cells away
};

namespace {

inline float lower(float a, float b) { return b < a ? b : a; }
inline float higher(float a, float b) { return a < b ? b : a; }

TERRAWRIGHT_FOR_EACH_PROCESSOR
void extremes_of(const float* const rows[2 * line_reach + 1], float* __restrict low, float* __restrict high,
                 std::size_t count) {
  const float *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3], *e = rows[4];
  for (std::size_t x = 0; x < count; ++x) {
    low[x] = lower(lower(lower(a[x], b[x]), lower(c[x], d[x])), e[x]);
    high[x] = higher(higher(higher(a[x], b[x]), higher(c[x], d[x])), e[x]);
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void extremes_across(const float* low, const float* high, float* __restrict lowest, float* __restrict highest,
                     std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    lowest[x] = lower(lower(lower(low[x], low[x + 1]), lower(low[x + 2], low[x + 3])), low[x + 4]);
    highest[x] = higher(higher(higher(high[x], high[x + 1]), higher(high[x + 2], high[x + 3])), high[x + 4]);
  }
}

}  // namespace

// The rows of a tile, from top to bottom. Beyond the world's border its outermost cells repeat.
class SurfaceRows {
 public:
  SurfaceRows(const View<const float>& z, const Rect& tile, int levels)
      : z_(z),
        tile_(tile),
        levels_(levels),
        smoothing_(z.area(), levels, tile.y - line_reach),
        rows_(z.area().y, z.area().width, 2 * line_reach + 1, line_reach) {
    const auto width = static_cast<std::size_t>(tile.width);
    for (auto* row : {&low_, &high_}) row->resize(width + 2 * line_reach);
    for (auto* row : {&lowest_, &highest_}) row->resize(width);
  }

  void go_to(std::int64_t y) {
    const std::int64_t width = z_.area().width;
    smoothing_.make(
        y + line_reach, [&](std::int64_t row, float* to) { std::copy_n(z_.row(row, z_.area().x), width, to); },
        [&](int k, std::int64_t row, const float* made) {
          if (k != levels_) return;
          std::copy_n(made, width, rows_.row(row));
          rows_.repeat_ends(row, line_reach);
        });
    const float* rows[2 * line_reach + 1];
    for (std::int64_t j = -line_reach; j <= line_reach; ++j) rows[j + line_reach] = row(y + j, tile_.x - line_reach);
    extremes_of(rows, low_.data(), high_.data(), low_.size());
    extremes_across(low_.data(), high_.data(), lowest_.data(), highest_.data(), lowest_.size());
    y_ = y;
  }

  // draw(surface, first cell, how many): of the row, cells together that have neighbours as far apart.
  template <class Draw>
  void each_part(const Draw& draw) const {
    const Rect& seen = z_.area();
    const std::int64_t end = tile_.x + tile_.width, last = seen.x + seen.width - 1;
    const std::int64_t first_inside = std::max(tile_.x, seen.x + 1), end_inside = std::min(end, last);
    const auto part = [&](std::int64_t x, std::int64_t count, std::int64_t apart) {
      if (count <= 0) return;
      const std::int64_t north = std::max(y_ - 1, seen.y), south = std::min(y_ + 1, seen.y + seen.height - 1);
      const auto i = static_cast<std::size_t>(x - tile_.x);
      const Surface surface{row(y_, x),           row(north, x),      row(south, x),      share(apart),
                            share(south - north), lowest_.data() + i, highest_.data() + i};
      draw(surface, i, static_cast<std::size_t>(count));
    };
    part(first_inside, end_inside - first_inside, 2);
    const std::int64_t at_border = seen.width > 1 ? 1 : 0;
    if (tile_.x == seen.x) part(seen.x, 1, at_border);
    if (end == last + 1 && last > seen.x) part(last, 1, at_border);
  }

 private:
  static double share(std::int64_t cells) { return cells > 0 ? 1.0 / static_cast<double>(cells) : 0.0; }
  const float* row(std::int64_t y, std::int64_t x) const {
    const Rect& seen = z_.area();
    return rows_.row(std::clamp(y, seen.y, seen.y + seen.height - 1)) + (x - seen.x);
  }

  View<const float> z_;
  Rect tile_;
  int levels_;
  Smoothing smoothing_;
  Rows<float> rows_;
  std::int64_t y_ = 0;
  std::vector<float> low_, high_, lowest_, highest_;  // of the columns around row y_, and of the squares
};

}  // namespace terrawright::view
