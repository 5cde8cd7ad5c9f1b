// SPDX-License-Identifier: Apache-2.0
// Web Mercator (EPSG:3857), in which web maps lie: the globe between 85.05 degrees south and north as one square.
#pragma once
#include <cstdint>

#include "terrawright/exact_math.h"

namespace terrawright::web {

constexpr double northmost = 85.0511287798066;  // degrees, the upper edge of the square

// Degrees of what lies at y in the square: 0 its upper edge, 1 its lower one. 90 - 2 atan(e^-t) of t = pi (1 - 2 y), by
// Newton's method, the same bits on every machine.
inline double mercator_latitude(double y) {
  constexpr double pi = 3.14159265358979324;
  if (y > 0.5) return -mercator_latitude(1.0 - y);
  const double u = terrawright_exp(pi * (1.0 - 2.0 * y));
  double a = 0.25;  // atan(u) / pi
  for (int i = 0; i < 6; ++i) {
    const double s = terrawright_sinpi(a), c = terrawright_cospi(a);
    const double d = (u * c - s) / (c + u * s);  // the tangent of what is lacking
    a += d * (1.0 - d * d / 3.0) / pi;
  }
  return 360.0 * a - 90.0;
}

// Middle latitude of a row among so many.
inline double mercator_latitude(std::int64_t row, std::int64_t rows) {
  return mercator_latitude((static_cast<double>(row) + 0.5) / static_cast<double>(rows));
}

}  // namespace terrawright::web
