// SPDX-License-Identifier: Apache-2.0
// rough.hpp: how rough land is: the difference between the highest and the lowest land around, in steps of 1/1024 m.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "feature/block_heights.hpp"
#include "feature/windows.hpp"

namespace terrawright::feature {

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
