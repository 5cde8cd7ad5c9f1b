// SPDX-License-Identifier: Apache-2.0
// model.hpp: surfaces that light falls on: the land or the sea floor at several scales in one.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "terrawright/processors.h"
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
