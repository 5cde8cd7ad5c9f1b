// SPDX-License-Identifier: Apache-2.0
// Heights mirrored at the sea level, in float32.
#pragma once
#include <cmath>
#include <limits>

namespace terrawright::sea {

class Mirror {
 public:
  Mirror(float level, double kappa)
      : level_(level),
        kappa_(static_cast<float>(kappa)),
        lowest_land_(std::nextafter(level, std::numeric_limits<float>::infinity())) {}

  // Of land: continuous at the shore, never land.
  float sunk(float h) const {
    const float mirrored = level_ - kappa_ * (h - level_);
    return mirrored < level_ ? mirrored : level_;
  }
  // Of water: always land.
  float raised(float h) const {
    const float mirrored = level_ + kappa_ * (level_ - h);
    return mirrored > lowest_land_ ? mirrored : lowest_land_;
  }

 private:
  float level_, kappa_, lowest_land_;
};

}  // namespace terrawright::sea
