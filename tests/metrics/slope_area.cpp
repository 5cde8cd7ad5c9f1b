// SPDX-License-Identifier: Apache-2.0
#include "slope_area.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "field.hpp"
#include "shipped_world.hpp"

namespace terrawright::metrics {
namespace {

constexpr int steps_down = 8;
constexpr std::int64_t least_cells = 16;
constexpr double least_area = 0.5;  // km2
constexpr double least_slope = 1e-6;

double square(double value) { return value * value; }

}  // namespace

SlopeArea slope_area(const Drainage& d, double cell, const std::vector<std::uint8_t>& left_out) {
  std::map<int, std::vector<double>> slopes;  // by fifths of a decade of A
  for (std::size_t c = 0; c < d.below.size(); ++c) {
    const double square_kilometres = static_cast<double>(d.area[c]) * cell * cell / 1e6;
    if (d.ocean[c] != 0 || d.area[c] < least_cells || square_kilometres < least_area) continue;
    double way = 0;
    std::size_t at = c;
    int steps = 0;
    for (; steps < steps_down && !d.ends(at) && left_out[at] == 0; ++steps) way += d.step(at) * cell, at = d.below[at];
    if (steps < steps_down || left_out[at] != 0) continue;
    const double fall = static_cast<double>(d.filled[c]) - std::max(static_cast<double>(d.filled[at]), 0.0);
    slopes[static_cast<int>(std::floor(5 * std::log10(square_kilometres)))].push_back(fall / way);
  }
  std::vector<double> areas, means;
  SlopeArea found;
  for (const auto& [fifth, values] : slopes) {
    if (values.size() < 100) continue;
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    areas.push_back(fifth / 5.0);
    means.push_back(std::log10(std::max(mean, least_slope)));
    const double upper = std::max(quantile(values, 0.84), least_slope),
                 lower = std::max(quantile(values, 0.16), least_slope);
    found.scatter += std::log10(upper / lower);
  }
  const auto bins = static_cast<double>(areas.size());
  found.scatter /= bins;
  found.concavity = -slope(areas, means);
  const double mean_area = std::accumulate(areas.begin(), areas.end(), 0.0) / bins;
  const double mean = std::accumulate(means.begin(), means.end(), 0.0) / bins;
  double all = 0, rest = 0;
  for (std::size_t i = 0; i < areas.size(); ++i) {
    all += square(means[i] - mean);
    rest += square(means[i] - mean + found.concavity * (areas[i] - mean_area));
  }
  found.fit = 1 - rest / all;
  return found;
}

}  // namespace terrawright::metrics
