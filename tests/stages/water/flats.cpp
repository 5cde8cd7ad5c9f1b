// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "terrains.hpp"

using namespace terrawright;
using test::Land;

TEST_CASE("the way out of the toy's lake is as long as the lake", "[water.flats]") {
  const Land land = test::toy();
  const auto distance = test::drain_by_stages(land, {3, 1}).cells<std::int64_t>("flats");
  for (int y = 0; y < 7; ++y) {
    for (int x = 0; x < 7; ++x) {
      const bool inside = x >= 2 && x <= 4 && y >= 2 && y <= 4;
      CHECK(distance[land.at(x, y)] == (inside ? 5 - x : 0));
    }
  }
}

TEST_CASE("a plain drains to its one gate, step by step and round corners", "[water.flats]") {
  // Walls of 9 around a plain of 3 with a spit in it; the gate of 1 is in the upper left.
  const std::vector<std::string> map = {"99999999", "13333339", "99999339", "93333339",
                                        "93399999", "93333339", "99999999"};
  Land land;
  land.width = 8;
  land.height = 7;
  for (const std::string& row : map) {
    for (const char c : row) land.z.push_back(static_cast<float>(c - '0'));
  }
  land.ocean.assign(land.z.size(), 0);
  land.runoff.assign(land.z.size(), 1);
  for (const std::int64_t tile : {0, 1, 2, 5}) {
    const auto distance = test::drain_by_stages(land, {tile, 1}).cells<std::int64_t>("flats");
    CHECK(distance[land.at(1, 1)] == 0);
    CHECK(distance[land.at(6, 1)] == 5);
    CHECK(distance[land.at(5, 2)] == 4);
    CHECK(distance[land.at(5, 3)] == 5);
    CHECK(distance[land.at(1, 3)] == 8);  // round the spit
    CHECK(distance[land.at(1, 5)] == 8);
    CHECK(distance[land.at(6, 5)] == 11);
  }
}

TEST_CASE("every cell of a flat gets to where it goes down, a step less each time", "[water.flats]") {
  std::int64_t longest = 0;
  for (int seed = 1; seed <= 30; ++seed) {
    const Land land = test::fractal_land(129, 97, seed, seed % 2 == 0 ? 0 : 12);
    const auto built = test::drain_by_stages(land, {static_cast<std::int64_t>(7 + seed), 2});
    const auto w = built.cells<float>("filled");
    const auto distance = built.cells<std::int64_t>("flats");
    INFO("seed " << seed);
    for (int y = 0; y < land.height; ++y) {
      for (int x = 0; x < land.width; ++x) {
        const std::size_t c = land.at(x, y);
        bool drops = land.is_outlet(x, y);
        std::int64_t nearest = INT64_MAX;
        for (int k = 0; k < 8; ++k) {
          if (!land.has(x + test::to_x[k], y + test::to_y[k])) continue;
          const std::size_t n = land.at(x + test::to_x[k], y + test::to_y[k]);
          drops = drops || w[n] < w[c];
          if (w[n] == w[c]) nearest = std::min(nearest, distance[n]);
        }
        REQUIRE((distance[c] == 0) == drops);
        if (drops) continue;
        REQUIRE(distance[c] == nearest + 1);
        longest = std::max(longest, distance[c]);
      }
    }
  }
  CHECK(longest > 20);
}
