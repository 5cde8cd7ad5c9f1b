// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>
#include <string>

#include "flooding.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

// The level is that of the cells: percentile 100 % of a field of its own.
std::string world(std::size_t width, std::size_t height, const std::string& with) {
  return "terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " + std::to_string(height) +
         "], seed: 42}\n"
         "stages:\n"
         "  z: {use: test.given@1, with: {name: z}}\n"
         "  q: {use: test.given@1, with: {name: q}}\n"
         "  sea: {use: sea.level@1, in: {height: q}}\n"
         "  land: {use: sea.islets@1, in: {height: z, level: sea.level}, with: {" +
         with +
         "}}\n"
         "outputs: [{layers: {h: land.height, l: land.land, o: land.ocean}}]\n";
}

test::Built islets(const std::vector<float>& z, int width, int height, float level, const std::string& with,
                   std::int64_t tile) {
  test::Options options;
  options.tile = tile;
  options.given["z"] = {"1", width, height, z};
  options.given["q"] = {"1", width, height, std::vector<float>(z.size(), level)};
  return test::build(world(static_cast<std::size_t>(width), static_cast<std::size_t>(height), with), options);
}

std::string with(const test::Flooding& rules) {
  return "keep: " + std::to_string(rules.keep) + ", min_area: " + std::to_string(rules.min_area) +
         ", max_pond: " + std::to_string(rules.max_pond) +
         ", connectivity: " + (rules.land_is_eight ? "land_8_water_4" : "land_4_water_8");
}

void require_equal(const test::Built& built, const test::Flooded& expected) {
  REQUIRE(built.cells<float>("land.height") == expected.heights);
  REQUIRE(built.cells<std::uint8_t>("land.land") == expected.land);
  REQUIRE(built.cells<std::uint8_t>("land.ocean") == expected.ocean);
  REQUIRE(built.number("land.components") == static_cast<double>(expected.components));
  REQUIRE(built.number("land.islands") == static_cast<double>(expected.islands));
  REQUIRE(built.number("land.removed") == static_cast<double>(expected.removed));
  REQUIRE(built.number("land.filled") == static_cast<double>(expected.filled));
  REQUIRE(built.number("land.inland_left") == static_cast<double>(expected.inland_left));
}

const std::string golden_world = R"(
terrawright: 1
name: t
world: {size: [257, 257], seed: 42}
stages:
  island: {use: heights.diamond_square@1, with: {seeding: island, reduction: 0.5}}
  sea: {use: sea.level@1, in: {height: island}, with: {percentile: 60 %}}
  cleared: {use: sea.islets@1, in: {height: island, level: sea.level}, with: {max_pond: 0}}
  land: {use: sea.islets@1, in: {height: island, level: sea.level}}
  again: {use: sea.islets@1, in: {height: land.height, level: sea.level}}
outputs: [{layers: {c: cleared.height, h: land.height, l: land.land, again: again.height}}]
)";

}  // namespace

TEST_CASE("islets and ponds of the golden world", "[sea.islets]") {
  for (const std::int64_t tile : {0, 7, 64, 300}) {
    test::Options options;
    options.tile = tile;
    const test::Built built = test::build(golden_world, options);
    CHECK(built.sha256("island") == "d740df7bbb3e20afd03e355e59047079e0c77c4a91399fec6200f5e8eb7a23e0");
    CHECK(built.sha256("cleared.height") == "b62e2e6d547c25bcaed57f08a45c15ef65737b989557d6b519dce84b8ae6f18c");
    CHECK(built.sha256("land.height") == "a6390d01bb9b1cd051e7cd9a45471e9500006e668eb6d38169d4bc56115e9352");
    CHECK(built.number("land.components") == 57);
    CHECK(built.number("land.removed") == 249);
    CHECK(built.number("land.filled") == 53);
    CHECK(built.number("land.inland_left") == 516);
    // Once more changes nothing, and one island is left.
    CHECK(built.sha256("again.height") == built.sha256("land.height"));
    CHECK(built.number("land.islands") == 1);
    CHECK(built.number("again.components") == 1);
  }
}

TEST_CASE("land share after islets counts the land mask", "[sea.islets]") {
  const test::Built built = test::build(golden_world);
  const auto land = built.cells<std::uint8_t>("land.land");
  const auto cells = static_cast<double>(std::count(land.begin(), land.end(), std::uint8_t{1}));
  CHECK(built.number("land.land_share") == cells / static_cast<double>(land.size()));
}

TEST_CASE("islets of random fields equal a queue's, whatever the tiles", "[sea.islets]") {
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t n) { return static_cast<int>(random() % n); };
  for (int world = 0; world < 120; ++world) {
    const int width = 1 + below(world % 8 == 0 ? 130 : 50), height = 1 + below(world % 8 == 0 ? 130 : 50);
    const int levels = 2 + below(12);
    std::vector<float> z(static_cast<std::size_t>(width * height));
    for (float& h : z) h = static_cast<float>(below(static_cast<std::uint32_t>(levels))) / 8.0f;
    // Every other world is smoothed along its rows, so that components are larger than tiles.
    if (world % 2 == 1) {
      for (std::size_t i = 1; i < z.size(); ++i) z[i] = 0.7f * z[i - 1] + 0.3f * z[i];
    }
    const float level = z[static_cast<std::size_t>(below(static_cast<std::uint32_t>(z.size())))];
    test::Flooding rules;
    rules.keep = static_cast<std::size_t>(1 + below(4));
    rules.min_area = static_cast<std::size_t>(below(2) * below(20));
    rules.max_pond = static_cast<std::size_t>(below(30));
    rules.land_is_eight = below(2) == 1;
    const test::Flooded expected = test::flood(z, width, height, level, rules);
    for (const std::int64_t tile : {0, 7, 33, 64, 300}) {
      INFO("world " << world << ", " << width << " x " << height << ", tile " << tile);
      require_equal(islets(z, width, height, level, with(rules), tile), expected);
    }
  }
}

TEST_CASE("spirals and rings within rings across many tiles", "[sea.islets]") {
  const int side = 97;
  for (const bool spiral : {false, true}) {
    std::vector<float> z;
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        const int dx = x - side / 2, dy = y - side / 2;
        const int ring = std::max(std::abs(dx), std::abs(dy));
        // The spiral is the rings, each shifted by one in the upper right: they hang together.
        const bool shifted = spiral && dx > 0 && dy < 0;
        z.push_back((ring + (shifted ? 1 : 0)) / 2 % 2 == 0 ? 0.75f : 0.25f);
      }
    }
    for (const bool eight : {false, true}) {
      test::Flooding rules;
      rules.keep = 3;
      rules.max_pond = 200;
      rules.land_is_eight = eight;
      const test::Flooded expected = test::flood(z, side, side, 0.5f, rules);
      for (const std::int64_t tile : {0, 5, 7, 64}) {
        require_equal(islets(z, side, side, 0.5f, with(rules), tile), expected);
      }
    }
  }
}

TEST_CASE("a lake joins the lakes of the islands sunk in it, and a pond is measured afterwards", "[sea.islets]") {
  // A continent with a lake of 17 cells around an island of 10 with a pond of 2: 29 cells once the island is gone.
  const std::vector<std::string> map = {"..........", ".########.", ".#......#.", ".#.####.#.", ".#.#..#.#.",
                                        ".#.####.#.", ".#.....##.", ".########.", ".........."};
  std::vector<float> z;
  for (const std::string& row : map) {
    for (const char c : row) z.push_back(c == '#' ? 1.0f : 0.25f);
  }
  for (const std::int64_t tile : {0, 1, 4}) {
    const test::Built lake = islets(z, 10, 9, 0.5f, "max_pond: 26", tile);
    CHECK(lake.number("land.components") == 2);
    CHECK(lake.number("land.removed") == 10);
    CHECK(lake.number("land.inland_left") == 29);
    CHECK(lake.number("land.filled") == 0);
    const test::Built filled = islets(z, 10, 9, 0.5f, "max_pond: 29", tile);
    CHECK(filled.number("land.filled") == 29);
    CHECK(filled.cells<float>("land.height")[3 * 10 + 3] == 0.5f + 0.5f * (0.5f - 0.25f));
    // Kept, the island keeps its pond and its lake apart.
    const test::Built both = islets(z, 10, 9, 0.5f, "keep: all, max_pond: 2", tile);
    CHECK(both.number("land.filled") == 2);
    CHECK(both.number("land.inland_left") == 17);
    CHECK(both.number("land.islands") == 2);
    // The lake filled, they are one.
    CHECK(islets(z, 10, 9, 0.5f, "keep: all, max_pond: 17", tile).number("land.islands") == 1);
  }
}

TEST_CASE("cells that stay keep their bits", "[sea.islets]") {
  const test::Built built = test::build(golden_world);
  const auto before = built.cells<float>("island"), after = built.cells<float>("land.height");
  std::size_t changed = 0;
  for (std::size_t i = 0; i < before.size(); ++i) changed += before[i] != after[i];
  CHECK(changed == 249 + 53);
}

TEST_CASE("the transposed world has the transposed islands", "[sea.islets]") {
  std::mt19937 random(3);
  std::vector<float> z(40 * 30), turned(40 * 30);
  for (float& h : z) h = static_cast<float>(random() % 1000);
  for (std::size_t y = 0; y < 30; ++y) {
    for (std::size_t x = 0; x < 40; ++x) turned[x * 30 + y] = z[y * 40 + x];
  }
  // The index rule must not decide: one island is larger than all others.
  std::vector<std::uint8_t> land;
  for (const float h : z) land.push_back(h > 400.0f);
  std::vector<std::size_t> sizes;
  for (const auto& island : test::components_of(land, 40, 30, 1, false)) sizes.push_back(island.size());
  std::sort(sizes.rbegin(), sizes.rend());
  REQUIRE(sizes[0] > sizes[1]);
  const auto a = islets(z, 40, 30, 400.0f, "keep: 1", 7).cells<float>("land.height");
  const auto b = islets(turned, 30, 40, 400.0f, "keep: 1", 7).cells<float>("land.height");
  for (std::size_t y = 0; y < 30; ++y) {
    for (std::size_t x = 0; x < 40; ++x) REQUIRE(a[y * 40 + x] == b[x * 30 + y]);
  }
}

TEST_CASE("heights and level may be of any unit, of the same", "[sea.islets]") {
  std::vector<float> z;
  for (int k = 0; k < 40 * 30; ++k) z.push_back(static_cast<float>((k * 7919 + k / 40 * 104729) % 97 - 48));
  const auto built = [&](const std::string& unit, const std::string& level, float at) {
    test::Options options;
    options.tile = 16;
    options.given["z"] = {unit, 40, 30, z};
    options.given["q"] = {level, 40, 30, std::vector<float>(z.size(), at)};
    std::string yaml = world(40, 30, "keep: 2, max_pond: 3");
    if (level.size() != 1) {
      const std::string connection = ", level: sea.level";
      yaml.replace(yaml.find(connection), connection.size(), level.empty() ? "" : ", level: " + level);
      options.given["q"].unit = "1";
    }
    return test::build(yaml, options);
  };
  const auto plain = built("1", "1", 7), metres = built("m", "m", 7);
  for (const char* layer : {"land.height", "land.land", "land.ocean"})
    CHECK(metres.sha256(layer) == plain.sha256(layer));
  const auto at_nought = built("m", "m", 0), without = built("m", "", 7);
  for (const char* layer : {"land.height", "land.land", "land.ocean"}) {
    CHECK(without.sha256(layer) == at_nought.sha256(layer));
  }
  CHECK(built("m", "0.007 km", 0).sha256("land.height") == metres.sha256("land.height"));
  CHECK(without.sha256("land.land") != metres.sha256("land.land"));
  CHECK_THROWS_WITH(
      built("m", "1", 7),
      Catch::Contains("the level is without unit and the heights are in m; a number takes a unit too, as 0 m"));
  CHECK_THROWS_WITH(built("1", "m", 7), Catch::Contains("the level is in m and the heights are without unit"));
}

namespace {

// Each cell becomes `times` x `times` of them.
std::vector<float> finer(const std::vector<float>& z, int width, int times) {
  std::vector<float> fine;
  const int height = static_cast<int>(z.size()) / width;
  for (int y = 0; y < height * times; ++y)
    for (int x = 0; x < width * times; ++x) fine.push_back(z[static_cast<std::size_t>(y / times * width + x / times)]);
  return fine;
}

}  // namespace

TEST_CASE("areas in km2 keep the same islands and ponds at any resolution", "[sea.islets][cells]") {
  std::mt19937 random(5);
  std::vector<float> z;
  for (int i = 0; i < 40 * 30; ++i) z.push_back(static_cast<float>(random() % 1000) / 1000.0f);
  const auto built = [&](int times, const std::string& areas) {
    test::Options options;
    options.given["z"] = {"1", 40 * times, 30 * times, finer(z, 40, times)};
    return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(40 * times) + ", " +
                           std::to_string(30 * times) + "], cell: " + std::to_string(1000 / times) +
                           " m, seed: 1}\nstages:\n  z: {use: test.given@1, with: {name: z}}\n"
                           "  land: {use: sea.islets@1, in: {height: z, level: 0.5}, with: {keep: all, connectivity: "
                           "land_8_water_4, " +
                           areas + "}}\noutputs: [{layers: {h: land.height, l: land.land}}]\n",
                       options);
  };
  const auto coarse = built(1, "min_area: 4, max_pond: 2");
  const std::string areas = "min_area: 4 km2, max_pond: 200 ha";
  CHECK(coarse.number("land.removed") > 5);
  CHECK(coarse.number("land.filled") > 20);
  CHECK(coarse.number("land.inland_left") > 20);
  for (const int times : {1, 2, 4}) {
    const auto fine = built(times, areas);
    CHECK(fine.cells<float>("land.height") == finer(coarse.cells<float>("land.height"), 40, times));
    CHECK(fine.number("land.islands") == coarse.number("land.islands"));
    CHECK(fine.number("land.land_share") == coarse.number("land.land_share"));
  }
  CHECK(built(2, "min_area: 4, max_pond: 2").number("land.islands") > coarse.number("land.islands"));
}
