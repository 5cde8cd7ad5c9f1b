// SPDX-License-Identifier: Apache-2.0
// level_sums.hpp: sums of a raster and its ever smoother copies, each with a share of its own, row by row.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "terrawright/processors.h"
#include "view/rows.hpp"
#include "view/smoothing.hpp"

namespace terrawright::view {

namespace {

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

}  // namespace terrawright::view
