// SPDX-License-Identifier: Apache-2.0
// lights.hpp: how bright a slope is under a main light and two weaker ones beside it.
//
// Each light gives (sin h - cos h * (slope towards it)) / sqrt(1 + gx^2 + gy^2), its height h above the horizon.
// Source: Lambert's law; several lights after Mark 1992, Multidirectional, oblique-weighted, shaded-relief image.
#pragma once
#include <cmath>

#include "land_colours.hpp"
#include "terrawright/exact_math.h"
#include "view/tint.hpp"

namespace terrawright::view {

class Lights {
 public:
  // Azimuth clockwise from north and height, in degrees.
  Lights(double from, double height) : up_(terrawright_sinpi(height / 180.0)) {
    const double flat = terrawright_cospi(height / 180.0);
    constexpr double aside[3] = {0, -50, 50}, weights[3] = {0.64, 0.20, 0.16};
    for (int k = 0; k < 3; ++k) {
      const double azimuth = (from + aside[k]) / 180.0;
      x_ += weights[k] * flat * terrawright_sinpi(azimuth);
      y_ -= weights[k] * flat * terrawright_cospi(azimuth);
    }
  }
  // Against flat ground, which is 0; gx and gy are rises over a run of 1.
  double relative(double gx, double gy) const {
    return (up_ - x_ * gx - y_ * gy) / std::sqrt(1.0 + gx * gx + gy * gy) / up_ - 1.0;
  }

 private:
  double up_, x_ = 0, y_ = 0;
};

// Shadows multiply with a cool tint, lit slopes gain warm light; both level off.
inline Tint lit(const Tint& ground, double relative, double strength) {
  const double v = relative * strength;
  if (v < 0) return mixed(ground, times(ground, shadow), -v / (0.55 - v));
  return mixed(ground, light, v / (1.1 + v));
}

}  // namespace terrawright::view
