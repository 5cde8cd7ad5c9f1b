// SPDX-License-Identifier: Apache-2.0
#include "field.hpp"

#include <cstdio>

#include "fourier.hpp"
#include "support/build.hpp"

namespace terrawright::metrics {

const Law midpoint_corners{"midpoint displacement", "midpoint_displacement", "centre_from: corners"};
const Law midpoint_edges{"midpoint displacement, from edges", "midpoint_displacement", "centre_from: edges"};
const Law diamond_square{"diamond-square", "diamond_square", "substep: 1"};
const Law substep{"diamond-square, substep auto", "diamond_square", "substep: auto"};
const Law wrap{"diamond-square, wrap", "diamond_square", "substep: 1, edge: wrap", true};
const Law cubic{"cubic stencil, substep auto", "diamond_square", "substep: auto, stencil: cubic"};
const Law spectral{"spectral reference", "spectral", "", true};

std::string world(int side, std::uint64_t seed, const std::string& stages, const std::string& layers) {
  const std::string cells = std::to_string(side);
  return "terrawright: 1\nname: metrics\nworld: {size: [" + cells + ", " + cells + "], seed: " + std::to_string(seed) +
         "}\nstages:\n" + stages + "outputs: [{layers: {" + layers + "}}]\n";
}

Field field(const Law& law, double hurst, int n, std::uint64_t seed) {
  const int side = (1 << n) + (law.periodic ? 0 : 1);
  if (law.stage == "spectral") return synthesised(hurst, side, seed);
  const std::string stage =
      "  height: {use: heights." + law.stage + "@1, with: {hurst: " + std::to_string(hurst) + ", " + law.with + "}}\n";
  return {side, law.periodic, test::build(world(side, seed, stage, "h: height")).cells<float>("height")};
}

Line ensemble(const Law& law, double hurst, int n, int seeds, Range expected, double (*measure)(const Field&)) {
  char h[16];
  std::snprintf(h, sizeof h, ", H=%.3g", hurst);
  Line line{law.name + h, {}, expected};
  for (int seed = 1; seed <= seeds; ++seed) {
    line.values.push_back(measure(field(law, hurst, n, static_cast<std::uint64_t>(seed))));
  }
  return line;
}

double slope(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0, both = 0, squares = 0;
  for (const double value : x) mean_x += value / n;
  for (const double value : y) mean_y += value / n;
  for (std::size_t i = 0; i < x.size(); ++i) {
    both += (x[i] - mean_x) * (y[i] - mean_y);
    squares += (x[i] - mean_x) * (x[i] - mean_x);
  }
  return both / squares;
}

}  // namespace terrawright::metrics
