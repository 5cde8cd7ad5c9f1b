// SPDX-License-Identifier: Apache-2.0
// The delta of configs/delta.yaml: land that reaches far out into what was sea, which a river crosses to its mouth.
#include <algorithm>
#include <cmath>

#include "support/catch.hpp"
#include "support/shipped.hpp"

using namespace terrawright;

TEST_CASE("The delta reaches far beyond the coast that was there, low and flat, and a river crosses it", "[configs]") {
  constexpr int side = 257;
  const test::Shipped world{"delta"};
  const double kilometres = world.cell(side) / 1000;
  for (int seed = 1; seed <= 4; ++seed) {
    INFO("seed " << seed);
    const auto built = world.build(seed, side);
    const auto land = built.cells<std::uint8_t>("land.land"), before = built.cells<std::uint8_t>("shore.land");
    const auto coast = built.cells<float>("coast"), river = built.cells<float>("nature/rivers.width");
    const auto height = built.cells<float>(world.heights());
    int cells = 0, river_cells = 0;
    float farthest = 0, highest = 0, farthest_river = 0;
    for (std::size_t c = 0; c < land.size(); ++c) {
      if (!land[c] || before[c]) continue;
      ++cells;
      farthest = std::max(farthest, -coast[c]);
      highest = std::max(highest, height[c]);
      river_cells += river[c] > 0 ? 1 : 0;
      if (river[c] > 0) farthest_river = std::max(farthest_river, -coast[c]);
    }
    CHECK(cells * kilometres * kilometres > 800);  // km2
    CHECK(farthest > 18000);
    CHECK(highest < 20);
    CHECK(river_cells > 20);
    CHECK(farthest_river > 0.6f * farthest);
    for (const char* lobe : {"first", "second", "third", "fourth", "fifth"}) {
      for (const char* part : {"1", "2", "3"})
        CHECK(built.number(std::string(lobe) + "/grown/" + part + "/lobe.placed") > 0.97);
    }
  }
}
