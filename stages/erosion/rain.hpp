// SPDX-License-Identifier: Apache-2.0
// rain.hpp: rain in whole numbers, so that sums of it are exact in any order.
#pragma once
#include <cmath>
#include <cstdint>

#include "terrawright/tile.hpp"

namespace terrawright::erosion {

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
