// SPDX-License-Identifier: Apache-2.0
#include "row.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

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
  if (values.empty() || std::isnan(mean())) return false;
  if (fault) return std::none_of(values.begin(), values.end(), [&](double value) { return expected.holds(value); });
  if (each && !std::all_of(values.begin(), values.end(), [&](double value) { return expected.holds(value); })) {
    return false;
  }
  return expected.holds(mean());
}

std::string text_of(const Range& range) {
  char text[64];
  const bool below = std::isfinite(range.lowest), above = std::isfinite(range.highest);
  if (below && range.lowest == range.highest) {
    std::snprintf(text, sizeof text, "%.4g", range.lowest);
  } else if (below && above) {
    std::snprintf(text, sizeof text, "%.4g .. %.4g", range.lowest, range.highest);
  } else if (below) {
    std::snprintf(text, sizeof text, ">= %.4g", range.lowest);
  } else if (above) {
    std::snprintf(text, sizeof text, "<= %.4g", range.highest);
  } else {
    return "reported";
  }
  return text;
}

Line change_detector(Line line) {
  line.ours = true;
  return line;
}

Line faulty(Line line) {
  line.variant = "fault: " + line.variant;
  line.fault = true;
  return line;
}

std::vector<Row> rows() {
  return {spectral_slope(),
          variogram_slope(),
          anisotropy(),
          crease_index(),
          sea_border(),
          one_island(),
          land_share(),
          coast_dimension(),
          hypsometric_integral(),
          hack_exponent(),
          horton_ratios(),
          drainage_connectivity(),
          depression_share(),
          water_balance(),
          drying(),
          rain_shadow(),
          linear_theory(),
          steady_state(),
          uniformity(),
          equality(),
          island_sizes(),
          plausible_climate(),
          profile_smoothness(),
          straight_rivers(),
          massifs(),
          sea_floor(),
          outlines(),
          shore_rain(),
          sizes(),
          relief_of_lands(),
          clipped_cells(),
          known_answers(),
          natural_picture(),
          texture()};
}

}  // namespace terrawright::metrics
