// SPDX-License-Identifier: Apache-2.0
// Values as samples of 16 bits. A sample g says minimum + g (maximum - minimum) / 65535: the nearest one is taken, but
// never one on the other side of 0. Land stays land, sea stays sea.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace terrawright::encode {

// The values that become black and white, in the unit of the layer.
struct Range {
  double minimum = 0, maximum = 1;
};
constexpr double most_grey = 65535;  // white

class Grey {
 public:
  explicit Grey(const Range& range) : range_(range) {
    double zero = -range.minimum / (range.maximum - range.minimum) * most_grey;
    // A sample that is 0 but for the last digits is 0.
    if (const double nearest = std::round(zero); std::abs(zero - nearest) < 1e-9) zero = nearest;
    above_ = sample(std::floor(zero) + 1.0);
    below_ = sample(std::ceil(zero) - 1.0);
    zero_ = sample(std::floor(zero));
  }

  const Range& range() const { return range_; }
  bool clips(float value) const {
    return !(static_cast<double>(value) >= range_.minimum && static_cast<double>(value) <= range_.maximum);
  }
  // At most half a step beside the value, next to 0 less than a step; beyond the range its end, of NaN 0.
  std::uint16_t operator()(float value) const {
    const double t = (static_cast<double>(value) - range_.minimum) / (range_.maximum - range_.minimum);
    const double above = t > 0.0 ? t : 0.0;  // NaN: 0
    const double clamped = above < 1.0 ? above : 1.0;
    const auto nearest = static_cast<std::int32_t>(most_grey * clamped + 0.5);
    const std::int32_t least = value > 0.0f ? above_ : 0, most = value > 0.0f ? 65535 : value < 0.0f ? below_ : zero_;
    const std::int32_t raised = nearest > least ? nearest : least;
    return static_cast<std::uint16_t>(raised < most ? raised : most);
  }

 private:
  static std::int32_t sample(double at) { return static_cast<std::int32_t>(std::clamp(at, 0.0, most_grey)); }

  Range range_;
  std::int32_t above_, below_, zero_;  // the first sample above 0, the last below it, the last that is not above
};

}  // namespace terrawright::encode
