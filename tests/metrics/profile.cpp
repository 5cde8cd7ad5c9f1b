// SPDX-License-Identifier: Apache-2.0
// Row 23: how much smoother superposed profiles are than their samples.
#include <cmath>

#include "field.hpp"
#include "support/build.hpp"

namespace terrawright::metrics {
namespace {

double mean_step(const std::string& with, std::uint64_t seed) {
  const auto heights =
      test::build("terrawright: 1\nname: metrics\nworld: {size: [4096, 1], seed: " + std::to_string(seed) +
                  "}\nstages:\n  profile: {use: heights.profile@1, with: {" + with +
                  "}}\noutputs: [{layers: {p: profile}}]\n")
          .cells<float>("profile");
  double sum = 0;
  for (std::size_t i = 1; i < heights.size(); ++i) sum += std::abs(static_cast<double>(heights[i] - heights[i - 1]));
  return sum / static_cast<double>(heights.size() - 1);
}

Line line(const char* interpolation, int seeds) {
  Line line{std::string("naive / superposed, ") + interpolation, {}, around(60, 6)};
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto key = static_cast<std::uint64_t>(seed);
    line.values.push_back(mean_step("method: naive", key) /
                          mean_step(std::string("method: superposition, interpolation: ") + interpolation, key));
  }
  return line;
}

}  // namespace

Row profile_smoothness() {
  return {
      23,
      "superposition smoothness",
      "mean |step| of the naive profile / of the superposed one, 4096 cells",
      "eight superposed interpolations, the coarsest the heaviest",
      12,
      [](const Scope& scope) {
        return std::vector<Line>{
            line("linear", scope.of(24)), line("cosine", scope.of(24)),
            faulty({"naive / naive", {mean_step("method: naive", 1) / mean_step("method: naive", 2)}, around(60, 6)})};
      }};
}

}  // namespace terrawright::metrics
