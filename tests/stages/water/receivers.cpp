// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "support/catch.hpp"
#include "terrains.hpp"

using namespace terrawright;
using test::Land;

namespace {

Land whole_heights(unsigned seed, unsigned most) {
  std::mt19937 random(seed);
  Land land;
  land.width = 40;
  land.height = 30;
  for (int i = 0; i < land.width * land.height; ++i) {
    land.z.push_back(static_cast<float>(random() % most));
    land.ocean.push_back(random() % 10 == 0 ? 1.0f : 0.0f);
    land.runoff.push_back(1.0f);
  }
  return land;
}

}  // namespace

TEST_CASE("the toy drains west, and east through its gate", "[water.receivers]") {
  const Land land = test::toy();
  const auto receivers = test::drain_by_stages(land, {}, {}, "rule: straight").cells<std::uint16_t>("receivers");
  const std::uint16_t row[7] = {0, 3, 1, 1, 1, 1, 0};  // - W E E E E -
  for (int x = 0; x < 7; ++x) CHECK(receivers[land.at(x, 3)] == row[x]);
}

TEST_CASE("water takes the steepest of eight ways, of equal ones the first", "[water.receivers]") {
  int ties = 0, diagonals = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Land land = whole_heights(seed, seed % 2 == 0 ? 12 : 1000);
    const auto built = test::drain_by_stages(land, {static_cast<std::int64_t>(1 + seed % 33), 2});
    const auto w = built.cells<float>("filled");
    const auto distance = built.cells<std::int64_t>("flats");
    const auto receivers = built.cells<std::uint16_t>("receivers");
    INFO("seed " << seed);
    for (int y = 0; y < land.height; ++y) {
      for (int x = 0; x < land.width; ++x) {
        const std::size_t c = land.at(x, y);
        if (land.is_outlet(x, y)) {
          REQUIRE(receivers[c] == 0);
          continue;
        }
        if (distance[c] != 0) continue;
        // Squares of slopes, doubled: whole numbers, so that nothing is rounded.
        std::int64_t steepest = 0;
        std::uint16_t expected = 0;
        for (int k = 0; k < 8; ++k) {
          const auto drop = static_cast<std::int64_t>(w[c] - w[land.at(x + test::to_x[k], y + test::to_y[k])]);
          const std::int64_t square = drop <= 0 ? 0 : (k < 4 ? 2 : 1) * drop * drop;
          ties += square != 0 && square == steepest;
          if (square <= steepest) continue;
          steepest = square;
          expected = static_cast<std::uint16_t>(k + 1);
        }
        REQUIRE(receivers[c] == expected);
        diagonals += expected > 4;
      }
    }
  }
  CHECK(ties > 1000);
  CHECK(diagonals > 1000);
}

TEST_CASE("a diagonal is longer: it takes the water only where it is steeper", "[water.receivers]") {
  Land land;
  land.width = land.height = 3;
  land.ocean.assign(9, 0);
  land.runoff.assign(9, 1);
  const auto middle = [&](float east, float south_east) {
    land.z = {9, 9, 9, 9, 8, 8 - east, 9, 9, 8 - south_east};
    return static_cast<int>(test::drain_by_stages(land, {}).cells<std::uint16_t>("receivers")[4]);
  };
  CHECK(middle(1.0f, 1.4f) == 1);
  CHECK(middle(1.0f, 1.42f) == 8);
  CHECK(middle(2.0f, 2.0f) == 1);
  CHECK(middle(-1.0f, 0.5f) == 8);
}

TEST_CASE("across a flat water takes the first of the neighbours of least distance", "[water.receivers]") {
  for (const std::string with : {"rule: straight", "rule: winding"}) {
    int across = 0, as_by_ways = 0;
    for (int seed = 1; seed <= 20; ++seed) {
      const Land land = test::fractal_land(129, 97, seed, 12);
      const auto built = test::drain_by_stages(land, {33, 2}, {}, with, ", distance: flats");
      const auto w = built.cells<float>("filled");
      const auto distance = built.cells<std::int64_t>("flats");
      const auto receivers = built.cells<std::uint16_t>("receivers"), way = built.cells<std::uint16_t>("flats.way");
      for (int y = 0; y < land.height; ++y) {
        for (int x = 0; x < land.width; ++x) {
          const std::size_t c = land.at(x, y);
          if (distance[c] == 0) continue;
          ++across;
          std::uint16_t first = 0;
          std::int64_t least = distance[c];
          for (int k = 0; k < 8; ++k) {
            const std::size_t n = land.at(x + test::to_x[k], y + test::to_y[k]);
            if (w[n] != w[c] || distance[n] >= least) continue;
            least = distance[n];
            first = static_cast<std::uint16_t>(k + 1);
          }
          REQUIRE(first != 0);
          REQUIRE(receivers[c] == first);
          as_by_ways += way[c] == first;
        }
      }
    }
    CHECK(across > 1000);
    CHECK((as_by_ways == across) == (with == "rule: straight"));
  }
}

TEST_CASE("receivers need to know how water crosses flats, from a node that knows", "[water.receivers]") {
  const auto said = [](const std::string& crossing) {
    try {
      test::drain_by_stages(test::toy(), {}, {}, "", crossing);
    } catch (const test::BuildFailed& failed) {
      return std::string(failed.what());
    }
    return std::string();
  };
  CHECK(said(", way: flats.way") == "");
  CHECK_THAT(said(""), Catch::Contains("how does water cross flats? Connect `way` of a node of water.flats"));
  CHECK_THAT(said(", way: others}}\n  others: {use: water.receivers@1, in: {filled: filled, way: flats.way"),
             Catch::Contains("these classes are not ways across flats: connect `way` of a node of water.flats"));
}
