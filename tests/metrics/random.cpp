// SPDX-License-Identifier: Apache-2.0
// Row 19: uniform and independent random numbers, as heights.noise shows them.
#include <array>
#include <cmath>

#include "field.hpp"
#include "support/build.hpp"

namespace terrawright::metrics {
namespace {

constexpr int random_side = 1024;

double correlation(const Field& field, double mean, double variance, int dx, int dy) {
  double product = 0;
  for (int y = 0; y + dy < random_side; ++y) {
    for (int x = 0; x + dx < random_side; ++x) product += (field.at(x, y) - mean) * (field.at(x + dx, y + dy) - mean);
  }
  return product / ((random_side - dx) * (random_side - dy)) / variance;
}

}  // namespace

Row uniformity() {
  return {19,
          "uniformity and independence",
          "moments, chi-square of 256 bins and lag-1 correlations, fields of 1024 cells",
          "uniform in [0, 1): Salmon et al. 2011; sampling error",
          2,
          [](const Scope& scope) {
            Line means{"mean", {}, around(0.5, 0.001), true}, variances{"12 x variance", {}, around(1, 0.005), true},
                chi{"chi-square / 255", {}, {0.75, 1.25}, true},
                across{"largest |correlation|, lag 1", {}, {0, 0.005}, true}, blurred = across;
            blurred.variant = "means of two neighbours, their correlation";
            for (int seed = 1; seed <= scope.of(16); ++seed) {
              const std::string stage = "  noise: {use: heights.noise@1}\n";
              const auto built = test::build(world(random_side, static_cast<std::uint64_t>(seed), stage, "n: noise"));
              const Field field{random_side, false, built.cells<float>("noise")};
              double sum = 0, squares = 0;
              std::array<double, 256> bins{};
              for (const float cell : field.cells) {
                const auto value = static_cast<double>(cell);
                sum += value;
                squares += value * value;
                ++bins.at(static_cast<std::size_t>(value * 256));
              }
              const double count = random_side * random_side, mean = sum / count,
                           variance = squares / count - mean * mean;
              double chi_square = 0;
              for (const double bin : bins) chi_square += (bin - count / 256) * (bin - count / 256) / (count / 256);
              double largest = 0;
              for (const auto& [dx, dy] : {std::array<int, 2>{1, 0}, {0, 1}, {1, 1}}) {
                largest = std::max(largest, std::abs(correlation(field, mean, variance, dx, dy)));
              }
              Field pairs = field;
              for (std::size_t c = 1; c < pairs.cells.size(); ++c)
                pairs.cells[c] = (field.cells[c - 1] + field.cells[c]) / 2;
              blurred.values.push_back(std::abs(correlation(pairs, mean, variance / 2, 1, 0)));
              means.values.push_back(mean);
              variances.values.push_back(12 * variance);
              chi.values.push_back(chi_square / 255);
              across.values.push_back(largest);
            }
            return std::vector<Line>{means, variances, chi, across, faulty(blurred)};
          }};
}

}  // namespace terrawright::metrics
