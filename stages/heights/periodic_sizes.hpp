// SPDX-License-Identifier: Apache-2.0
// The sides that a periodic map can have: 2^n cells, or 2^n+1 where the last repeats the first.
#pragma once
#include <cstdint>
#include <string>

namespace terrawright::heights {

inline bool is_power_of_two(std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; }
inline bool tiles_periodically(std::int64_t side) {
  return side == 1 || is_power_of_two(side) || is_power_of_two(side - 1);
}

// "512 x 512", or "513 x 513 or 1024 x 1024" where the given side lies between.
inline std::string nearest_periodic_sizes(std::int64_t side) {
  const auto square = [](std::int64_t n) { return std::to_string(n) + " x " + std::to_string(n); };
  if (tiles_periodically(side)) return square(side);
  std::int64_t below = side, above = side;
  while (!tiles_periodically(below)) --below;
  while (!tiles_periodically(above)) ++above;
  return square(below) + " or " + square(above);
}

}  // namespace terrawright::heights
