// SPDX-License-Identifier: Apache-2.0
#include "images/overviews.hpp"

#include <algorithm>
#include <limits>

namespace terrawright::images {

std::vector<std::int64_t> overviews_of(std::int64_t width, std::int64_t height) {
  std::vector<std::int64_t> factors;
  const std::int64_t longer = std::max(width, height);
  for (std::int64_t factor = 2; factor <= 64 && longer * 2 / factor > overview_tile; factor *= 2)
    factors.push_back(factor);
  return factors;
}

void mean_of_blocks(const float* cells, std::int64_t width, std::int64_t rows, std::int64_t factor, float* means) {
  for (std::int64_t begin = 0; begin < width; begin += factor) {
    const std::int64_t end = std::min(begin + factor, width);
    double sum = 0;
    std::int64_t count = 0;
    for (std::int64_t y = 0; y < rows; ++y) {
      for (std::int64_t x = begin; x < end; ++x) {
        const float value = cells[y * width + x];
        if (value != value) continue;
        sum += static_cast<double>(value);
        ++count;
      }
    }
    *means++ =
        count == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(sum / static_cast<double>(count));
  }
}

}  // namespace terrawright::images
