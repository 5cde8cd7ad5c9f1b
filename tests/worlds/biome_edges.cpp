// SPDX-License-Identifier: Apache-2.0
// The biomes of the worlds in configs/ are regions, not the flecks that the temperature of every gully makes of them.
#include <algorithm>

#include "stages/sea/flooding.hpp"
#include "support/catch.hpp"
#include "support/shipped.hpp"

using namespace terrawright;

namespace {

constexpr int side = 513, seeds = 3;

// Patches of one biome that are smaller than 12 cells.
int flecks(const test::Shipped& world) {
  int found = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto classes = world.layers(seed, side, "biome: biomes").cells<std::uint16_t>("biomes");
    for (std::uint16_t code = 0; code <= *std::max_element(classes.begin(), classes.end()); ++code) {
      std::vector<std::uint8_t> own;
      for (const std::uint16_t c : classes) own.push_back(c == code ? 1 : 0);
      for (const auto& patch : test::components_of(own, side, side, 1, false)) found += patch.size() < 12 ? 1 : 0;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("Biome edges follow a temperature without flecks", "[configs]") {
  struct Expected {
    const char* name;
    double share;  // of the flecks that the sharp temperature makes
  };
  for (const Expected& expected : {Expected{"realistic", 0.75}, Expected{"continent", 0.9}, Expected{"island", 0.9}}) {
    test::Shipped world{expected.name};
    // Lakes and rivers are classes of their own, in small patches; they are left out.
    const std::string water = ", lake: lakes, river: rivers";
    const std::size_t at = world.yaml.find(water);
    if (at != std::string::npos) world.yaml.erase(at, water.size());
    test::Shipped sharp = world;
    const std::string mild = "temperature: mild";
    REQUIRE(sharp.yaml.find(mild) != std::string::npos);
    sharp.yaml.replace(sharp.yaml.find(mild), mild.size(), "temperature: temperature");
    const int left = flecks(world), before = flecks(sharp);
    INFO(world.name << ": " << left << " flecks of " << before);
    CHECK(before > 50);
    CHECK(left < expected.share * before);
  }
}
