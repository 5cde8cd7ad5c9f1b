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

  // Land to water: min(Q, Q - kappa (h - Q)), so continuous at the shore.
  void sink(float* first, float* last) const {
    for (; first != last; ++first) {
      const float mirrored = level_ - kappa_ * (*first - level_);
      *first = mirrored < level_ ? mirrored : level_;
    }
  }
  // Water to land: max(the next float above Q, Q + kappa (Q - h)).
  void raise(float* first, float* last) const {
    for (; first != last; ++first) {
      const float mirrored = level_ + kappa_ * (level_ - *first);
      *first = mirrored > lowest_land_ ? mirrored : lowest_land_;
    }
  }

 private:
  float level_, kappa_, lowest_land_;
};

}  // namespace terrawright::sea
