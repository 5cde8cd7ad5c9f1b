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
            const auto by_itself = [](const test::Built& w) {
              return std::abs(w.number("rain.inflow") + w.number("rain.evaporation") - w.number("rain.precipitation") -
                              w.number("rain.outflow")) /
                     w.number("rain.inflow");
            };
            const auto forgotten = [](const test::Built& w) {
              return std::abs(w.number("rain.inflow") - w.number("rain.precipitation") - w.number("rain.outflow")) /
                     w.number("rain.inflow");
            };
            return std::vector<Line>{over_islands("islands, as the stage says", scope.of(24), {0, 1e-12},
                                                  [](const test::Built& w) { return w.number("rain.balance"); }),
                                     over_islands("islands, by its four sums", scope.of(24), {0, 1e-12}, by_itself),
                                     faulty(over_islands("evaporation left out", 2, {0, 1e-12}, forgotten))};
          }};
}

Row rain_shadow() {
  return {
      16,
      "rain-shadow ratio",
      "mean rain on windward over lee half-slopes: heights box-blurred over 15 cells, the steeper half of the land",
      "above 1 wherever mountains rain air out; west of Ireland over east 1.4 (Met Eireann: 1000-1400, 750-1000 mm); "
      "Hokitika over Christchurch 4.7 (2901, 618 mm)",
      4,
      [](const Scope& scope) {
        Line each = over_islands("each island", scope.of(24), {1}, shadow_of);
        Line all = each, as_it_was = each;
        all.variant = as_it_was.variant = "mean of the islands";
        all.each = as_it_was.each = false;
        all.expected = {1.4, 4.7};
        as_it_was.expected = around(3.0, 0.4);
        const Line even = over_islands("rain alike everywhere", 2, {1.4, 4.7}, [](const test::Built& world) {
          const auto metres = world.cells<float>("metres");
          return test::shadow(metres, std::vector<float>(metres.size(), 1000.0f));
        });
        return std::vector<Line>{each, all, change_detector(as_it_was), faulty(even)};
      }};
}

Row plausible_climate() {
  return {22,
          "rain in mm/yr and biomes of islands at 40 degrees",
          "median rain of the land; number of Whittaker's classes on it",
          "rain: Christchurch 618 to Hokitika 2901; half of New Zealand's towns, and most of Ireland, 750 to 1400; "
          "classes: "
          "ours",
          4,
          [](const Scope& scope) {
            const int seeds = scope.of(24);
            const auto classes = [](const test::Built& w) { return static_cast<double>(test::classes_on_land(w)); };
            const Line each = over_islands("median rain", seeds, {618, 2901}, test::median_rain);
            Line mean = each;
            mean.variant = "median rain, mean of the islands";
            mean.each = false;
            mean.expected = {750, 1400};
            const Line dry = over_islands("rain in one hour of fifty, median rain", 2, {618, 2901},
                                          [](const test::Built& world) { return test::median_rain(world) / 50; });
            return std::vector<Line>{each, mean, change_detector(over_islands("classes", seeds, {4, 9}, classes)),
                                     faulty(dry)};
          }};
}

}  // namespace terrawright::metrics
