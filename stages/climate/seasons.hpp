// SPDX-License-Identifier: Apache-2.0
// seasons.hpp: temperature at sea level by latitude, and the months around a mean.
//
// Source: the two-mode shape of energy-balance models (North 1975), global mean 15 C, coefficients rounded;
// biotemperature after Holdridge 1967, with a clamp in the place of his cut at 30 C.
#pragma once
#include <cstdint>

#include "terrawright/degrees.hpp"
#include "terrawright/exact_math.h"

namespace terrawright::climate {

// Latitude of row y; `centre` is the latitude of the middle row, in degrees, north up; cell in metres.
inline double latitude_of_row(std::int64_t y, std::int64_t height, double centre, double cell) {
  return centre + (static_cast<double>(height - 1) / 2.0 - static_cast<double>(y)) * cell / metres_per_degree;
}

// C, at sea level.
inline double sea_level_temperature(double latitude) {
  const double sine = terrawright_sinpi(latitude / 180.0);
  return 29.0 - 42.0 * (sine * sine);
}

// Cosines of the months, the warmest first.
constexpr double month_cosine[12] = {1.0,  0.8660254037844386,  0.5,  0.0, -0.5, -0.8660254037844386,
                                     -1.0, -0.8660254037844386, -0.5, 0.0, 0.5,  0.8660254037844386};

// Mean over the months of the temperature held to 0 .. 30 C.
inline double biotemperature(double mean, double season) {
  double sum = 0;
  for (const double cosine : month_cosine) {
    const double month = mean + season * cosine, warm = month < 0.0 ? 0.0 : month;
    sum += warm > 30.0 ? 30.0 : warm;
  }
  return sum / 12.0;
}

}  // namespace terrawright::climate
