// SPDX-License-Identifier: Apache-2.0
// The start of land: stages that reshape the land only keep the sea's bits and never drown a cell.
#pragma once
#include <cmath>
#include <limits>

namespace terrawright::shape {

struct Shore {
  float level;
  float lowest_land;

  explicit Shore(double q)
      : level(static_cast<float>(q)), lowest_land(std::nextafter(level, std::numeric_limits<float>::infinity())) {}
  bool is_land(float height) const { return height > level; }
  float kept_dry(float height) const { return height > lowest_land ? height : lowest_land; }
};

}  // namespace terrawright::shape
