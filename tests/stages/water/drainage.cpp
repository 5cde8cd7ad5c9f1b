// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "terrains.hpp"

using namespace terrawright;
using test::Land;

TEST_CASE("water finds its way out of the toy", "[water.fill][water.flats][water.receivers][water.accumulation]") {
  const Land land = test::toy();
  const auto built = test::drain_by_stages(land, {});
  const auto filled = built.cells<float>("filled");
  const auto distance = built.cells<std::int64_t>("flats"), all = built.cells<std::int64_t>("water");
  const auto receivers = built.cells<std::uint16_t>("receivers");
  std::int64_t reaches_ocean = 0;
  for (int y = 0; y < 7; ++y) {
    for (int x = 0; x < 7; ++x) {
      const bool inside = x >= 2 && x <= 4 && y >= 2 && y <= 4;
      CHECK(filled[land.at(x, y)] == (inside ? 4.0f : land.z[land.at(x, y)]));
      if (inside) CHECK(distance[land.at(x, y)] == 5 - x);
      if (land.ocean[land.at(x, y)] != 0) reaches_ocean += all[land.at(x, y)];
    }
  }
  const std::uint16_t row[7] = {0, 3, 1, 1, 1, 1, 0};  // - W E E E E -
  for (int x = 0; x < 7; ++x) CHECK(receivers[land.at(x, 3)] == row[x]);
  CHECK(all[land.at(5, 3)] == 10);
  CHECK(all[land.at(6, 3)] == 10);
  CHECK(reaches_ocean == 25);
}

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

TEST_CASE("what drains is what fell, and nothing flows uphill", "[water.accumulation][water.receivers]") {
  for (int seed = 1; seed <= 20; ++seed) {
    const Land land = test::fractal_land(257, 193, seed, seed % 2 == 0 ? 0 : 20);
    const auto built = test::drain_by_stages(land, {64, 2});
    const auto filled = built.cells<float>("filled");
    const auto distance = built.cells<std::int64_t>("flats"), all = built.cells<std::int64_t>("water");
    const auto receivers = built.cells<std::uint16_t>("receivers");
    std::int64_t fell = 0, drained = 0;
    bool downhill = true, grows = true;
    for (int y = 0; y < land.height; ++y) {
      for (int x = 0; x < land.width; ++x) {
        const std::size_t c = land.at(x, y);
        fell += static_cast<std::int64_t>(land.runoff[c]);
        if (receivers[c] == 0) {
          CHECK(land.is_outlet(x, y));
          drained += all[c];
          continue;
        }
        const std::size_t to = land.at(x + test::to_x[receivers[c] - 1], y + test::to_y[receivers[c] - 1]);
        downhill = downhill && std::pair(filled[to], distance[to]) < std::pair(filled[c], distance[c]);
        grows = grows && all[to] >= all[c];
      }
    }
    CHECK(drained == fell);
    CHECK(downhill);
    CHECK(grows);
  }
}

TEST_CASE("filling what is filled changes nothing", "[water.fill]") {
  Land land = test::fractal_land(129, 97, 3, 0);
  const auto once = test::drain_by_stages(land, {64, 2}).cells<float>("filled");
  CHECK(once != land.z);
  land.z = once;
  CHECK(test::drain_by_stages(land, {33, 2}).cells<float>("filled") == once);
}
