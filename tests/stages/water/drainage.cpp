// SPDX-License-Identifier: Apache-2.0
#include <random>
#include <set>

#include "draining.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Land;

namespace {

// Few levels make ties, plateaus and basins in basins.
Land random_land(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  Land land;
  land.width = 3 + below(12);
  land.height = 3 + below(12);
  const unsigned levels = 2 + static_cast<unsigned>(below(9));
  const bool wide_ocean = below(2) == 0;
  for (int i = 0; i < land.width * land.height; ++i) {
    land.z.push_back(static_cast<float>(below(levels)) * 0.75f - 0.5f);
    land.ocean.push_back(below(wide_ocean ? 3 : 40) == 0 ? 1.0f : 0.0f);
    land.runoff.push_back(land.ocean.back() != 0 ? 0.0f : static_cast<float>(below(1000)));
  }
  return land;
}

// The toy of the definition: its border is ocean.
Land toy() {
  Land land;
  land.width = land.height = 7;
  for (const char* row : {"0000000", "0555550", "0522250", "0521240", "0522250", "0556550", "0000000"}) {
    for (int x = 0; x < 7; ++x) land.z.push_back(static_cast<float>(row[x] - '0'));
  }
  for (int i = 0; i < 49; ++i) {
    const int x = i % 7, y = i / 7;
    land.ocean.push_back(x == 0 || y == 0 || x == 6 || y == 6 ? 1.0f : 0.0f);
    land.runoff.push_back(1 - land.ocean.back());
  }
  return land;
}

// A fractal land with an ocean; `levels` to a kilometre: plateaus and ties, 0: none.
Land fractal_land(int width, int height, int seed, int levels) {
  const auto built =
      test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " + std::to_string(height) +
                  "], seed: " + std::to_string(seed) +
                  "}\nstages:\n  h: {use: heights.diamond_square@1}\n"
                  "  sea: {use: sea.level@1, in: {height: h}, with: {percentile: 40 %}}\n"
                  "  land: {use: sea.islets@1, in: {height: h, level: sea.level}, with: {keep: all}}\n"
                  "  m: {use: shape.metres@1, in: {height: land.height, level: sea.level}, with: {peak: 1000 m}}\n"
                  "outputs: [{layers: {m: m, o: land.ocean}}]\n");
  Land land{width, height, built.cells<float>("m"), {}, {}};
  for (const auto ocean : built.cells<std::uint8_t>("land.ocean")) land.ocean.push_back(ocean);
  const auto per_metre = static_cast<float>(levels) / 1000.0f;
  std::mt19937 random(static_cast<unsigned>(seed));
  for (std::size_t i = 0; i < land.z.size(); ++i) {
    if (levels > 0) land.z[i] = std::floor(land.z[i] * per_metre) / per_metre;
    land.runoff.push_back(land.ocean[i] != 0 ? 0.0f : static_cast<float>(random() % 100000));
  }
  return land;
}

}  // namespace

TEST_CASE("water finds its way out of the toy", "[water.fill][water.flats][water.receivers][water.accumulation]") {
  const Land land = toy();
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
    const Land land = random_land(seed);
    const auto expected = test::drain(land);
    const auto tile = static_cast<std::int64_t>(seed % 5 == 0 ? 0 : 1 + seed % 7);
    INFO("seed " << seed << ", tiles of " << tile);
    REQUIRE(test::differences(test::drain_by_stages(land, {tile, 1}), expected) == "");
  }
}

TEST_CASE("drainage is the same for all tiles", "[water.fill][water.flats][water.receivers][water.accumulation]") {
  for (int seed = 1; seed <= 60; ++seed) {
    const Land land = fractal_land(129, 129, seed, seed % 3 == 0 ? 0 : seed % 3 == 1 ? 64 : 12);
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
    const Land land = fractal_land(1100, 530, 7 + levels, levels);
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
    const Land land = fractal_land(257, 193, seed, seed % 2 == 0 ? 0 : 20);
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
  Land land = fractal_land(129, 97, 3, 0);
  const auto once = test::drain_by_stages(land, {64, 2}).cells<float>("filled");
  CHECK(once != land.z);
  land.z = once;
  CHECK(test::drain_by_stages(land, {33, 2}).cells<float>("filled") == once);
}
