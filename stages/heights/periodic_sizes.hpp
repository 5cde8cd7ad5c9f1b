// SPDX-License-Identifier: Apache-2.0
// The sides that a periodic map can have: 2^n cells, or 2^n+1 where the last repeats the first.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>

#include "terrawright/failure.hpp"

namespace terrawright::heights {

inline bool is_power_of_two(std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; }
inline bool is_periodic_side(std::int64_t side) {
  return side == 1 || is_power_of_two(side) || is_power_of_two(side - 1);
}

// The side with the repeated cell, which a side of 2^n leaves out.
inline std::int64_t closed_side(std::int64_t side) { return is_power_of_two(side - 1) ? side : side + 1; }

// Throws Failure at `edge`, naming the nearest sizes, where a world cannot be periodic.
inline void refuse_unperiodic(std::int64_t width, std::int64_t height) {
  std::int64_t below = std::max(width, height), above = below;
  if (width == height && is_periodic_side(width)) return;
  while (!is_periodic_side(below)) --below;
  while (!is_periodic_side(above)) ++above;
  const auto square = [](std::int64_t side) { return std::to_string(side) + " x " + std::to_string(side); };
  throw Failure("edge", "wrap needs a square world of 2^n or 2^n+1 cells a side, and this one has " +
                            std::to_string(width) + " x " + std::to_string(height) + "; the nearest is " +
                            square(below) + (above == below ? "" : " or " + square(above)));
}

}  // namespace terrawright::heights
