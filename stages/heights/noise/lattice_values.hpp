// SPDX-License-Identifier: Apache-2.0
// Values at the points of a noise's lattice, and between them. Perlin 2002, Improving noise: t^3 (t (6t - 15) + 10)
// joins slopes and bends; gradients have one of 256 directions of length sqrt(2), so that values lie in -1..1. Float32.
#pragma once
#include <array>
#include <cstdint>

#include "terrawright/exact_math.h"
#include "terrawright/random.h"

namespace terrawright::heights {

struct Gradient {
  float x, y;
};

inline const std::array<Gradient, 256>& directions() {
  static const std::array<Gradient, 256> all = [] {
    std::array<Gradient, 256> made{};
    for (std::size_t k = 0; k < made.size(); ++k) {
      const double turn = (static_cast<double>(k) + 0.5) / 128.0;  // in half circles
      made[k] = {static_cast<float>(1.4142135623730951 * terrawright_cospi(turn)),
                 static_cast<float>(1.4142135623730951 * terrawright_sinpi(turn))};
    }
    return made;
  }();
  return all;
}
// A value is a gradient that points nowhere: its x alone is read.
inline Gradient lattice_gradient(std::uint32_t word) { return directions()[word >> 24]; }
inline Gradient lattice_value(std::uint32_t word) { return {terrawright_signed_unit(word), 0}; }

inline float fade(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }
inline float between(float share, float from, float to) { return from + share * (to - from); }

struct Corners {
  Gradient top_left, top_right, bottom_left, bottom_right;
};

inline float gradient_at(const Corners& c, float t, float share, float down, float share_down) {
  const float right = t - 1.0f, up = down - 1.0f;
  const float top =
      between(share, c.top_left.x * t + c.top_left.y * down, c.top_right.x * right + c.top_right.y * down);
  const float bottom =
      between(share, c.bottom_left.x * t + c.bottom_left.y * up, c.bottom_right.x * right + c.bottom_right.y * up);
  return between(share_down, top, bottom);
}
inline float value_at(const Corners& c, float, float share, float, float share_down) {
  return between(share_down, between(share, c.top_left.x, c.top_right.x),
                 between(share, c.bottom_left.x, c.bottom_right.x));
}

}  // namespace terrawright::heights
