// SPDX-License-Identifier: Apache-2.0
// Surroundings of a place: the amount of land, its slope, and the nearest features.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "feature/feature_grid.hpp"

namespace terrawright::feature {

// Properties of the land, block by block.
struct Ground {
  FeatureGrid grid;
  std::vector<std::uint8_t> land, forest, desert;  // `land`: dry, no lake
  std::vector<std::uint8_t> sea;
  std::vector<float> height;
};

class Surroundings {
 public:
  explicit Surroundings(const Ground& ground) : ground_(ground), grid_(ground.grid) {
    // Blocks of land up to each, row by row.
    before_.assign(static_cast<std::size_t>((grid_.width + 1) * grid_.height), 0);
    for (std::int64_t y = 0, i = 0; y < grid_.height; ++y, ++i) {
      for (std::int64_t x = 0; x < grid_.width; ++x, ++i) {
        const auto k = static_cast<std::size_t>(i);
        before_[k + 1] = before_[k] + (ground.sea[grid_.at(x, y)] != 0 ? 0 : 1);
      }
    }
  }

  std::size_t block(double x, double y) const {
    const auto in = [&](double at, std::int64_t most) {
      return std::max(std::int64_t{0}, std::min(static_cast<std::int64_t>(at + 0.5) / grid_.block, most - 1));
    };
    return grid_.at(in(x, grid_.width), in(y, grid_.height));
  }

  // The share of blocks within so many metres that are no sea.
  double land(const terrawright_point& at, double metres) const {
    const std::size_t c = block(at.x, at.y);
    const std::int64_t cx = grid_.x(c), cy = grid_.y(c), radius = std::max(std::int64_t{1}, grid_.blocks(metres));
    std::int64_t half = 0, land = 0, all = 0;
    for (std::int64_t dy = -radius; dy <= radius; ++dy) {
      while ((half + 1) * (half + 1) + dy * dy <= radius * radius) ++half;
      while (half > 0 && half * half + dy * dy > radius * radius) --half;
      const std::int64_t y = cy + dy, left = std::max(std::int64_t{0}, cx - half),
                         right = std::min(grid_.width, cx + half + 1);
      if (y < 0 || y >= grid_.height) continue;
      const auto row = static_cast<std::size_t>(y * (grid_.width + 1));
      land += before_[row + static_cast<std::size_t>(right)] - before_[row + static_cast<std::size_t>(left)];
      all += right - left;
    }
    return all == 0 ? 0 : static_cast<double>(land) / static_cast<double>(all);
  }

  // The nearest block that has a flag, within so many metres; none: SIZE_MAX. Ties: the first row by row.
  std::size_t nearest(const std::vector<std::uint8_t>& flags, std::size_t c, double metres) const {
    const std::int64_t cx = grid_.x(c), cy = grid_.y(c), radius = std::max(std::int64_t{1}, grid_.blocks(metres));
    std::size_t best = SIZE_MAX;
    std::int64_t least = radius * radius + 1;
    for (std::int64_t dy = -radius; dy <= radius; ++dy) {
      for (std::int64_t dx = -radius; dx <= radius && dy * dy < least; ++dx) {
        if (!grid_.has(cx + dx, cy + dy) || dx * dx + dy * dy >= least) continue;
        const std::size_t at = grid_.at(cx + dx, cy + dy);
        if (flags[at] == 0) continue;
        least = dx * dx + dy * dy;
        best = at;
      }
    }
    return best;
  }

  // Rise over run, over a kilometre.
  double slope(std::size_t c) const {
    const std::int64_t step = std::max(std::int64_t{1}, grid_.blocks(500));
    const std::int64_t x = grid_.x(c), y = grid_.y(c);
    const auto difference = [&](std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1) {
      const double apart = static_cast<double>(std::max(x1 - x0, y1 - y0)) * grid_.metres();
      const double rise = static_cast<double>(ground_.height[grid_.at(x1, y1)] - ground_.height[grid_.at(x0, y0)]);
      return apart > 0 ? rise / apart : 0.0;
    };
    const double across = difference(std::max(std::int64_t{0}, x - step), y, std::min(grid_.width - 1, x + step), y);
    const double down = difference(x, std::max(std::int64_t{0}, y - step), x, std::min(grid_.height - 1, y + step));
    return std::sqrt(across * across + down * down);
  }

 private:
  const Ground& ground_;
  const FeatureGrid& grid_;
  std::vector<std::int64_t> before_;
};

}  // namespace terrawright::feature
