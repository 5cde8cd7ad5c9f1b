// SPDX-License-Identifier: Apache-2.0
// rows.hpp: the last few rows of a raster, with room at their ends. Older ones are overwritten.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrawright/tile.hpp"

namespace terrawright::view {

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

}  // namespace terrawright::view
