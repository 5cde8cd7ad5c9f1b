// SPDX-License-Identifier: Apache-2.0
// Slope of rivers against the area that they drain.
#pragma once
#include "drainage.hpp"

namespace terrawright::metrics {

struct SlopeArea {
  double concavity = 0;  // minus the slope of log S on log A
  double fit = 0;        // r2 of that line
  double scatter = 0;    // from the 16th to the 84th percentile of S at one A, mean of all A; decades
};

// Slopes over 8 steps down of all cells that drain 16 cells and 0.5 km2, and their mean in each fifth of a decade of A
// that has 100. Ways through what is left out, lakes, do not count. For the scatter a slope below 1e-6 is 1e-6. A is
// that of the first cell: where rivers join within 8 steps, concavity reads low, 0.35 of 0.5 (row 41), and so it does
// on real land.
SlopeArea slope_area(const Drainage& drainage, double cell, const std::vector<std::uint8_t>& left_out);

}  // namespace terrawright::metrics
