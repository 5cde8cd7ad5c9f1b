// SPDX-License-Identifier: Apache-2.0
// Finds rivers and lakes among the cells of a tile and of the ring around it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "strahler.hpp"
#include "terrawright/processors.h"
#include "water/directions.hpp"
#include "water/each_set.hpp"
#include "water/scratch.hpp"

namespace terrawright::water {

namespace {

TERRAWRIGHT_FOR_EACH_PROCESSOR
void enough_of_row(const std::int64_t* all, std::int64_t least, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = all[x] >= least ? 1 : 0;
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void some_of_row(const std::int64_t* of_lakes, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = of_lakes[x] > 0 ? 1 : to[x];
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void not_in_sea(const std::uint8_t* sea, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = sea[x] != 0 ? 0 : to[x];
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void not_at_ends(const Receiver* code, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = code[x] == no_receiver ? 0 : to[x];
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void lakes_of_row(const std::uint8_t* lake, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = lake[x] != 0 ? static_cast<std::uint8_t>(Water::lake) : to[x];
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool any_of_row(const std::uint8_t* water, std::int32_t count) {
  std::uint8_t any = 0;
  for (std::int32_t x = 0; x < count; ++x) any = static_cast<std::uint8_t>(any | water[x]);
  return any != 0;
}

}  // namespace

// Inputs of that; `of_lakes`, `lake` and `sea` may be empty.
struct WaterViews {
  View<const Receiver> receivers;
  View<const std::int64_t> accumulation, of_lakes;
  View<const std::uint8_t> lake, sea;
  std::int64_t least;  // runoff of a river

  // Codes of Water for n cells. False if all are none.
  bool row(std::int64_t y, std::int64_t x, std::int64_t n, std::uint8_t* to) const {
    const auto count = static_cast<std::int32_t>(n);
    enough_of_row(accumulation.row(y, x), least, to, count);
    if (of_lakes) some_of_row(of_lakes.row(y, x), to, count);
    sea ? not_in_sea(sea.row(y, x), to, count) : not_at_ends(receivers.row(y, x), to, count);
    if (lake) lakes_of_row(lake.row(y, x), to, count);
    return any_of_row(to, count);
  }
};

class WaterMap {
 public:
  // Views that reach one cell beyond the tile, as far as the world does.
  WaterMap(const WaterViews& views, const Rect& tile) : stride_(tile.width + 2), tile_(tile) {
    const Rect ring = grown(tile, 1), seen = views.receivers.area();
    const std::int64_t left = std::max(ring.x, seen.x), right = std::min(ring.x + ring.width, seen.x + seen.width);
    const std::int64_t top = std::max(ring.y, seen.y), bottom = std::min(ring.y + ring.height, seen.y + seen.height);
    cells_.assign(static_cast<std::size_t>(stride_ * ring.height + beyond_flags), 0);
    has_water_.assign(static_cast<std::size_t>(tile.height), 0);
    for (std::int64_t y = top; y < bottom; ++y) {
      if (!views.row(y, left, right - left, &cells_[in_ring(place(left, y))])) continue;
      if (y >= tile.y && y < tile.y + tile.height) has_water_[static_cast<std::size_t>(y - tile.y)] = 1;
    }
    any_ = std::any_of(has_water_.begin(), has_water_.end(), [](std::uint8_t has) { return has != 0; });
  }

  // In the tile, or perhaps beside it.
  bool any() const { return any_; }
  // Cells by their place, which counts from the tile's first cell on.
  std::ptrdiff_t stride() const { return stride_; }
  std::ptrdiff_t place(std::int64_t x, std::int64_t y) const { return (y - tile_.y) * stride_ + x - tile_.x; }
  Water operator[](std::ptrdiff_t place) const { return static_cast<Water>(cells_[in_ring(place)]); }
  const std::uint8_t* row(std::int64_t y) const { return &cells_[in_ring(place(tile_.x, y))]; }
  // body(place) for rivers and lakes of the tile, row by row.
  template <class Body>
  void each(Body body) const {
    for (std::int64_t y = tile_.y; y < tile_.y + tile_.height; ++y) {
      if (!has_water_[static_cast<std::size_t>(y - tile_.y)]) continue;
      const std::ptrdiff_t first = place(tile_.x, y);
      each_set(row(y), tile_.width, [&](std::int64_t x) { body(first + x); });
    }
  }

 private:
  std::size_t in_ring(std::ptrdiff_t place) const { return static_cast<std::size_t>(place + stride_ + 1); }
  std::ptrdiff_t stride_;
  Rect tile_;
  Scratch<std::uint8_t> cells_;
  std::vector<std::uint8_t> has_water_;  // by row
  bool any_ = false;
};

}  // namespace terrawright::water
