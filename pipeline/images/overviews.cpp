// SPDX-License-Identifier: Apache-2.0
#include "images/overviews.hpp"

#include <algorithm>

namespace terrawright::images {

std::vector<std::int64_t> overviews_of(std::int64_t width, std::int64_t height) {
  std::vector<std::int64_t> factors;
  const std::int64_t longer = std::max(width, height);
  for (std::int64_t factor = 2; factor <= 64 && longer * 2 / factor > overview_tile; factor *= 2)
    factors.push_back(factor);
  return factors;
}

}  // namespace terrawright::images
