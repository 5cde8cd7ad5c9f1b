// SPDX-License-Identifier: Apache-2.0
// Row 15: what air loses that is lifted over a step.
#include <cmath>

#include "row.hpp"
#include "support/build.hpp"

namespace terrawright::metrics {
namespace {

// Vapour lost on the way over a step of 1500 m, by what leaves the world.
double drying_ratio(const std::string& cell, float step = 1500.0f) {
  constexpr std::int64_t width = 64, height = 4;
  std::vector<float> z;
  for (std::int64_t k = 0; k < width * height; ++k) z.push_back(k % width > 20 ? step : 0.0f);
  test::Options options;
  options.given["z"] = {"m", width, height, z};
  const test::Built world = test::build(R"(
terrawright: 1
name: step
world: {size: [64, 4], cell: )" + cell + R"(, seed: 1}
stages:
  z: {use: test.given@1, with: {name: z}}
  wind: {use: climate.wind@1, with: {perturbation: 0}}
  rain:
    use: climate.rain@1
    in: {height: z, flow: wind.flow}
    with: {lapse_ratio: 1, cloud_delay: 0, fall_delay: 0, rainout_time: 0, evaporation_time: 0, uplift_smooth: 0}
outputs: [{layers: {r: rain.annual, i: rain.inflow, p: rain.precipitation}}]
)",
                                        options);
  return world.number("rain.precipitation") / world.number("rain.inflow");
}

}  // namespace

Row drying() {
  return {15,
          "drying ratio over a step of 1500 m, less the formula",
          "precipitation over inflow, without delays, less 1 - exp(-1500/2500)",
          "vapour falls with height alone; nature 0.3-0.5: Smith and Evans 2007",
          1,
          [](const Scope&) {
            std::vector<Line> lines;
            for (const char* cell : {"2 km", "1 km", "250 m"}) {
              lines.push_back(
                  {std::string("cells of ") + cell, {drying_ratio(cell) - (1 - std::exp(-0.6))}, around(0, 1e-12)});
            }
            lines.push_back(
                faulty({"a step of 1400 m", {drying_ratio("1 km", 1400.0f) - (1 - std::exp(-0.6))}, around(0, 1e-12)}));
            return lines;
          }};
}

}  // namespace terrawright::metrics
