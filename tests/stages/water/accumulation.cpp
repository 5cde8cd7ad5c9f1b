// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "terrains.hpp"

using namespace terrawright;
using test::Land;

namespace {

// `in`: what the node reads beside its receivers.
test::Built gathered(const Land& land, const std::string& in, std::int64_t tile) {
  test::Options options{tile, 2};
  options.given["z"] = {"m", land.width, land.height, land.z};
  options.given["ocean"] = {"1", land.width, land.height, land.ocean};
  options.given["runoff"] = {"mm/yr/1024", land.width, land.height, land.runoff};
  return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(land.width) + ", " +
                         std::to_string(land.height) +
                         "], seed: 42}\nstages:\n"
                         "  z: {use: test.given@1, with: {name: z}}\n"
                         "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
                         "  runoff: {use: test.given_count@1, with: {name: runoff}}\n"
                         "  filled: {use: water.fill@1, in: {height: z, ocean: ocean}}\n"
                         "  flats: {use: water.flats@1, in: {filled: filled, ocean: ocean}}\n"
                         "  receivers: {use: water.receivers@1, in: {filled: filled, way: flats.way, ocean: ocean}}\n"
                         "  water: {use: water.accumulation@1, in: {receivers: receivers" +
                         in + "}}\noutputs: [{layers: {a: water, r: receivers, u: runoff}}]\n",
                     options);
}

// Contribution of each cell, carried all the way down.
std::vector<std::int64_t> carried(const Land& land, const std::vector<std::uint16_t>& receivers,
                                  const std::vector<std::int64_t>& adds) {
  std::vector<std::int64_t> all(adds.size(), 0);
  for (int y = 0; y < land.height; ++y) {
    for (int x = 0; x < land.width; ++x) {
      int cx = x, cy = y;
      for (;;) {
        all[land.at(cx, cy)] += adds[land.at(x, y)];
        const int code = receivers[land.at(cx, cy)];
        if (code == 0) break;
        cx += test::to_x[code - 1];
        cy += test::to_y[code - 1];
      }
    }
  }
  return all;
}

}  // namespace

TEST_CASE("what falls on the toy gathers at its gate and reaches the ocean", "[water.accumulation]") {
  const Land land = test::toy();
  const auto all = test::drain_by_stages(land, {3, 1}).cells<std::int64_t>("water");
  CHECK(all[land.at(5, 3)] == 10);
  CHECK(all[land.at(6, 3)] == 10);
  std::int64_t reaches_ocean = 0;
  for (std::size_t c = 0; c < all.size(); ++c) reaches_ocean += land.ocean[c] != 0 ? all[c] : 0;
  CHECK(reaches_ocean == 25);
}

TEST_CASE("runoff, land and cells that drain are summed, each as the inputs say", "[water.accumulation]") {
  for (int seed = 1; seed <= 20; ++seed) {
    Land land = test::fractal_land(129, 97, seed, seed % 2 == 0 ? 0 : 20);
    for (std::size_t c = 0; c < land.z.size(); ++c) land.runoff[c] = static_cast<float>(c % 1000);  // on the ocean too
    const std::int64_t tile = 5 + 9 * (seed % 8);
    INFO("seed " << seed << ", tiles of " << tile);
    const auto check = [&](const std::string& in, const std::string& unit, auto adds) {
      const auto built = gathered(land, in, tile);
      const auto receivers = built.cells<std::uint16_t>("receivers");
      std::vector<std::int64_t> own;
      for (std::size_t c = 0; c < receivers.size(); ++c) own.push_back(adds(c, receivers[c]));
      REQUIRE(built.cells<std::int64_t>("water") == carried(land, receivers, own));
      REQUIRE(built.layer("water").facts().unit == unit);
    };
    const auto runoff = [&](std::size_t c) { return static_cast<std::int64_t>(land.runoff[c]); };
    check(", runoff: runoff", "mm/yr/1024", [&](std::size_t c, int) { return runoff(c); });
    check(", runoff: runoff, ocean: ocean", "mm/yr/1024",
          [&](std::size_t c, int) { return land.ocean[c] != 0 ? 0 : runoff(c); });
    check(", ocean: ocean", "1", [&](std::size_t c, int) { return std::int64_t{land.ocean[c] == 0}; });
    check("", "1", [&](std::size_t, int receiver) { return std::int64_t{receiver != 0}; });
  }
}

TEST_CASE("what drains is what fell, and nothing flows uphill", "[water.accumulation]") {
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
