// SPDX-License-Identifier: Apache-2.0
// The blocks within a radius of a place.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "feature/feature_grid.hpp"

namespace terrawright::feature {

class Disk {
 public:
  Disk(double radius, const FeatureGrid& grid) : rows_(static_cast<std::int64_t>(std::min(radius, 1e6))) {
    for (std::int64_t y = -rows_; y <= rows_; ++y) {
      const double left = radius * radius - static_cast<double>(y * y);
      half_.push_back(std::min(static_cast<std::int64_t>(std::sqrt(left)), grid.width));
    }
  }
  // take(y, first, end): the blocks of each row that are in the world.
  template <class Take>
  void each_row(std::int64_t x, std::int64_t y, const FeatureGrid& grid, Take take) const {
    for (std::int64_t j = std::max<std::int64_t>(y - rows_, 0); j <= std::min(y + rows_, grid.height - 1); ++j) {
      const std::int64_t half = half_[static_cast<std::size_t>(j - y + rows_)];
      take(j, std::max<std::int64_t>(x - half, 0), std::min(x + half + 1, grid.width));
    }
  }
  std::int64_t area() const {
    std::int64_t all = 0;
    for (const std::int64_t half : half_) all += 2 * half + 1;
    return all;
  }

 private:
  std::int64_t rows_;
  std::vector<std::int64_t> half_;
};

}  // namespace terrawright::feature
