// SPDX-License-Identifier: Apache-2.0
// smoothing.hpp: the last rows of a raster, ever smoother copies of it, and surfaces that light falls on.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "terrawright/processors.h"
#include "terrawright/tile.hpp"

namespace terrawright::view {

// The last few rows of a raster, with room at their ends. Older ones are overwritten.
template <class Value>
class Rows {
 public:
  // The first row is `top`. `margin`: cells at each end that can be written too.
  Rows(std::int64_t top, std::int64_t width, std::int64_t count, std::int64_t margin = 0)
      : top_(top),
        width_(width),
        count_(count),
        margin_((margin + 15) / 16 * 16),
        stride_((width + 15) / 16 * 16 + 2 * margin_),
        values_(static_cast<std::size_t>(stride_ * count)) {}

  // Rows y and y + count share their memory.
  Value* row(std::int64_t y) { return values_.data() + (y - top_) % count_ * stride_ + margin_; }
  const Value* row(std::int64_t y) const { return values_.data() + (y - top_) % count_ * stride_ + margin_; }
  // Continues row y with its first and last value.
  void repeat_ends(std::int64_t y, std::int64_t by) {
    Value* first = row(y);
    std::fill_n(first - by, by, first[0]);
    std::fill_n(first + width_, by, first[width_ - 1]);
  }

 private:
  std::int64_t top_, width_, count_, margin_, stride_;
  std::vector<Value> values_;
};

// smoothing.hpp: ever smoother copies of a raster, by B-spline filters with holes.
//
// Level k applies 1 4 6 4 1 over 16 with a step of 2^k, first along rows, then along columns; each output is a
// fixed sum of its own inputs, so the same bits come from any tile. Source: the `a trous` wavelet transform,
// Starck, Murtagh & Bijaoui 1998.

// Cells that `levels` levels reach.
constexpr std::int64_t smoothing_reach(int levels) { return 2 * ((std::int64_t{1} << levels) - 1); }

namespace {

inline float five_taps(float a, float b, float c, float d, float e) {
  return ((a + e) + 4.0f * (b + d) + 6.0f * c) * 0.0625f;
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void smooth_row(const float* a, const float* b, const float* c, const float* d, const float* e,
                                 float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = five_taps(a[x], b[x], c[x], d[x], e[x]);
}

}  // namespace

// Makes the rows of all levels from top to bottom, none before the rows it is made of, and keeps of each level only
// those that the next one still needs.
class Smoothing {
 public:
  // Level `levels` is wanted from row `first` on. Beyond `area` its outermost cells repeat: right at the world's
  // border; elsewhere `area` must reach as far as smoothing_reach says.
  Smoothing(const Rect& area, int levels, std::int64_t first)
      : area_(area), levels_(levels), line_(area.y, area.width, 1, std::int64_t{1} << levels) {
    for (int k = 0; k <= levels; ++k) {
      const std::int64_t above = smoothing_reach(levels) - smoothing_reach(k);
      next_.push_back(std::max(first - above, area.y));
      if (k < levels) wide_.emplace_back(area.y, area.width, 4 * (std::int64_t{1} << k) + 1);
    }
  }

  // The last level up to row y. read(y, row) fetches a row of level 0; made(k, y, row) is called for each row of each
  // level, those of one level from top to bottom.
  template <class Read, class Made>
  void make(std::int64_t y, const Read& read, const Made& made) {
    make(levels_, y, read, made);
  }

 private:
  template <class Read, class Made>
  void make(int k, std::int64_t y, const Read& read, const Made& made) {
    const auto width = static_cast<std::size_t>(area_.width);
    std::int64_t& next = next_[static_cast<std::size_t>(k)];
    for (const std::int64_t last = std::min(y, area_.y + area_.height - 1); next <= last; ++next) {
      float* line = line_.row(next);
      if (k == 0) {
        read(next, line);
      } else {
        const std::int64_t step = std::int64_t{1} << (k - 1);
        make(k - 1, next + 2 * step, read, made);
        const auto wide = [&](std::int64_t down) {
          const std::int64_t inside = std::clamp(next + down, area_.y, area_.y + area_.height - 1);
          return wide_[static_cast<std::size_t>(k - 1)].row(inside);
        };
        smooth_row(wide(-2 * step), wide(-step), wide(0), wide(step), wide(2 * step), line, width);
      }
      made(k, next, line);
      if (k == levels_) continue;
      const std::int64_t step = std::int64_t{1} << k;
      line_.repeat_ends(next, 2 * step);
      smooth_row(line - 2 * step, line - step, line, line + step, line + 2 * step,
                 wide_[static_cast<std::size_t>(k)].row(next), width);
    }
  }

  Rect area_;
  int levels_;
  std::vector<std::int64_t> next_;  // row of each level
  std::vector<Rows<float>> wide_;   // of each level but the last, smoothed along rows for the next
  Rows<float> line_;
};

namespace {

// Sums of a raster and its ever smoother copies, each with a share of its own, row by row.

TERRAWRIGHT_FOR_EACH_PROCESSOR
void take_level(float share, const float* level, float* __restrict sum, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) sum[x] = share * level[x];
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_level(float share, const float* level, float* __restrict sum, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) sum[x] += share * level[x];
}

}  // namespace

// For a tile and a cell around it, inside the world.
class LevelSums {
 public:
  // Shares by level, from the finest; all of one LevelSums have the same number.
  using Shares = std::vector<float>;

  // `seen` reaches reach_of(levels) cells beyond the tile, or to the world's border.
  LevelSums(const Rect& seen, const Rect& tile, std::vector<Shares> shares)
      : area_(grown(tile, reach_of(shares), seen)),
        inner_(grown(tile, 1, seen)),
        shares_(std::move(shares)),
        smoothing_(area_, levels_of(shares_), tile.y - 1) {
    // From the row above the one that is asked for to the last that the finest level has reached.
    const std::int64_t kept = smoothing_reach(levels_of(shares_)) + 3;
    for (std::size_t n = 0; n < shares_.size(); ++n) sums_.emplace_back(area_.y, inner_.width, kept, 1);
  }
  static std::int64_t reach_of(const std::vector<Shares>& shares) { return smoothing_reach(levels_of(shares)) + 1; }

  // The area that is read, and that of the sums.
  const Rect& area() const { return area_; }
  const Rect& inner() const { return inner_; }

  // Makes the sums of the rows up to y + 1. read(y, row) fetches a row of area().
  template <class Read>
  void go_to(std::int64_t y, const Read& read) {
    const auto width = static_cast<std::size_t>(inner_.width);
    smoothing_.make(y + 1, read, [&](int k, std::int64_t row, const float* level) {
      for (std::size_t n = 0; n < sums_.size(); ++n) {
        const float share = shares_[n][static_cast<std::size_t>(k)];
        if (k > 0 && !(share < 0.0f || share > 0.0f)) continue;
        (k == 0 ? take_level : add_level)(share, level + (inner_.x - area_.x), sums_[n].row(row), width);
      }
    });
  }
  // Sum n of the cells of inner(), with room for one more at each end.
  Rows<float>& rows(std::size_t n) { return sums_[n]; }

 private:
  static int levels_of(const std::vector<Shares>& shares) { return static_cast<int>(shares.front().size()) - 1; }
  static Rect grown(const Rect& tile, std::int64_t by, const Rect& seen) {
    const std::int64_t left = std::max(tile.x - by, seen.x), top = std::max(tile.y - by, seen.y);
    return {left, top, std::min(tile.x + tile.width + by, seen.x + seen.width) - left,
            std::min(tile.y + tile.height + by, seen.y + seen.height) - top};
  }

  Rect area_, inner_;
  std::vector<Shares> shares_;
  Smoothing smoothing_;
  std::vector<Rows<float>> sums_;
};

// Surfaces that light falls on: the land or the sea floor at several scales in one.

namespace {

TERRAWRIGHT_FOR_EACH_PROCESSOR
void keep_half(const float* z, bool above, float* __restrict to, std::size_t count) {
  if (above) {
    for (std::size_t x = 0; x < count; ++x) to[x] = z[x] > 0.0f ? z[x] : 0.0f;
  } else {
    for (std::size_t x = 0; x < count; ++x) to[x] = z[x] < 0.0f ? z[x] : 0.0f;
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void rise_along(const float* z, float per_metre, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = (z[x + 1] - z[x - 1]) * per_metre;
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void rise_between(const float* from, const float* onto, float per_metre, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = (onto[x] - from[x]) * per_metre;
}

}  // namespace

class Model {
 public:
  // The part of z above the sea, or below it, the other half being flat at 0 m; once for each kind of shares.
  Model(const View<const float>& z, const Rect& tile, bool above, std::vector<LevelSums::Shares> shares)
      : z_(z), tile_(tile), above_(above), sums_(z.area(), tile, std::move(shares)) {}

  // Makes the rows that those of y are worked out from.
  void go_to(std::int64_t y) {
    const Rect& read = sums_.area();
    sums_.go_to(y, [&](std::int64_t row, float* to) {
      keep_half(z_.row(row, read.x), above_, to, static_cast<std::size_t>(read.width));
    });
  }
  // Sum n of the tile's cells in row y.
  const float* metres(std::size_t n, std::int64_t y) { return sums_.rows(n).row(y) + (tile_.x - sums_.inner().x); }
  // Metres of the first sum from a cell to the next, right and down, times `per_metre`.
  void slopes(std::int64_t y, float per_metre, float* right, float* down) {
    const Rect &seen = z_.area(), &inner = sums_.inner();
    const std::int64_t from = tile_.x - inner.x, width = tile_.width;
    const auto count = static_cast<std::size_t>(width);
    Rows<float>& sum = sums_.rows(0);
    sum.repeat_ends(y, 1);
    rise_along(sum.row(y) + from, per_metre / 2, right, count);
    // At the world's border from the cell itself, half as far.
    if (from == 0) right[0] *= 2;
    if (from + width == inner.width) right[width - 1] *= 2;
    const std::int64_t north = std::max(y - 1, seen.y), south = std::min(y + 1, seen.y + seen.height - 1);
    const float run = static_cast<float>(std::max<std::int64_t>(south - north, 1));
    rise_between(sum.row(north) + from, sum.row(south) + from, per_metre / run, down, count);
  }

 private:
  View<const float> z_;
  Rect tile_;
  bool above_;
  LevelSums sums_;
};

}  // namespace terrawright::view
