// SPDX-License-Identifier: Apache-2.0
// Outlets of the world: ocean cells, and all cells on the border of the map.
#pragma once
#include <algorithm>
#include <cstdint>

#include "terrawright/tile.hpp"

namespace terrawright::water {

class Outlets {
 public:
  // `ocean` may be empty: then what is not above 0 m is ocean.
  Outlets(const View<const float>& height, const View<const std::uint8_t>& ocean, std::int64_t width, std::int64_t rows)
      : height_(height), ocean_(ocean), width_(width), rows_(rows) {}

  bool is_border(std::int64_t x, std::int64_t y) const { return x == 0 || y == 0 || x + 1 == width_ || y + 1 == rows_; }
  bool is_ocean(std::int64_t x, std::int64_t y) const { return ocean_ ? ocean_(x, y) != 0 : !(height_(x, y) > 0.0f); }
  bool operator()(std::int64_t x, std::int64_t y) const { return is_border(x, y) || is_ocean(x, y); }

  // 1 for each cell of a row that is an outlet, 0 for the others. True if all are.
  bool row(std::int64_t y, std::int64_t begin, std::int64_t end, std::uint8_t* flags) const {
    const std::int64_t count = end - begin;
    ocean_row(y, begin, end, flags);
    if (y == 0 || y + 1 == rows_) std::fill_n(flags, count, std::uint8_t{1});
    if (begin == 0) flags[0] = 1;
    if (end == width_) flags[count - 1] = 1;
    unsigned all = 1;
    for (std::int64_t i = 0; i < count; ++i) all &= flags[i];
    return all != 0;
  }
  // The same of the ocean alone.
  void ocean_row(std::int64_t y, std::int64_t begin, std::int64_t end, std::uint8_t* flags) const {
    const std::int64_t count = end - begin;
    if (ocean_) {
      const std::uint8_t* cells = ocean_.row(y, begin);
      for (std::int64_t i = 0; i < count; ++i) flags[i] = cells[i] != 0;
    } else {
      const float* cells = height_.row(y, begin);
      for (std::int64_t i = 0; i < count; ++i) flags[i] = !(cells[i] > 0.0f);
    }
  }

 private:
  View<const float> height_;
  View<const std::uint8_t> ocean_;
  std::int64_t width_, rows_;
};

}  // namespace terrawright::water
