// SPDX-License-Identifier: Apache-2.0
// Whole islands: is the windward side wetter than the lee, and is the climate one to live in?
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

constexpr std::int64_t n = 257;

test::Built island(int seed) {
  return test::build(R"(
terrawright: 1
name: t
world: {size: [257, 257], cell: 1 km, latitude: 40 deg, seed: )" +
                     std::to_string(seed) + R"(}
stages:
  terrain: {use: heights.diamond_square@1, with: {seeding: island}}
  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 60 %}}
  land: {use: sea.islets@1, in: {height: terrain, level: sea.level}}
  slopes: {use: shape.remap@1, in: {height: land.height, level: sea.level}}
  metres: {use: shape.metres@1, in: {height: slopes, level: sea.level}}
  wind: {use: climate.wind@1}
  rain: {use: climate.rain@1, in: {height: metres, flow: wind.flow}}
  climate: {use: climate.temperature@1, in: {height: metres}}
  biomes: {use: biome.whittaker@1, in: {height: metres, temperature: climate.temperature, rain: rain.annual, ocean: land.ocean}}
outputs: [{layers: {z: metres, rain: rain.annual, biomes: biomes.biome, b: rain.balance}}]
)");
}

// Heights on land, box-blurred over 15 cells.
std::vector<double> blurred(const std::vector<float>& z) {
  std::vector<double> to(z.size());
  for (std::int64_t y = 0; y < n; ++y) {
    for (std::int64_t x = 0; x < n; ++x) {
      double sum = 0;
      for (std::int64_t j = -7; j <= 7; ++j) {
        for (std::int64_t i = -7; i <= 7; ++i) {
          const std::int64_t k =
              std::clamp<std::int64_t>(y + j, 0, n - 1) * n + std::clamp<std::int64_t>(x + i, 0, n - 1);
          sum += std::max(static_cast<double>(z[static_cast<std::size_t>(k)]), 0.0);
        }
      }
      to[static_cast<std::size_t>(y * n + x)] = sum / 225;
    }
  }
  return to;
}

// Mean rain where the broad slopes rise against the west wind over that where they fall, on the steeper half.
double shadow(const std::vector<float>& z, const std::vector<float>& rain) {
  const std::vector<double> broad = blurred(z);
  std::vector<std::pair<double, double>> slopes;  // rise along the wind, rain
  for (std::int64_t y = 1; y < n - 1; ++y) {
    for (std::int64_t x = 1; x < n - 1; ++x) {
      const auto k = static_cast<std::size_t>(y * n + x);
      if (z[k] > 0) slopes.emplace_back(broad[k + 1] - broad[k - 1], static_cast<double>(rain[k]));
    }
  }
  std::sort(slopes.begin(), slopes.end(),
            [](const auto& a, const auto& b) { return std::fabs(a.first) > std::fabs(b.first); });
  double sum[2] = {0, 0}, count[2] = {0, 0};
  for (std::size_t k = 0; k < slopes.size() / 2; ++k) {
    const int lee = slopes[k].first < 0;
    sum[lee] += slopes[k].second;
    count[lee] += 1;
  }
  return sum[0] / count[0] / (sum[1] / count[1]);
}

}  // namespace

TEST_CASE("islands have a rain shadow, enough rain and several biomes", "[climate.rain]") {
  double sum = 0;
  const int worlds = 8;
  for (int seed = 1; seed <= worlds; ++seed) {
    const test::Built world = island(seed);
    const auto z = world.cells<float>("metres"), rain = world.cells<float>("rain.annual");
    const double ratio = shadow(z, rain);
    INFO("seed " << seed << ", ratio " << ratio);
    CHECK(ratio >= 1.8);
    sum += ratio;
    CHECK(world.number("rain.balance") <= 1e-12);

    std::vector<float> land;
    std::set<int> classes;
    const auto biomes = world.cells<std::uint16_t>("biomes.biome");
    for (std::size_t k = 0; k < z.size(); ++k) {
      if (z[k] <= 0) continue;
      land.push_back(rain[k]);
      if (biomes[k] >= 10) classes.insert(biomes[k]);
    }
    std::nth_element(land.begin(), land.begin() + static_cast<std::ptrdiff_t>(land.size() / 2), land.end());
    const double median = static_cast<double>(land[land.size() / 2]);
    INFO("median " << median << " mm/yr, " << classes.size() << " classes");
    CHECK(median >= 500);
    CHECK(median <= 2500);
    CHECK(classes.size() >= 4);
  }
  CHECK(sum / worlds >= 2.2);
}
