// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <random>
#include <tuple>

#include "draining.hpp"
#include "support/catch.hpp"
#include "terrains.hpp"

using namespace terrawright;
using test::Land;

namespace {

struct Lake {
  std::int64_t area = 0, first = 0;
  float level = 0, depth = 0;
  std::vector<std::size_t> cells;
};

// 8-connected cells of one level under water, by area.
std::vector<Lake> lakes_of(const Land& land, const std::vector<float>& filled) {
  std::vector<Lake> lakes;
  std::vector<std::uint8_t> seen(filled.size(), 0);
  for (std::size_t first = 0; first < filled.size(); ++first) {
    if (seen[first] || !(filled[first] > land.z[first])) continue;
    Lake lake;
    lake.first = static_cast<std::int64_t>(first);
    lake.level = filled[first];
    lake.cells = {first};
    seen[first] = 1;
    for (std::size_t i = 0; i < lake.cells.size(); ++i) {
      const int x = static_cast<int>(lake.cells[i]) % land.width, y = static_cast<int>(lake.cells[i]) / land.width;
      for (int k = 0; k < 8; ++k) {
        if (!land.has(x + test::to_x[k], y + test::to_y[k])) continue;
        const std::size_t n = land.at(x + test::to_x[k], y + test::to_y[k]);
        if (seen[n] || !(filled[n] > land.z[n]) || filled[n] != lake.level) continue;
        seen[n] = 1;
        lake.cells.push_back(n);
      }
    }
    lake.area = static_cast<std::int64_t>(lake.cells.size());
    for (const std::size_t c : lake.cells) lake.depth = std::max(lake.depth, filled[c] - land.z[c]);
    lakes.push_back(lake);
  }
  std::stable_sort(lakes.begin(), lakes.end(), [](const Lake& a, const Lake& b) { return a.area > b.area; });
  return lakes;
}

}  // namespace

TEST_CASE("the toy has one lake, behind its gate", "[water.lakes]") {
  const auto built = test::rivers_by_stages(test::toy(), {}, "min_area: 9, min_depth: 3 m");
  const auto mask = built.cells<std::uint8_t>("lakes");
  const auto depth = built.cells<float>("lakes.depth"), level = built.cells<float>("lakes.level");
  for (int y = 0; y < 7; ++y) {
    for (int x = 0; x < 7; ++x) {
      const std::size_t c = test::toy().at(x, y);
      const bool inside = x >= 2 && x <= 4 && y >= 2 && y <= 4;
      CHECK(mask[c] == (inside ? 1 : 0));
      CHECK(depth[c] == (inside ? 4.0f - test::toy().z[c] : 0.0f));
      CHECK(level[c] == (inside ? 4.0f : 0.0f));
    }
  }
  CHECK(built.number("lakes.lakes") == 1);
  CHECK(built.number("lakes.area") == 9);                               // km2, of 1 km a cell
  CHECK(built.number("lakes.volume") == Approx(19e-3).epsilon(1e-12));  // 8 * 2 m + 3 m
}

TEST_CASE("lakes are those of a search cell by cell, for all tiles", "[water.lakes]") {
  for (int seed = 1; seed <= 24; ++seed) {
    const Land land = test::fractal_land(129, 97, seed, seed % 2 == 0 ? 0 : 20);
    const std::int64_t tile = seed % 3 == 0 ? 0 : seed % 3 == 1 ? 17 : 64;
    INFO("seed " << seed << ", tiles of " << tile);
    const auto built = test::rivers_by_stages(land, {tile, 2}, "min_area: 4, min_depth: 2 m");
    const auto filled = built.cells<float>("filled");
    std::vector<std::uint8_t> expected(filled.size(), 0);
    double count = 0, area = 0;
    for (const Lake& lake : lakes_of(land, filled)) {
      if (lake.area < 4 || lake.depth < 2.0f) continue;
      ++count;
      area += static_cast<double>(lake.area);
      for (const std::size_t c : lake.cells) expected[c] = 1;
    }
    REQUIRE(count > 0);
    REQUIRE(built.cells<std::uint8_t>("lakes") == expected);
    REQUIRE(built.number("lakes.lakes") == count);
    REQUIRE(built.number("lakes.area") == area);
    const auto land_cells = static_cast<double>(std::count(land.ocean.begin(), land.ocean.end(), 0.0f));
    REQUIRE(built.number("lakes.share") == 100 * area / land_cells);
  }
}

TEST_CASE("without an ocean land is what is above 0 m, or filled", "[water.lakes]") {
  // A hollow below the sea, with a dam around it, and a pond that is too small: both are land.
  Land land;
  land.width = 6;
  land.height = 5;
  for (const int z : {0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 3, 0, 0, 3, -1, 2, 3, 0, 0, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0})
    land.z.push_back(static_cast<float>(z));
  const auto share = [&](const std::string& with) {
    test::Options options;
    options.given["z"] = {"m", land.width, land.height, land.z};
    options.given["ocean"] = {"1", 6, 5, std::vector<float>(30, 0)};
    return test::build(
               "terrawright: 1\nname: t\nworld: {size: [6, 5], seed: 42}\nstages:\n"
               "  z: {use: test.given@1, with: {name: z}}\n"
               "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
               "  filled: {use: water.fill@1, in: {height: z, ocean: ocean}}\n"
               "  lakes: {use: water.lakes@1, in: {height: z, filled: filled}, with: {" +
                   with + "}}\noutputs: [{layers: {l: lakes}}]\n",
               options)
        .number("lakes.share");
  };
  CHECK(share("min_area: 2") == 100.0 * 2 / 12);
  CHECK(share("min_area: 3") == 0);
}

TEST_CASE("a world without land has no lakes and no share of it", "[water.lakes]") {
  Land land = test::toy();
  land.ocean.assign(land.ocean.size(), 1.0f);
  const auto built = test::rivers_by_stages(land, {}, "min_area: 1");
  CHECK(built.number("lakes.lakes") == 0);
  CHECK(built.number("lakes.share") == 0);
}
