// SPDX-License-Identifier: Apache-2.0
// Rows 14, 16 and 22: the climate of whole islands.
#include "row.hpp"
#include "stages/climate/living_island.hpp"

namespace terrawright::metrics {
namespace {

template <class Measure>
Line over_islands(std::string variant, int seeds, Range expected, Measure measure) {
  Line line{std::move(variant), {}, expected, true};
  for (int seed = 1; seed <= seeds; ++seed) line.values.push_back(measure(test::island(seed)));
  return line;
}

double shadow_of(const test::Built& world) {
  return test::shadow(world.cells<float>("metres"), world.cells<float>("rain.annual"));
}

}  // namespace

Row water_balance() {
  return {14,
          "water balance of rain (relative error)",
          "inflow + evaporation against precipitation + outflow, islands of 257 cells of 1 km",
          "conservation of water, to round-off",
          4,
          [](const Scope& scope) {
            return std::vector<Line>{over_islands("islands", scope.of(24), {0, 1e-12},
                                                  [](const test::Built& w) { return w.number("rain.balance"); })};
          }};
}

Row rain_shadow() {
  return {16,
          "rain-shadow ratio",
          "mean rain on windward over lee half-slopes: heights box-blurred over 15 cells, the steeper half of the land",
          "above 1 wherever mountains rain air out; the ensemble: ours",
          4,
          [](const Scope& scope) {
            Line each = over_islands("each island", scope.of(24), {1.8, 10}, shadow_of);
            Line all = each;
            all.variant = "mean of the islands";
            all.expected = {2.2, 10};
            all.each = false;
            return std::vector<Line>{each, all};
          }};
}

Row plausible_climate() {
  return {22,
          "rain in mm/yr and biomes of islands at 40 degrees",
          "median rain of the land; number of Whittaker's classes on it",
          "ours: a temperate land to live in",
          4,
          [](const Scope& scope) {
            const int seeds = scope.of(24);
            const auto classes = [](const test::Built& w) { return static_cast<double>(test::classes_on_land(w)); };
            return std::vector<Line>{over_islands("median rain", seeds, {500, 2500}, test::median_rain),
                                     over_islands("classes", seeds, {4, 9}, classes)};
          }};
}

}  // namespace terrawright::metrics
