// SPDX-License-Identifier: Apache-2.0
// From runoff to rivers.
#pragma once
#include <cstdint>

namespace terrawright::water {

// Of counts of runoff and of their sums: 1/1024 mm a year on each cell.
constexpr char runoff_unit[] = "mm/yr/1024";
constexpr double seconds_per_year = 31557600.0;

// m3/s of an accumulated runoff, with cells of so many metres a side.
inline double discharge(std::int64_t accumulated, double cell) {
  return static_cast<double>(accumulated) / 1024.0 / 1000.0 * (cell * cell) / seconds_per_year;
}

}  // namespace terrawright::water
