// SPDX-License-Identifier: Apache-2.0
// marks.hpp: which cells of a row a line might cover, or the shore run through: some more, but never fewer.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrawright/processors.h"
#include "terrawright/tile.hpp"

namespace terrawright::view {

namespace {

// Neighbours of the cells in a row, and what is divided by to get the square of the slope down.
struct Around {
  const float *above, *here, *below;
  double runs_down;
};

inline double slope_squared(const Around& z, std::size_t x) {
  const double right = static_cast<double>(z.here[x + 1]) - static_cast<double>(z.here[x - 1]);
  const double down = (static_cast<double>(z.below[x]) - static_cast<double>(z.above[x])) / z.runs_down;
  return right * right * 0.25 + down * down;
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void mark_lines(const Around& around, double reach_squared, double interval, std::uint8_t* __restrict marks,
                std::size_t count) {
  const Around z = around;
  for (std::size_t x = 0; x < count; ++x) {
    const auto value = static_cast<double>(z.here[x]);
    const double nearest = std::floor(value / interval + 0.5), gap = value - nearest * interval;
    const bool near = gap * gap < reach_squared * slope_squared(z, x) && nearest != 0;
    marks[x] = static_cast<std::uint8_t>(marks[x] | (near ? 1 : 0));
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void mark_shore(const Around& around, double reach_squared, std::uint8_t* __restrict marks, std::size_t count) {
  const Around z = around;
  const auto lower = [](float a, float b) { return a < b ? a : b; };
  const auto higher = [](float a, float b) { return a > b ? a : b; };
  for (std::size_t x = 0; x < count; ++x) {
    float low = z.here[x], high = z.here[x];
    const auto look = [&](const float* row) {
      low = lower(lower(lower(row[x - 1], row[x]), row[x + 1]), low);
      high = higher(higher(higher(row[x - 1], row[x]), row[x + 1]), high);
    };
    look(z.above), look(z.here), look(z.below);
    const auto value = static_cast<double>(z.here[x]);
    const bool near = value * value < reach_squared * slope_squared(z, x), mixed = low <= 0.0f && high > 0.0f;
    marks[x] = static_cast<std::uint8_t>(marks[x] | (near || mixed ? 1 : 0));
  }
}

}  // namespace

class Marks {
 public:
  // `width`: of the widest line.
  Marks(const Rect& seen, const Rect& tile, double width, double interval)
      : seen_(seen),
        tile_(tile),
        interval_(interval),
        first_(std::max(tile.x, seen.x + 1)),
        end_(std::min(tile.x + tile.width, seen.x + seen.width - 1)),
        marks_(static_cast<std::size_t>(tile.width)) {
    constexpr double for_rounding = 1 + 1e-9;
    const double reach = (width / 2 + 0.5) * for_rounding;
    reach_squared_ = reach * reach;
  }
  // At the world's border, where neighbours are missing, all are marked.
  void clear() {
    std::fill(marks_.begin(), marks_.end(), std::uint8_t{1});
    if (end_ > first_) std::fill_n(marks_.begin() + (first_ - tile_.x), end_ - first_, std::uint8_t{0});
  }
  bool at(std::int64_t x) const { return marks_[static_cast<std::size_t>(x - tile_.x)] != 0; }

  // row(y) points to the cell of column 0 in row y.
  template <class Row>
  void add_lines(const Row& row, std::int64_t y) {
    if (end_ > first_) mark_lines(around(row, y), reach_squared_, interval_, begin(), count());
  }
  template <class Row>
  void add_shore(const Row& row, std::int64_t y) {
    if (end_ > first_) mark_shore(around(row, y), reach_squared_, begin(), count());
  }

 private:
  std::uint8_t* begin() { return marks_.data() + (first_ - tile_.x); }
  std::size_t count() const { return static_cast<std::size_t>(end_ - first_); }
  template <class Row>
  Around around(const Row& row, std::int64_t y) const {
    const std::int64_t north = std::max(y - 1, seen_.y), south = std::min(y + 1, seen_.y + seen_.height - 1);
    return {row(north) + first_, row(y) + first_, row(south) + first_,
            static_cast<double>(std::max<std::int64_t>(south - north, 1))};
  }
  Rect seen_, tile_;
  double interval_, reach_squared_;
  std::int64_t first_, end_;  // columns whose cells have neighbours
  std::vector<std::uint8_t> marks_;
};

}  // namespace terrawright::view
