// SPDX-License-Identifier: Apache-2.0
// Row 17: linear theory against its closed forms, and climate.rain against linear theory.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "linear_theory.hpp"
#include "row.hpp"
#include "support/build.hpp"

namespace terrawright::metrics {
namespace {

double position(int i, int n, double spacing) { return (i - n / 2) * spacing; }

std::vector<double> ridge_rain(const Ridge& ridge, int n, double spacing, const Air& air) {
  std::vector<double> height;
  for (int i = 0; i < n; ++i) height.push_back(ridge.height(position(i, n, spacing)));
  return linear_rain(height, n, 1, spacing, air);
}

double largest(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

// Largest difference from the closed form, mm/h, in that share of the domain about the crest: a transform repeats the
// ridge, and waves reach far, so that near the ends it is the next ridge's too.
double difference(int n, double spacing, const Air& air, double (Ridge::*closed_form)(double, const Air&) const,
                  double share = 1) {
  const Ridge ridge;
  const std::vector<double> rain = ridge_rain(ridge, n, spacing, air);
  double most = 0;
  for (int i = 0; i < n; ++i) {
    const double x = position(i, n, spacing);
    if (std::fabs(x) > share * n * spacing / 2) continue;
    most = std::max(most, std::fabs(rain[static_cast<std::size_t>(i)] - (ridge.*closed_form)(x, air)));
  }
  return most;
}

// |sum| over the largest value and the number of cells.
double sum_of(const std::vector<double>& rain) {
  return std::fabs(std::accumulate(rain.begin(), rain.end(), 0.0)) / (largest(rain) * static_cast<double>(rain.size()));
}

std::vector<double> round_hill() {
  const int n = 512;
  const double spacing = 750;
  const Ridge ridge;
  std::vector<double> height;
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      height.push_back(ridge.height(std::hypot(position(x, n, spacing), position(y, n, spacing))));
    }
  }
  return linear_rain(height, n, n, spacing, {});
}

// climate.rain over a hill of 1 m on dry land, windward half: largest difference from linear theory over the peak.
double of_the_stage(int spacing) {
  const int n = 240000 / spacing;
  const Ridge hill{1, 15000};
  std::vector<float> z;
  for (int k = 0; k < 3 * n; ++k) z.push_back(static_cast<float>(hill.height(position(k % n, n, spacing))));
  test::Options options;
  options.given["z"] = {"m", n, 3, z};
  const std::string size = std::to_string(n);
  // At asin(sqrt(1/3)) the sea has 15 C, at which saturated air holds `vapour`: C_w = 25 / 2500.
  const test::Built world =
      test::build("terrawright: 1\nname: hill\nworld: {size: [" + size + ", 3], cell: " + std::to_string(spacing) +
                      R"( m, seed: 1, latitude: 35.264389682754654 deg}
stages:
  z: {use: test.given@1, with: {name: z}}
  wind: {use: climate.wind@1, with: {speed: 15 m/s, perturbation: 0, resolution: 8193}}
  rain:
    use: climate.rain@1
    in: {height: z, flow: wind.flow}
    with: {lapse_ratio: 1, cloud_delay: 1000 s, fall_delay: 1000 s, rainout_time: 0, evaporation_time: 0,
           uplift_smooth: 0, vapour: 25, humidity: 1, wet_hours: 1}
outputs: [{layers: {r: rain.annual}}]
)",
                  options);
  const auto rain = world.cells<float>("rain.annual");
  Air air;
  air.sensitivity = 0.01;
  air.vapour_scale = 0;
  const double fine = 125;
  const int wide = 8192, every = spacing / 125;
  const std::vector<double> theory = ridge_rain(hill, wide, fine, air);
  double most = 0;
  for (int i = 0; i <= n / 2; ++i) {
    const double expected = theory[static_cast<std::size_t>(wide / 2 + (i - n / 2) * every)];
    most = std::max(most, std::fabs(static_cast<double>(rain[static_cast<std::size_t>(n + i)]) - expected));
  }
  return most / largest(theory);
}

Line one(std::string variant, double value, Range expected) { return {std::move(variant), {value}, expected}; }

}  // namespace

Row linear_theory() {
  return {
      17,
      "linear theory of orographic rain",
      "by Fourier transform against closed forms, mm/h; climate.rain against it, share of the peak: a scheme of first "
      "order",
      "Smith and Barstad 2004; Barstad and Smith 2005",
      1,
      [](const Scope&) {
        Air upslope, delayed, waves, full;
        upslope.vapour_scale = delayed.vapour_scale = 0;
        upslope.cloud_delay = upslope.fall_delay = waves.cloud_delay = waves.fall_delay = 0;
        waves.hydrostatic = true;
        const std::vector<double> ridge = ridge_rain({}, 4096, 250, full), hill = round_hill();
        const auto at = [&](double x) { return ridge[static_cast<std::size_t>(2048 + x / 250)]; };
        // The images of a periodic world lie a width away, and their waves fall with its square.
        const double near = difference(4096, 250, waves, &Ridge::waves, 0.25);
        const double wide = difference(16384, 250, waves, &Ridge::waves, 0.25);
        std::vector<Line> lines = {
            one("upslope, 1024 km", difference(4096, 250, upslope, &Ridge::upslope), {0, 1e-9}),
            one("delays of 1000 s, 1024 km", difference(4096, 250, delayed, &Ridge::delayed), {0, 1e-9}),
            one("hydrostatic waves, mm/h, a world 4 times as wide", near / wide, around(16, 0.1)),
            one("hydrostatic waves on the crest", Ridge{}.waves(0, waves), around(-2.825296, 1e-6)),
            one("full, ridge, at -15 km", at(-15000), around(1.12049, 1e-5)),
            one("full, ridge, at 15 km", at(15000), around(-0.49550, 1e-5)),
            one("full, ridge, most", largest(ridge), around(1.333025, 1e-6)),
            one("full, round hill, most", largest(hill), around(1.04097, 1e-5)),
            one("full, round hill, least", *std::min_element(hill.begin(), hill.end()), around(-1.40796, 1e-5)),
            one("sum over peak and cells, ridge", sum_of(ridge), {0, 1e-12}),
            one("sum over peak and cells, round hill", sum_of(hill), {0, 1e-12}),
        };
        // First order: each halving of the cells halves the error.
        const double coarse = of_the_stage(2000);
        double before = coarse;
        for (const int cell : {1000, 500, 250}) {
          const double error = of_the_stage(cell);
          lines.push_back(one("climate.rain, error at " + std::to_string(2 * cell) + " m over " + std::to_string(cell),
                              before / error, around(2, 0.1)));
          before = error;
        }
        lines.push_back(change_detector(one("climate.rain, error at 2000 m", coarse, around(0.0428, 0.002))));
        lines.push_back(faulty(one("delays left out", difference(4096, 250, delayed, &Ridge::upslope), {0, 1e-9})));
        return lines;
      }};
}

}  // namespace terrawright::metrics
