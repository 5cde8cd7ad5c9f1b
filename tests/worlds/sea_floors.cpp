// SPDX-License-Identifier: Apache-2.0
// The sea of the worlds in configs/: it deepens away from the shore, and the files hold all of it.
#include <algorithm>

#include "support/catch.hpp"
#include "support/shipped.hpp"

using namespace terrawright;

namespace {

constexpr int side = 257;
constexpr const char* worlds[] = {"island",      "realistic",   "fjords",    "long_island", "atoll",
                                  "archipelago", "two_massifs", "continent", "delta"};

double median(std::vector<float> values) {
  REQUIRE_FALSE(values.empty());
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return static_cast<double>(values[values.size() / 2]);
}

// Depths of the sea cells that have land beside them.
std::vector<float> at_the_shore(const std::vector<float>& heights, const std::vector<std::uint8_t>& land) {
  std::vector<float> depths;
  for (int y = 1; y + 1 < side; ++y) {
    for (int x = 1; x + 1 < side; ++x) {
      const auto c = static_cast<std::size_t>(y * side + x);
      if (!land[c] && (land[c - 1] || land[c + 1] || land[c - side] || land[c + side])) depths.push_back(-heights[c]);
    }
  }
  return depths;
}

}  // namespace

TEST_CASE("The sea of each island world is shallow at the shore, deep far off and all within the declared range",
          "[configs]") {
  for (const char* name : worlds) {
    for (int seed = 1; seed <= 3; ++seed) {
      INFO(name << ", seed " << seed);
      const test::Shipped world{name};
      const auto built = world.layers(seed, side, world.heights_out() + ", land: land.land");
      const auto heights = built.cells<float>(world.heights());
      const auto land = built.cells<std::uint8_t>("land.land");
      const auto [lowest, highest] = std::minmax_element(heights.begin(), heights.end());
      CHECK(*lowest >= world.lowest());
      CHECK(*highest <= world.highest());
      // No wall: beside the land the sea is shallower than a twentieth of its greatest depth, but in fjords.
      const double share = name == std::string("fjords") ? 0.1 : 0.05;
      CHECK(median(at_the_shore(heights, land)) < -share * static_cast<double>(*lowest));
      int wet = 0, deepest = 0, dry_sea = 0;
      for (std::size_t c = 0; c < heights.size(); ++c) {
        if (land[c]) continue;
        ++wet;
        deepest += heights[c] < 0.98f * *lowest ? 1 : 0;
        dry_sea += heights[c] > -0.25f ? 1 : 0;
      }
      // No plate at the bottom.
      CHECK(deepest < 0.05 * wet);
      CHECK(dry_sea == 0);
    }
  }
}

TEST_CASE("An island world without land is sea from edge to edge", "[configs]") {
  for (const char* name : worlds) {
    INFO(name);
    const test::Shipped world{name};
    if (world.yaml.find("\n  sea: {value:") == std::string::npos) continue;
    const auto built = world.build(1, 65, {"knobs.sea=100%"});
    CHECK(built.statistics("land.land").maximum == 0);
    CHECK(built.statistics(world.heights()).maximum < 0);
  }
}
