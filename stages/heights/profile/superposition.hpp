// SPDX-License-Identifier: Apache-2.0
// One-dimensional heights from random samples: as they are, interpolated, or several interpolations laid over each
// other. All in float64. Source: one-dimensional terrain by interpolation and superposition (algorithms 5).
#pragma once
#include <cstdint>

#include "terrawright/exact_math.h"
#include "terrawright/random.h"

namespace terrawright::heights {

enum class Interpolation { linear, cosine };

class Samples {
 public:
  Samples() = default;
  // `count` samples in lowest..highest.
  Samples(std::uint64_t stream, std::int64_t count, double lowest, double highest)
      : key_(terrawright_key_of_row(stream, 0, TERRAWRIGHT_FOR_PROFILE, 0, 0)),
        count_(count),
        lowest_(lowest),
        range_(highest - lowest) {}

  double naive(std::int64_t i) const {
    return lowest_ + range_ * static_cast<double>(terrawright_unit(terrawright_word(key_, static_cast<int32_t>(i))));
  }

  // Every `step`-th sample kept, the first one following the last, and the others interpolated.
  double interpolated(std::int64_t i, std::int64_t step, Interpolation kind) const {
    const std::int64_t kept = (count_ + step - 1) / step, block = i / step;
    double share = static_cast<double>(i % step) / static_cast<double>(step);
    if (kind == Interpolation::cosine) share = (1.0 - terrawright_cospi(share)) / 2.0;
    return naive(block * step) * (1.0 - share) + naive((block + 1) % kept * step) * share;
  }

  // Steps of 1, 2, 4 ... samples, each weighing twice the one before.
  double superposed(std::int64_t i, int iterations, Interpolation kind) const {
    double sum = 0.0, weights = 0.0;
    for (int z = iterations; z >= 1; --z) {
      const double weight = 1.0 / static_cast<double>(std::int64_t{1} << (z - 1));
      sum += weight * interpolated(i, std::int64_t{1} << (iterations - z), kind);
      weights += weight;
    }
    return sum / weights;
  }

 private:
  terrawright_row_key key_{0, 0};
  std::int64_t count_ = 1;
  double lowest_ = 0, range_ = 0;
};

}  // namespace terrawright::heights
