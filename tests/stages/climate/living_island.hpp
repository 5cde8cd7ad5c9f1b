// SPDX-License-Identifier: Apache-2.0
// Whole islands with wind, rain, warmth and biomes, and what is measured of their climate.
#pragma once
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/build.hpp"

namespace terrawright::test {

constexpr std::int64_t living_side = 257;

inline Built island(int seed) {
  return build(R"(
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
outputs: [{layers: {z: metres, rain: rain.annual, biomes: biomes.biome, b: rain.balance, i: rain.inflow, e: rain.evaporation, p: rain.precipitation,
                     o: rain.outflow}}]
)");
}

// Heights on land, box-blurred over 15 cells.
inline std::vector<double> blurred(const std::vector<float>& z) {
  constexpr std::int64_t n = living_side;
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
inline double shadow(const std::vector<float>& z, const std::vector<float>& rain) {
  constexpr std::int64_t n = living_side;
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

// mm/yr, on land.
inline double median_rain(const Built& world) {
  const auto z = world.cells<float>("metres"), rain = world.cells<float>("rain.annual");
  std::vector<float> land;
  for (std::size_t k = 0; k < z.size(); ++k) {
    if (z[k] > 0) land.push_back(rain[k]);
  }
  const auto middle = land.begin() + static_cast<std::ptrdiff_t>(land.size() / 2);
  std::nth_element(land.begin(), middle, land.end());
  return static_cast<double>(*middle);
}

// Climate classes of Whittaker's that the land has.
inline std::size_t classes_on_land(const Built& world) {
  const auto z = world.cells<float>("metres");
  const auto biomes = world.cells<std::uint16_t>("biomes.biome");
  std::set<int> classes;
  for (std::size_t k = 0; k < z.size(); ++k) {
    if (z[k] > 0 && biomes[k] >= 10) classes.insert(biomes[k]);
  }
  return classes.size();
}

}  // namespace terrawright::test
