// SPDX-License-Identifier: Apache-2.0
// A rectangle of lattice points in memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "heights/span.hpp"

namespace terrawright::heights {

struct Patch {
  Span columns{0, 0}, rows{0, 0};
  std::vector<float> heights;

  Patch() = default;
  Patch(Span columns_in, Span rows_in)
      : columns(columns_in),
        rows(rows_in),
        heights(static_cast<std::size_t>(columns.size()) * static_cast<std::size_t>(rows.size())) {}
  float& at(std::int32_t x, std::int32_t y) { return heights[place(x, y)]; }
  float at(std::int32_t x, std::int32_t y) const { return heights[place(x, y)]; }
  // Some of the points, row by row.
  std::vector<float> part(Span of_columns, Span of_rows) const {
    std::vector<float> points;
    for (std::int32_t y = of_rows.first; y <= of_rows.last; ++y) {
      for (std::int32_t x = of_columns.first; x <= of_columns.last; ++x) points.push_back(at(x, y));
    }
    return points;
  }

 private:
  std::size_t place(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y - rows.first) * static_cast<std::size_t>(columns.size()) +
           static_cast<std::size_t>(x - columns.first);
  }
};

}  // namespace terrawright::heights
