// SPDX-License-Identifier: Apache-2.0
// Filling, flats, receivers and accumulation one after the other; each by itself is tested under its own name.
#include "support/catch.hpp"
#include "terrains.hpp"

using namespace terrawright;
using test::Land;

TEST_CASE("drainage of a thousand small lands is that of brute force",
          "[water.fill][water.flats][water.receivers][water.accumulation]") {
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    const Land land = test::random_land(seed);
    const auto expected = test::drain(land);
    const auto tile = static_cast<std::int64_t>(seed % 5 == 0 ? 0 : 1 + seed % 7);
    INFO("seed " << seed << ", tiles of " << tile);
    REQUIRE(test::differences(test::drain_by_stages(land, {tile, 1}), expected) == "");
  }
}

TEST_CASE("drainage is the same for all tiles", "[water.fill][water.flats][water.receivers][water.accumulation]") {
  for (int seed = 1; seed <= 60; ++seed) {
    const Land land = test::fractal_land(129, 129, seed, seed % 3 == 0 ? 0 : seed % 3 == 1 ? 64 : 12);
    const auto whole = test::drain_by_stages(land, {0, 1});
    for (const std::int64_t tile : {7, 33, 64, 200}) {
      INFO("seed " << seed << ", tiles of " << tile);
      const auto tiled = test::drain_by_stages(land, {tile, 2});
      for (const char* node : {"filled", "flats", "receivers", "water"})
        REQUIRE(tiled.digest(node) == whole.digest(node));
    }
  }
}

TEST_CASE("drainage is the same where tiles and their surroundings lie in several chunks",
          "[water.fill][water.flats][water.receivers][water.accumulation]") {
  for (const int levels : {0, 10}) {
    const Land land = test::fractal_land(1100, 530, 7 + levels, levels);
    const auto whole = test::drain_by_stages(land, {0, 1});
    for (const std::int64_t tile : {33, 200, 512}) {
      INFO(levels << " levels, tiles of " << tile);
      const auto tiled = test::drain_by_stages(land, {tile, 2});
      for (const char* node : {"filled", "flats", "receivers", "water"})
        REQUIRE(tiled.digest(node) == whole.digest(node));
    }
  }
}
