// SPDX-License-Identifier: Apache-2.0
// Lands for the tests of water, and their rivers by the stages.
#pragma once
#include <cmath>
#include <random>
#include <string>

#include "draining.hpp"

namespace terrawright::test {

// Few levels make ties, plateaus and basins in basins.
inline Land random_land(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  Land land;
  land.width = 3 + below(12);
  land.height = 3 + below(12);
  const unsigned levels = 2 + static_cast<unsigned>(below(9));
  const bool wide_ocean = below(2) == 0;
  for (int i = 0; i < land.width * land.height; ++i) {
    land.z.push_back(static_cast<float>(below(levels)) * 0.75f - 0.5f);
    land.ocean.push_back(below(wide_ocean ? 3 : 40) == 0 ? 1.0f : 0.0f);
    land.runoff.push_back(land.ocean.back() != 0 ? 0.0f : static_cast<float>(below(1000)));
  }
  return land;
}

// The toy of the definition: its border is ocean.
inline Land toy() {
  Land land;
  land.width = land.height = 7;
  for (const char* row : {"0000000", "0555550", "0522250", "0521240", "0522250", "0556550", "0000000"}) {
    for (int x = 0; x < 7; ++x) land.z.push_back(static_cast<float>(row[x] - '0'));
  }
  for (int i = 0; i < 49; ++i) {
    const int x = i % 7, y = i / 7;
    land.ocean.push_back(x == 0 || y == 0 || x == 6 || y == 6 ? 1.0f : 0.0f);
    land.runoff.push_back(1 - land.ocean.back());
  }
  return land;
}

// A fractal land with an ocean; `levels` to a kilometre: plateaus and ties, 0: none.
inline Land fractal_land(int width, int height, int seed, int levels) {
  const auto built =
      build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " + std::to_string(height) +
            "], seed: " + std::to_string(seed) +
            "}\nstages:\n  h: {use: heights.diamond_square@1, with: {fit: crop}}\n"
            "  sea: {use: sea.level@1, in: {height: h}, with: {percentile: 40 %}}\n"
            "  land: {use: sea.islets@1, in: {height: h, level: sea.level}, with: {keep: all}}\n"
            "  m: {use: shape.metres@1, in: {height: land.height, level: sea.level}, with: {peak: 1000 m}}\n"
            "outputs: [{layers: {m: m, o: land.ocean}}]\n");
  Land land{width, height, built.cells<float>("m"), {}, {}};
  for (const auto ocean : built.cells<std::uint8_t>("land.ocean")) land.ocean.push_back(ocean);
  const auto per_metre = static_cast<float>(levels) / 1000.0f;
  std::mt19937 random(static_cast<unsigned>(seed));
  for (std::size_t i = 0; i < land.z.size(); ++i) {
    if (levels > 0) land.z[i] = std::floor(land.z[i] * per_metre) / per_metre;
    land.runoff.push_back(land.ocean[i] != 0 ? 0.0f : static_cast<float>(random() % 100000));
  }
  return land;
}

// Fill to rivers by the stages, cells of 1 km. `rivers`: with: of water.rivers.
inline Built rivers_by_stages(const Land& land, Options options, const std::string& lakes,
                              const std::string& rivers = "threshold: 0.1 m3/s", bool table = true,
                              const std::string& stage = "water.rivers") {
  options.given["z"] = {"m", land.width, land.height, land.z};
  options.given["ocean"] = {"1", land.width, land.height, land.ocean};
  options.given["runoff"] = {"mm/yr/1024", land.width, land.height, land.runoff};
  return build(
      "terrawright: 1\nname: t\nworld: {size: [" + std::to_string(land.width) + ", " + std::to_string(land.height) +
          "], seed: 42, cell: 1 km}\n"
          "stages:\n"
          "  z: {use: test.given@1, with: {name: z}}\n"
          "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
          "  runoff: {use: test.given_count@1, with: {name: runoff}}\n"
          "  filled: {use: water.fill@1, in: {height: z, ocean: ocean}}\n"
          "  flats: {use: water.flats@1, in: {filled: filled, ocean: ocean}}\n"
          "  receivers: {use: water.receivers@1, in: {filled: filled, way: flats.way, ocean: ocean}}\n"
          "  water: {use: water.accumulation@1, in: {receivers: receivers, runoff: runoff}}\n"
          "  lakes: {use: water.lakes@1, in: {height: z, filled: filled, receivers: receivers, accumulation: "
          "water, ocean: ocean}, with: {" +
          lakes +
          "}}\n"
          "  rivers: {use: " +
          stage + "@1, in: {receivers: receivers, accumulation: water, lake: lakes, ocean: ocean}, with: {" + rivers +
          "}}\n"
          "outputs: [{layers: {w: filled, r: receivers, a: water, l: lakes, d: lakes.depth, v: lakes.level, t: "
          "lakes.table, i: rivers, q: rivers.discharge, b: rivers.width, o: rivers.order" +
          (table ? ", j: rivers.table" : "") + "}}]\n",
      options);
}

}  // namespace terrawright::test
