// SPDX-License-Identifier: Apache-2.0
// configs/volcano.yaml: a caldera with a lake in the middle of an island, for every seed, and heights in their range.
#include <algorithm>
#include <cmath>
#include <vector>

#include "support/catch.hpp"
#include "support/shipped.hpp"

using namespace terrawright;

TEST_CASE("a volcano has a caldera with a lake, a rim above it, and the sea around", "[volcano]") {
  const test::Shipped volcano{"volcano"};
  constexpr int side = 129;
  int deep = 0;
  for (int seed = 1; seed <= 8; ++seed) {
    INFO("seed " << seed);
    const test::Built world = volcano.build(seed, side);
    const auto height = world.cells<float>(volcano.heights()), depth = world.cells<float>("lakes.depth");
    const auto land = world.cells<std::uint8_t>("land.land");
    const auto at = [](int x, int y) { return static_cast<std::size_t>(y * side + x); };
    // Water within the caldera's floor, 1.3 km around the middle, and a rim 300 m above it within 4 km.
    float deepest = 0, level = 0, rim = 0;
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        const double km = std::hypot(x - 64, y - 64) * 0.32;
        if (km < 1.3 && depth[at(x, y)] > deepest) {
          deepest = depth[at(x, y)];
          level = height[at(x, y)];
        }
        if (km < 4) rim = std::max(rim, height[at(x, y)]);
        if (x == 0 || y == 0 || x == side - 1 || y == side - 1) REQUIRE(land[at(x, y)] == 0);
      }
    }
    CHECK(deepest > 15);  // where a valley has breached the rim; most are deeper
    deep += deepest > 100;
    CHECK(level > 900);
    CHECK(rim > level + 300);
    const double share = static_cast<double>(std::count(land.begin(), land.end(), 1)) / (side * side);
    CHECK(share > 0.15);
    CHECK(share < 0.5);
    CHECK(*std::min_element(height.begin(), height.end()) >= volcano.lowest());
    CHECK(*std::max_element(height.begin(), height.end()) <= volcano.highest());
  }
  CHECK(deep >= 6);
}
