// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <queue>

#include "support/catch.hpp"
#include "terrains.hpp"

using namespace terrawright;
using test::Land;

namespace {

std::vector<float> filled(const Land& land, std::int64_t tile, bool with_ocean = true) {
  test::Options options{tile, 2};
  options.given["z"] = {"m", land.width, land.height, land.z};
  options.given["ocean"] = {"1", land.width, land.height, land.ocean};
  return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(land.width) + ", " +
                         std::to_string(land.height) +
                         "], seed: 42}\nstages:\n"
                         "  z: {use: test.given@1, with: {name: z}}\n"
                         "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
                         "  filled: {use: water.fill@1, in: {height: z" +
                         (with_ocean ? ", ocean: ocean" : "") + "}}\noutputs: [{layers: {w: filled, o: ocean}}]\n",
                     options)
      .cells<float>("filled");
}

// Barnes, Lehman & Mulla 2014: cells in the order of their level, from the outlets up.
std::vector<float> flooded(const Land& land) {
  std::vector<float> level = land.z;
  std::vector<std::uint8_t> seen(level.size(), 0);
  using Open = std::pair<float, std::size_t>;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
  for (int y = 0; y < land.height; ++y) {
    for (int x = 0; x < land.width; ++x) {
      if (!land.is_outlet(x, y)) continue;
      seen[land.at(x, y)] = 1;
      open.emplace(land.z[land.at(x, y)], land.at(x, y));
    }
  }
  while (!open.empty()) {
    const auto [height, c] = open.top();
    open.pop();
    const int x = static_cast<int>(c) % land.width, y = static_cast<int>(c) / land.width;
    for (int k = 0; k < 8; ++k) {
      if (!land.has(x + test::to_x[k], y + test::to_y[k])) continue;
      const std::size_t n = land.at(x + test::to_x[k], y + test::to_y[k]);
      if (seen[n]) continue;
      seen[n] = 1;
      level[n] = std::max(level[n], height);
      open.emplace(level[n], n);
    }
  }
  return level;
}

}  // namespace

TEST_CASE("the hollow of the toy is filled to its gate", "[water.fill]") {
  const Land land = test::toy();
  const auto w = filled(land, 3);
  for (int y = 0; y < 7; ++y) {
    for (int x = 0; x < 7; ++x) {
      const bool inside = x >= 2 && x <= 4 && y >= 2 && y <= 4;
      CHECK(w[land.at(x, y)] == (inside ? 4.0f : land.z[land.at(x, y)]));
    }
  }
}

TEST_CASE("filled heights are those of a priority flood, whatever the tiles", "[water.fill]") {
  for (int seed = 1; seed <= 40; ++seed) {
    const Land land = test::fractal_land(193, 129, seed, seed % 3 == 0 ? 0 : 15 * (seed % 3));
    const auto expected = flooded(land);
    std::size_t raised = 0;
    for (std::size_t c = 0; c < expected.size(); ++c) raised += expected[c] > land.z[c];
    REQUIRE(raised > 20);
    for (const std::int64_t tile : {0, 1 + seed % 40, 64}) {
      INFO("seed " << seed << ", tiles of " << tile);
      REQUIRE(filled(land, tile) == expected);
    }
  }
}

TEST_CASE("from everywhere it goes down or along to an outlet, and nothing was lowered", "[water.fill]") {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    const Land land = test::random_land(seed);
    const auto w = filled(land, 5);
    for (int y = 0; y < land.height; ++y) {
      for (int x = 0; x < land.width; ++x) {
        const std::size_t c = land.at(x, y);
        REQUIRE(w[c] >= land.z[c]);
        if (land.is_outlet(x, y)) {
          REQUIRE(w[c] == land.z[c]);
          continue;
        }
        // The lowest neighbour is the spill of what was raised, and no higher than what was not: no level less would
        // do.
        float lowest = std::numeric_limits<float>::infinity();
        for (int k = 0; k < 8; ++k) lowest = std::min(lowest, w[land.at(x + test::to_x[k], y + test::to_y[k])]);
        REQUIRE(w[c] == std::max(land.z[c], lowest));
      }
    }
  }
}

TEST_CASE("without an ocean water ends where it is not above 0 m", "[water.fill]") {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    Land land = test::random_land(seed);
    const auto w = filled(land, 4, false);
    for (std::size_t c = 0; c < land.z.size(); ++c) land.ocean[c] = land.z[c] > 0.0f ? 0.0f : 1.0f;
    INFO("seed " << seed);
    REQUIRE(w == flooded(land));
  }
}

TEST_CASE("filling what is filled changes nothing", "[water.fill]") {
  Land land = test::fractal_land(129, 97, 3, 0);
  const auto once = test::drain_by_stages(land, {64, 2}).cells<float>("filled");
  CHECK(once != land.z);
  land.z = once;
  CHECK(test::drain_by_stages(land, {33, 2}).cells<float>("filled") == once);
}
