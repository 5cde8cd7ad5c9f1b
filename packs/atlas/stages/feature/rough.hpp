// SPDX-License-Identifier: Apache-2.0
// rough.hpp: how rough land is: the difference between the highest and the lowest land around, in steps of 1/1024 m.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "feature/feature_grid.hpp"

namespace terrawright::feature {

// Sums, means and maxima over squares of blocks on the feature grid, `apart` blocks to each side; whole
// numbers, so that no sum depends on where it began. Beyond the edge of the world is nothing.

// take(y, sums): the sums of row y, one after the other.
template <class Number, class Take>
void each_row_of_sums(const std::vector<Number>& values, const FeatureGrid& grid, std::int64_t apart, Take take) {
  const auto wide = static_cast<std::size_t>(grid.width);
  std::vector<std::int64_t> sums(wide, 0), line(wide + 1);
  const auto add = [&](std::int64_t y, std::int64_t sign) {
    const Number* const row = &values[grid.at(0, y)];
    for (std::size_t x = 0; x < wide; ++x) line[x + 1] = line[x] + std::int64_t{row[x]};
    for (std::int64_t x = 0; x < grid.width; ++x) {
      const std::int64_t last = std::min(x + apart + 1, grid.width), first = std::max<std::int64_t>(x - apart, 0);
      sums[static_cast<std::size_t>(x)] +=
          sign * (line[static_cast<std::size_t>(last)] - line[static_cast<std::size_t>(first)]);
    }
  };
  for (std::int64_t y = 0; y < std::min(apart, grid.height); ++y) add(y, 1);
  for (std::int64_t y = 0; y < grid.height; ++y) {
    if (y + apart < grid.height) add(y + apart, 1);
    if (y - apart > 0) add(y - apart - 1, -1);
    take(y, sums);
  }
}

// Number of the world's blocks within `apart` of block i of an axis.
inline std::int64_t blocks_around(std::int64_t i, std::int64_t apart, std::int64_t count) {
  return std::min(i + apart + 1, count) - std::max<std::int64_t>(i - apart, 0);
}

// A mask whose blocks are set where more than half of those around them are.
inline std::vector<std::uint8_t> smoothed(const std::vector<std::uint8_t>& mask, const FeatureGrid& grid,
                                          std::int64_t apart) {
  if (apart <= 0) return mask;
  std::vector<std::uint8_t> smooth(mask.size());
  each_row_of_sums(mask, grid, apart, [&](std::int64_t y, const std::vector<std::int64_t>& sums) {
    const std::int64_t rows = blocks_around(y, apart, grid.height);
    for (std::int64_t x = 0; x < grid.width; ++x)
      smooth[grid.at(x, y)] = 2 * sums[static_cast<std::size_t>(x)] > rows * blocks_around(x, apart, grid.width);
  });
  return smooth;
}

// Means over the blocks of a mask, rounded down; 0 elsewhere. Values outside of the mask have to be 0.
inline std::vector<std::int32_t> means(const std::vector<std::int32_t>& values, const std::vector<std::uint8_t>& mask,
                                       const FeatureGrid& grid, std::int64_t apart) {
  if (apart <= 0) return values;
  std::vector<std::int32_t> counts(values.size()), mean(values.size(), 0);
  each_row_of_sums(mask, grid, apart, [&](std::int64_t y, const std::vector<std::int64_t>& sums) {
    std::transform(sums.begin(), sums.end(), &counts[grid.at(0, y)],
                   [](std::int64_t sum) { return static_cast<std::int32_t>(sum); });
  });
  each_row_of_sums(values, grid, apart, [&](std::int64_t y, const std::vector<std::int64_t>& sums) {
    for (std::int64_t x = 0; x < grid.width; ++x) {
      const std::size_t c = grid.at(x, y);
      if (!mask[c]) continue;
      const std::int64_t sum = sums[static_cast<std::size_t>(x)], count = counts[c];
      mean[c] = static_cast<std::int32_t>(sum >= 0 ? sum / count : -((-sum + count - 1) / count));
    }
  });
  return mean;
}

// The greatest of `window` lines from each one on, of `lanes` values each, in place: windows of 1, 2, 4 .. lines, then
// two that overlap.
inline void greatest_ahead(std::vector<std::int32_t>& lines, std::size_t lanes, std::size_t window) {
  std::size_t reach = 1;
  const auto join = [&](std::size_t ahead) {
    std::int32_t* const to = lines.data();
    const std::int32_t* const from = to + ahead * lanes;
    for (std::size_t i = 0; i + ahead * lanes < lines.size(); ++i) to[i] = std::max(to[i], from[i]);
  };
  for (; 2 * reach <= window; reach *= 2) join(reach);
  if (reach < window) join(window - reach);
}

// The greatest values around each block, in place.
inline void spread_greatest(std::vector<std::int32_t>& values, const FeatureGrid& grid, std::int64_t apart) {
  constexpr std::size_t lanes = 16;
  const auto wide = static_cast<std::size_t>(grid.width), high = static_cast<std::size_t>(grid.height);
  const auto side = static_cast<std::size_t>(apart);
  std::vector<std::int32_t> lines;
  for (std::size_t y = 0; y < high; ++y) {
    lines.assign(wide + 2 * side, INT32_MIN);
    std::copy_n(&values[y * wide], wide, &lines[side]);
    greatest_ahead(lines, 1, 2 * side + 1);
    std::copy_n(lines.data(), wide, &values[y * wide]);
  }
  for (std::size_t x = 0; x < wide; x += lanes) {
    const std::size_t columns = std::min(lanes, wide - x);
    lines.assign((high + 2 * side) * columns, INT32_MIN);
    for (std::size_t y = 0; y < high; ++y) std::copy_n(&values[y * wide + x], columns, &lines[(side + y) * columns]);
    greatest_ahead(lines, columns, 2 * side + 1);
    for (std::size_t y = 0; y < high; ++y) std::copy_n(&lines[y * columns], columns, &values[y * wide + x]);
  }
}

// Heights in steps, as far as they are numbers of 32 bits; 0 where there is no land.
inline std::vector<std::int32_t> steps_of(const std::vector<float>& z, const std::vector<std::uint8_t>& land) {
  std::vector<std::int32_t> steps(z.size(), 0);
  for (std::size_t c = 0; c < z.size(); ++c) {
    if (land[c]) steps[c] = static_cast<std::int32_t>(in_steps(std::clamp(z[c], -1e6f, 1e6f)));
  }
  return steps;
}
inline std::int32_t steps_of(double metres) { return static_cast<std::int32_t>(std::clamp(metres, -1e6, 1e6) * 1024); }

// Land only is looked at. `window` and `smoothing` are metres across.
inline std::vector<std::int32_t> roughness(const std::vector<std::int32_t>& steps,
                                           const std::vector<std::uint8_t>& land, const FeatureGrid& grid,
                                           double window, double smoothing) {
  std::vector<std::int32_t> highest(steps.size(), INT32_MIN), lowest(steps.size(), INT32_MIN);
  for (std::size_t c = 0; c < steps.size(); ++c) {
    if (!land[c]) continue;
    highest[c] = steps[c];
    lowest[c] = -steps[c];
  }
  spread_greatest(highest, grid, grid.blocks(window / 2));
  spread_greatest(lowest, grid, grid.blocks(window / 2));
  for (std::size_t c = 0; c < steps.size(); ++c) highest[c] = land[c] ? highest[c] + lowest[c] : 0;
  return means(highest, land, grid, grid.blocks(smoothing / 2));
}

}  // namespace terrawright::feature
