// SPDX-License-Identifier: Apache-2.0
#include "row.hpp"

#include <algorithm>
#include <cmath>

namespace terrawright::metrics {

double Line::mean() const {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double Line::deviation() const {
  if (values.size() < 2) return 0;
  double squares = 0;
  for (const double value : values) squares += (value - mean()) * (value - mean());
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

bool Line::ok() const {
  if (each && !std::all_of(values.begin(), values.end(), [&](double value) { return expected.holds(value); })) {
    return false;
  }
  return !values.empty() && !std::isnan(mean()) && expected.holds(mean());
}

std::vector<Row> rows() {
  return {spectral_slope(),    variogram_slope(),    anisotropy(),
          crease_index(),      sea_border(),         one_island(),
          land_share(),        coast_dimension(),    hypsometric_integral(),
          hack_exponent(),     horton_ratios(),      drainage_connectivity(),
          depression_share(),  water_balance(),      drying(),
          rain_shadow(),       linear_theory(),      steady_state(),
          uniformity(),        equality(),           island_sizes(),
          plausible_climate(), profile_smoothness(), straight_rivers(),
          massifs(),           sea_floor()};
}

}  // namespace terrawright::metrics
