// SPDX-License-Identifier: Apache-2.0
// whole_numbers.hpp: heights and rain in whole numbers, so that sums of them are exact in any order.
#pragma once
#include <cmath>
#include <cstdint>

#include "terrawright/tile.hpp"

namespace terrawright::erosion {

// Heights in whole 2^-10 m, so that what one cell loses is what others get.
constexpr double height_parts = 1024;  // of a metre

// Half to even; below 16384 m exact in float32.
inline float to_parts(double height) {
  constexpr double to_whole = 6755399441055744.0;  // 1.5 * 2^52
  return static_cast<float>(((height * height_parts + to_whole) - to_whole) / height_parts);
}

// Rain in whole numbers, so that sums of it are exact in any order.

// Unit of the cells' weights: the weight of a cell with the mean rain of the land.
constexpr double one_cell = 1 << 20;

constexpr double parts_of_a_millimetre = 65536;
constexpr float most_rain = 100'000;  // mm/yr: so the sum over a tile holds in 64 bits

// Fails where it is none, or more than can be added up.
inline void require_rain(float rain, std::int64_t x, std::int64_t y) {
  if (!(std::isfinite(rain) && rain >= 0.0f))
    throw Failure("rain", "the rain is not a finite number of 0 or more", x, y);
  if (rain > most_rain) throw Failure("rain", "the rain is more than 100000 mm/yr, and cannot be added up", x, y);
}

inline std::int64_t rounded(double number) { return static_cast<std::int64_t>(std::nearbyint(number)); }

}  // namespace terrawright::erosion
