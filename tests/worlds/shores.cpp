// SPDX-License-Identifier: Apache-2.0
// examples/150-shores keeps its word: beaches are low and flat, cliffs are steep, and land stays land.
#include <cstdint>
#include <vector>

#include "readers/opened_file.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/config_file.hpp"

using namespace terrawright;

namespace {

constexpr int side = 257;

test::Built shores(std::int64_t tile, int seed) {
  test::Options options;
  options.tile = tile;
  options.set = {"world.size=[257,257]", "world.cell=40 m", "world.seed=" + std::to_string(seed)};
  return test::build(test::config_file("examples/150-shores/world.yaml"), options);
}

}  // namespace

TEST_CASE("the shores of the example are beaches and cliffs, whatever the tiles", "[shores]") {
  for (const int seed : {42, 2, 3}) {
    INFO("seed " << seed);
    const auto world = shores(0, seed), tiled = shores(64, seed);
    for (const std::string& layer : world.layers()) CHECK(world.digest(layer) == tiled.digest(layer));

    const auto height = world.cells<float>("floor"), coast = world.cells<float>("coast");
    const auto slope = world.cells<float>("ground");
    const auto beach = world.cells<std::uint8_t>("shores.mask"),
               cliff = world.cells<std::uint8_t>("shores.second_mask");
    double beaches = 0, cliffs = 0, low = 0, wet = 0, steep = 0, slope_of_beaches = 0;
    for (std::size_t i = 0; i < height.size(); ++i) {
      wet += (coast[i] > 0) != (height[i] > 0);
      if (beach[i] != 0) {
        ++beaches;
        low += height[i] <= 3;
        slope_of_beaches += static_cast<double>(slope[i]);
      }
      if (cliff[i] != 0) {
        ++cliffs;
        steep += static_cast<double>(slope[i]);
      }
    }
    CHECK(wet == 0);
    CHECK(beaches > side);
    CHECK(cliffs > side / 2);
    CHECK(low / beaches > 0.95);
    CHECK(steep / cliffs > 6 * slope_of_beaches / beaches);
  }
}
