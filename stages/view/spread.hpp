// SPDX-License-Identifier: Apache-2.0
// spread.hpp: values spread over 0..1 or over integer steps, from the lowest to the highest of the world.
// Formulas: algorithms 3.2.
#pragma once
#include <cstdint>

#include "terrawright/tile.hpp"

namespace terrawright::view {

class Spread {
 public:
  explicit Spread(const Statistics& all) : low_(all.minimum), high_(all.maximum), range_(all.maximum - all.minimum) {}

  // 0 at the lowest, 1 at the highest; 0 everywhere where all is alike.
  double share(float value) const { return range_ > 0 ? (static_cast<double>(value) - low_) / range_ : 0.0; }
  // 0..k; k at the highest value only.
  std::int64_t step(float value, std::int64_t k) const {
    if (!(range_ > 0)) return 0;
    const double v = static_cast<double>(value);
    const auto step = static_cast<std::int64_t>((v - low_) * static_cast<double>(k) / range_);
    return step == k && v != high_ ? k - 1 : step;  // where v - low was rounded up to the range
  }

 private:
  double low_, high_, range_;
};

}  // namespace terrawright::view
