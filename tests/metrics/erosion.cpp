// SPDX-License-Identifier: Apache-2.0
// Row 18: rivers that cut as fast as their land rises.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "field.hpp"
#include "support/build.hpp"
#include "terrawright/random.h"

namespace terrawright::metrics {
namespace {

constexpr int side = 65;
constexpr double cell = 1000, uplift = 5e-4, erodibility = 1e-5;  // m, m/yr, 1/yr

// Rough land with a border at the sea, so many steps of 200,000 years later.
std::vector<float> land_after(int steps, std::uint64_t seed) {
  std::vector<float> z;
  const std::uint64_t stream = terrawright_stream(seed, "land", 4);
  for (int y = 0; y < side; ++y) {
    const auto row = terrawright_key_of_row(stream, y, TERRAWRIGHT_FOR_NOISE, 0, 0);
    for (int x = 0; x < side; ++x) {
      const bool border = x == 0 || y == 0 || x == side - 1 || y == side - 1;
      z.push_back(border ? 0.0f : 1.0f + 100.0f * terrawright_unit(terrawright_word(row, x)));
    }
  }
  test::Options options;
  options.given["z"] = {"m", side, side, z};
  return test::build(R"(
terrawright: 1
name: steady
world: {size: [65, 65], cell: 1 km, seed: 1}
stages:
  z: {use: test.given@1, with: {name: z}}
  e: {use: erosion.stream_power@1, in: {height: z}, with: {steps: )" +
                         std::to_string(steps) + R"(}}
outputs: [{layers: {e: e}}]
)",
                     options)
      .cells<float>("e/seabed");
}

struct Rivers {
  std::vector<double> slope, area;  // of each inner cell: rise over run, m2
  int pits = 0;
};

// Down the steepest way, from the heights alone.
Rivers rivers_of(const std::vector<float>& z) {
  const int dx[8] = {1, 0, -1, 0, 1, -1, -1, 1}, dy[8] = {0, -1, 0, 1, -1, -1, 1, 1};
  const auto at = [&](int c) { return static_cast<double>(z[static_cast<std::size_t>(c)]); };
  std::vector<int> order(z.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return at(a) > at(b) || (at(a) == at(b) && a < b); });
  std::vector<double> area(z.size(), cell * cell);
  Rivers rivers;
  for (const int c : order) {
    const int x = c % side, y = c / side;
    if (x == 0 || y == 0 || x == side - 1 || y == side - 1) continue;
    int to = -1;
    double steepest = 0;
    for (int d = 0; d < 8; ++d) {
      const int n = (y + dy[d]) * side + x + dx[d];
      const double slope = (at(c) - at(n)) / (d < 4 ? cell : cell * std::sqrt(2.0));
      if (slope > steepest) steepest = slope, to = n;
    }
    if (to < 0) {
      ++rivers.pits;
      continue;
    }
    area[static_cast<std::size_t>(to)] += area[static_cast<std::size_t>(c)];
    rivers.slope.push_back(steepest);
    rivers.area.push_back(area[static_cast<std::size_t>(c)]);
  }
  return rivers;
}

double exponent(const Rivers& rivers) {
  std::vector<double> log_area, log_slope;
  for (const double a : rivers.area) log_area.push_back(std::log(a));
  for (const double s : rivers.slope) log_slope.push_back(std::log(s));
  return slope(log_area, log_slope);
}

// Median of |S / (U/K A^-0.5) - 1|.
double error(const Rivers& rivers) {
  std::vector<double> errors;
  for (std::size_t k = 0; k < rivers.slope.size(); ++k) {
    errors.push_back(std::fabs(rivers.slope[k] * std::sqrt(rivers.area[k]) * erodibility / uplift - 1));
  }
  std::sort(errors.begin(), errors.end());
  return errors[errors.size() / 2];
}

}  // namespace

Row steady_state() {
  return {18,
          "steady state of stream power",
          "slope S on drained area A of every cell, 65 cells of 1 km, 300 steps; cells without a lower neighbour",
          "S = U/K A^-0.5: Howard 1994; Braun and Willett 2013",
          2,
          [](const Scope& scope) {
            Line exponents{"exponent of A", {}, around(-0.5, 0.01), true};
            Line errors{"median error of S, heights as float32", {}, {0, 1e-5}, true};
            Line pits{"pits", {}, exactly(0), true};
            Line young{"20 steps, median error of S", {}, {0, 1e-5}};
            for (int seed = 1; seed <= scope.of(12); ++seed) {
              const Rivers rivers = rivers_of(land_after(300, static_cast<std::uint64_t>(seed)));
              exponents.values.push_back(exponent(rivers));
              errors.values.push_back(error(rivers));
              pits.values.push_back(rivers.pits);
              young.values.push_back(error(rivers_of(land_after(20, static_cast<std::uint64_t>(seed)))));
            }
            return std::vector<Line>{exponents, errors, pits, faulty(young)};
          }};
}

}  // namespace terrawright::metrics
