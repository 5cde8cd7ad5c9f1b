// SPDX-License-Identifier: Apache-2.0
// From runoff to rivers.
#pragma once
#include <cstdint>

namespace terrawright::water {

// Unit of counts of runoff and of their sums: 1/1024 mm a year on each cell.
constexpr char runoff_unit[] = "mm/yr/1024";
constexpr double seconds_per_year = 31557600.0;

// m3/s of an accumulated runoff, with cells of so many metres a side.
inline double discharge(std::int64_t accumulated, double cell) {
  return static_cast<double>(accumulated) / 1024.0 / 1000.0 * (cell * cell) / seconds_per_year;
}

// The least runoff whose discharge is at least so many m3/s above 0: a comparison of whole numbers in each cell.
inline std::int64_t least_runoff(double wanted, double cell) {
  std::int64_t less = 0, enough = INT64_MAX;
  while (enough - less > 1) {
    const std::int64_t middle = less + (enough - less) / 2;
    (discharge(middle, cell) >= wanted ? enough : less) = middle;
  }
  return enough;
}

}  // namespace terrawright::water
