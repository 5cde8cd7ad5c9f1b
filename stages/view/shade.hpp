// SPDX-License-Identifier: Apache-2.0
// shade.hpp: how bright the ground is under a sun in the north-west, 35 degrees high.
//
// L = (1 - gx - gy) / sqrt(1 + gx^2 + gy^2), gx being the rise to the west and gy to the north over a run of 1, is
// sqrt(3) where the ground faces the sun and -sqrt(3) where it faces away; (1 + L / sqrt(3)) / 2 is 1 and 0 there.
// Source: Lambert's law; algorithms 3.4.
#pragma once
#include <cmath>

namespace terrawright::view {

inline double shade_of(double gx, double gy) {
  const double light = (1.0 - gx - gy) / std::sqrt(1.0 + gx * gx + gy * gy);
  const double shade = (1.0 + light / std::sqrt(3.0)) / 2.0;
  const double lit = shade < 0.0 ? 0.0 : shade;
  return lit > 1.0 ? 1.0 : lit;
}
inline double shade_of_flat() { return shade_of(0.0, 0.0); }

}  // namespace terrawright::view
