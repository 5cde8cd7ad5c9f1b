// SPDX-License-Identifier: Apache-2.0
// Counts the blocks of a mask in a disk, by sums along rows.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "disk.hpp"

namespace terrawright::feature {

class RowSums {
 public:
  RowSums(const std::vector<std::uint8_t>& mask, const FeatureGrid& grid) : grid_(grid) {
    sums_.reserve(grid.size() + static_cast<std::size_t>(grid.height));
    for (std::int64_t y = 0; y < grid.height; ++y) {
      std::int32_t sum = 0;
      for (std::int64_t x = 0; x < grid.width; ++x) {
        sums_.push_back(sum);
        sum += mask[grid.at(x, y)] ? 1 : 0;
      }
      sums_.push_back(sum);
    }
  }

  // Blocks of the mask; `all` becomes the number of those in the world.
  std::int64_t count(std::int64_t x, std::int64_t y, const Disk& disk, std::int64_t& all) const {
    std::int64_t inside = 0;
    all = 0;
    disk.each_row(x, y, grid_, [&](std::int64_t j, std::int64_t first, std::int64_t end) {
      const std::int32_t* const row = &sums_[static_cast<std::size_t>(j * (grid_.width + 1))];
      inside += row[end] - row[first];
      all += end - first;
    });
    return inside;
  }

 private:
  const FeatureGrid& grid_;
  std::vector<std::int32_t> sums_;  // of rows, before each block
};

}  // namespace terrawright::feature
