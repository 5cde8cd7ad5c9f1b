// SPDX-License-Identifier: Apache-2.0
// model.hpp: the surface that the light falls on: the relief at several scales in one, so that broad forms are
// seen through the detail.
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
void keep_half(const float* z, bool above, float* __restrict to, std::size_t count) {
  if (above) {
    for (std::size_t x = 0; x < count; ++x) to[x] = z[x] > 0.0f ? z[x] : 0.0f;
  } else {
    for (std::size_t x = 0; x < count; ++x) to[x] = z[x] < 0.0f ? z[x] : 0.0f;
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void take_level(float share, const float* level, float* __restrict sum, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) sum[x] = share * level[x];
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_level(float share, const float* level, float* __restrict sum, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) sum[x] += share * level[x];
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
  static constexpr int levels = 4;
  static constexpr std::int64_t reach = smoothing_reach(levels);
  // Of each level, from the finest.
  using Shares = float[levels + 1];
  static constexpr Shares land = {0.17f, 0.24f, 0.32f, 0.42f, 0.52f};
  static constexpr Shares sea_floor = {0.0f, 0.1f, 0.3f, 0.5f, 0.6f};
  static constexpr Shares sea_colour = {0.7f, 0.2f, 0.1f, 0.0f, 0.0f};  // the depth itself, not what lies around

  // What of z is above the sea, or what is below it, the other half being flat at 0 m; once for each kind of shares.
  Model(const View<const float>& z, const Rect& tile, bool above, std::vector<const float*> shares)
      : z_(z), tile_(tile), above_(above), shares_(std::move(shares)), smoothing_(z.area(), levels, tile.y - 1) {
    // From the row above the one that is asked for to the last that the finest level has reached.
    for (std::size_t n = 0; n < shares_.size(); ++n) sums_.emplace_back(z.area().y, z.area().width, reach + 3, 1);
  }

  // Makes the rows that those of y are worked out from.
  void go_to(std::int64_t y) {
    const auto width = static_cast<std::size_t>(z_.area().width);
    const auto read = [&](std::int64_t row, float* to) { keep_half(z_.row(row, z_.area().x), above_, to, width); };
    smoothing_.make(y + 1, read, [&](int k, std::int64_t row, const float* level) {
      for (std::size_t n = 0; n < sums_.size(); ++n) {
        float* sum = sums_[n].row(row);
        (k == 0 ? take_level : add_level)(shares_[n][k], level, sum, width);
      }
    });
  }
  // Of the tile's cells in row y.
  const float* metres(std::int64_t y) const { return sums_.back().row(y) + (tile_.x - z_.area().x); }
  // Metres from a cell to the next, right and down, times `per_metre`.
  void slopes(std::int64_t y, float per_metre, float* right, float* down) {
    const Rect& seen = z_.area();
    const std::int64_t from = tile_.x - seen.x, width = tile_.width;
    const auto count = static_cast<std::size_t>(width);
    Rows<float>& sum = sums_.front();
    sum.repeat_ends(y, 1);
    rise_along(sum.row(y) + from, per_metre / 2, right, count);
    // At the world's border from the cell itself, half as far.
    if (from == 0) right[0] *= 2;
    if (from + width == seen.width) right[width - 1] *= 2;
    const std::int64_t north = std::max(y - 1, seen.y), south = std::min(y + 1, seen.y + seen.height - 1);
    const float run = static_cast<float>(std::max<std::int64_t>(south - north, 1));
    rise_between(sum.row(north) + from, sum.row(south) + from, per_metre / run, down, count);
  }

 private:
  View<const float> z_;
  Rect tile_;
  bool above_;
  std::vector<const float*> shares_;
  Smoothing smoothing_;
  std::vector<Rows<float>> sums_;  // of each shares
};

}  // namespace terrawright::view
