// SPDX-License-Identifier: Apache-2.0
// Whole islands: is the windward side wetter than the lee, and is the climate one to live in?
#include "living_island.hpp"
#include "support/catch.hpp"

using namespace terrawright;

TEST_CASE("islands have a rain shadow, enough rain and several biomes", "[climate.rain]") {
  double sum = 0;
  const int worlds = 8;
  for (int seed = 1; seed <= worlds; ++seed) {
    const test::Built world = test::island(seed);
    const double ratio = test::shadow(world.cells<float>("metres"), world.cells<float>("rain.annual"));
    const double median = test::median_rain(world);
    const std::size_t classes = test::classes_on_land(world);
    INFO("seed " << seed << ", ratio " << ratio << ", " << median << " mm/yr, " << classes << " classes");
    CHECK(ratio >= 1.8);
    sum += ratio;
    CHECK(world.number("rain.balance") <= 1e-12);
    CHECK(median >= 500);
    CHECK(median <= 2500);
    CHECK(classes >= 4);
  }
  CHECK(sum / worlds >= 2.2);
}
