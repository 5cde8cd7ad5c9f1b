// SPDX-License-Identifier: Apache-2.0
// The middle of what is high around a summit. A ridge's highest cell is now here, now there, as the grid falls on it;
// the ridge stays.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "feature/feature_grid.hpp"
#include "terrawright/table.hpp"

namespace terrawright::feature {

constexpr double summit_radius = 1500;  // m

// In cells. Blocks count by the fourth power of how far they stand above the lowest one within the radius.
inline terrawright_point summit_middle(const std::vector<float>& z, const FeatureGrid& grid, std::int64_t x,
                                       std::int64_t y) {
  const double radius = std::min(summit_radius / grid.metres(), 1e4);
  const auto reach = static_cast<std::int64_t>(radius);
  const auto each = [&](auto take) {
    for (std::int64_t j = std::max<std::int64_t>(y - reach, 0); j <= std::min(y + reach, grid.height - 1); ++j) {
      for (std::int64_t i = std::max<std::int64_t>(x - reach, 0); i <= std::min(x + reach, grid.width - 1); ++i) {
        if (static_cast<double>((i - x) * (i - x) + (j - y) * (j - y)) <= radius * radius)
          take(i, j, static_cast<double>(z[grid.at(i, j)]));
      }
    }
  };
  double lowest = INFINITY, all = 0, sum_x = 0, sum_y = 0;
  each([&](std::int64_t, std::int64_t, double height) { lowest = std::min(lowest, height); });
  each([&](std::int64_t i, std::int64_t j, double height) {
    const double above = height - lowest, weight = above * above * above * above;
    all += weight;
    sum_x += weight * static_cast<double>(i - x);
    sum_y += weight * static_cast<double>(j - y);
  });
  const double right = all > 0 ? sum_x / all : 0, down = all > 0 ? sum_y / all : 0;
  return {grid.cell_x(static_cast<double>(x) + right), grid.cell_y(static_cast<double>(y) + down)};
}

}  // namespace terrawright::feature
