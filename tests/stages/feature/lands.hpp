// SPDX-License-Identifier: Apache-2.0
// Small lands for tests of features: heights of several sizes of hills, and worlds that have them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "feature/feature_grid.hpp"
#include "support/build.hpp"

namespace terrawright::test {

inline constexpr auto never = [] {};  // where nobody stops

struct Hills {
  std::int64_t width = 0, height = 0;
  std::vector<float> z;  // m

  std::size_t at(std::int64_t x, std::int64_t y) const { return static_cast<std::size_t>(y * width + x); }
  std::vector<float> land() const {
    std::vector<float> mask;
    for (const float h : z) mask.push_back(h > 0.0f ? 1.0f : 0.0f);
    return mask;
  }
};

// Whole metres of about -400 .. 600, so that there are ties.
inline Hills hills(std::int64_t width, std::int64_t height, unsigned seed) {
  std::mt19937 random(seed);
  Hills land{width, height, std::vector<float>(static_cast<std::size_t>(width * height), -400.0f)};
  for (std::int64_t size = 32, range = 500; size >= 1; size /= 2, range = range * 3 / 5) {
    std::vector<std::int64_t> at;
    const std::int64_t columns = width / size + 2;
    for (std::int64_t i = 0; i < columns * (height / size + 2); ++i)
      at.push_back(static_cast<std::int64_t>(random() % static_cast<unsigned>(range)));
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) {
        const std::int64_t i = x / size, j = y / size, u = x % size, v = y % size;
        const auto node = [&](std::int64_t dx, std::int64_t dy) {
          return at[static_cast<std::size_t>((j + dy) * columns + i + dx)];
        };
        const std::int64_t sum =
            (size - v) * ((size - u) * node(0, 0) + u * node(1, 0)) + v * ((size - u) * node(0, 1) + u * node(1, 1));
        land.z[land.at(x, y)] += static_cast<float>(sum / (size * size));
      }
    }
  }
  return land;
}

inline feature::FeatureGrid cells_of(std::int64_t width, std::int64_t height, double cell = 1000) {
  return feature::feature_grid(width, height, cell);
}

// A world whose node `z` has these heights, `land` what is above 0 m, and `f` a stage: "feature.peaks@1, in: {...}".
inline Built with_feature(const Hills& hills, const std::string& stage, std::int64_t tile = 0, double cell = 1000,
                          const std::string& world = "", const std::string& layers = "f: f") {
  Options options;
  options.tile = tile;
  options.given["z"] = {"m", hills.width, hills.height, hills.z};
  options.given["land"] = {"1", hills.width, hills.height, hills.land()};
  return build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(hills.width) + ", " +
                   std::to_string(hills.height) + "], seed: 1, cell: " + std::to_string(cell) + " m" + world +
                   "}\nstages:\n  z: {use: test.given@1, with: {name: z}}\n"
                   "  land: {use: test.given_mask@1, with: {name: land}}\n  f: {use: " +
                   stage + "}\noutputs: [{layers: {" + layers + "}}]\n",
               options);
}

}  // namespace terrawright::test
