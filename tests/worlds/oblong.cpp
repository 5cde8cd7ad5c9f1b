// SPDX-License-Identifier: Apache-2.0
// The worlds of configs/ on maps that are three times as long as wide.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/shipped.hpp"

using namespace terrawright;

namespace {

constexpr std::pair<int, int> oblong[] = {{257, 86}, {86, 257}};

// One layer of a world whose shorter side is as wide as the usual map.
test::Built layer_of(const test::Shipped& world, const std::string& layer, int width, int height) {
  const int side = std::min(width, height);
  return world.build(1, side,
                     {"world.size=[" + std::to_string(width) + "," + std::to_string(height) + "]",
                      "outputs=[{layers: {l: " + layer.substr(0, layer.find('/')) + "}}]"});
}

double land_of(const test::Shipped& world, const std::string& layer, int width, int height) {
  const auto land = layer_of(world, layer, width, height).cells<std::uint8_t>(layer);
  return static_cast<double>(std::count(land.begin(), land.end(), 1)) / static_cast<double>(land.size());
}

// How much steeper a land is from row to row than from column to column.
double steepness_down(const test::Shipped& world, const std::string& layer, int width, int height) {
  const auto z = layer_of(world, layer, width, height).cells<float>(layer);
  double right = 0, down = 0;
  for (int y = 0; y + 1 < height; ++y) {
    for (int x = 0; x + 1 < width; ++x) {
      const auto at = static_cast<std::size_t>(y * width + x);
      right += std::abs(static_cast<double>(z[at + 1]) - static_cast<double>(z[at]));
      down += std::abs(static_cast<double>(z[at + static_cast<std::size_t>(width)]) - static_cast<double>(z[at]));
    }
  }
  return down / right;
}

}  // namespace

TEST_CASE("Land keeps its share of an oblong map", "[oblong]") {
  for (const auto& [name, share] : std::vector<std::pair<std::string, double>>{{"archipelago", 0.14},
                                                                               {"coast", 0.55},
                                                                               {"continent", 0.38},
                                                                               {"island", 0.4},
                                                                               {"long_island", 0.2},
                                                                               {"realistic", 0.34},
                                                                               {"two_massifs", 0.34},
                                                                               {"volcano", 0.33 * 86 / 257}}) {
    const test::Shipped world{name};
    for (const auto& [width, height] : oblong) {
      INFO(name << ", " << width << " x " << height);
      CHECK(land_of(world, name == "coast" ? "ashore.land" : "land.land", width, height) == Approx(share).margin(0.05));
    }
  }
}

TEST_CASE("Levels on oblong maps are neither stretched nor striped", "[oblong]") {
  for (const std::string name : {"badlands", "canyon", "coast", "crater", "dunes", "valley"}) {
    const test::Shipped world{name};
    const std::string layer = name == "dunes" ? "slid" : "middle/middle";
    const double usual = steepness_down(world, layer, 129, 129);
    for (const auto& [width, height] : oblong) {
      INFO(name << ", " << width << " x " << height);
      CHECK(steepness_down(world, layer, width, height) == Approx(usual).epsilon(0.25));
    }
  }
}
