// SPDX-License-Identifier: Apache-2.0
#include "sea/level/level.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

test::Built level(const std::vector<float>& z, int width, int height, const std::string& with, std::int64_t tile = 0,
                  const std::string& unit = "1") {
  test::Options options;
  options.tile = tile;
  options.given["z"] = {unit, width, height, z};
  return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " +
                         std::to_string(height) +
                         "], seed: 42}\n"
                         "stages:\n"
                         "  z: {use: test.given@1, with: {name: z}}\n"
                         "  sea: {use: sea.level@1, in: {height: z}, with: {" +
                         with + "}}\noutputs: [{layers: {l: sea.land}}]\n",
                     options);
}

std::int64_t water_of(const test::Built& built) {
  const auto land = built.cells<std::uint8_t>("sea.land");
  return std::count(land.begin(), land.end(), std::uint8_t{0});
}

const std::vector<float> ten = {3, 1, 2, 2, 5, 4, 2, 0, 7, 6};

}  // namespace

TEST_CASE("the goldens of ten samples", "[sea.level]") {
  struct Golden {
    const char* percentile;
    double level;
    std::int64_t water;
  };
  for (const Golden& golden :
       {Golden{"0 %", 0, 1}, {"10 %", 0, 1}, {"40 %", 2, 5}, {"50 %", 2, 5}, {"95 %", 7, 10}, {"100 %", 7, 10}}) {
    for (const std::int64_t tile : {0, 1, 3}) {
      INFO(golden.percentile << ", tile " << tile);
      const test::Built built = level(ten, 5, 2, std::string("percentile: ") + golden.percentile, tile);
      CHECK(built.number("sea.level") == golden.level);
      CHECK(water_of(built) == golden.water);
      CHECK(built.number("sea.land_share") == static_cast<double>(10 - golden.water) / 10.0);
    }
  }
}

TEST_CASE("ranks are exact, of huge worlds too", "[sea.level]") {
  using sea::rank_of;
  using sea::Rounding;
  CHECK(rank_of(400000, 10, Rounding::up_less_one) == 3);
  CHECK(rank_of(600000, 66049, Rounding::up_less_one) == 39629);
  CHECK(rank_of(100000, 30, Rounding::up_less_one) == 2);
  CHECK(rank_of(0, 30, Rounding::up_less_one) == 0);
  CHECK(rank_of(1000000, 30, Rounding::down) == 29);
  CHECK(rank_of(400000, 10, Rounding::down) == 4);
  CHECK(rank_of(999999, std::uint64_t{1} << 60, Rounding::down) == 1152920351685342369u);
}

TEST_CASE("keys are in the order of the floats", "[sea.level]") {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> ascending = {-infinity, -3.5f, -1e-38f, -1e-45f, 0.0f, 1e-45f, 1.0f, 1.0000001f, infinity};
  for (std::size_t i = 1; i < ascending.size(); ++i) CHECK(ordered_bits(ascending[i - 1]) < ordered_bits(ascending[i]));
  for (const float value : ascending) CHECK(of_ordered_bits(ordered_bits(value)) == value);
  CHECK(ordered_bits(-0.0f) == ordered_bits(0.0f));
  CHECK(ordered_bits(1e-45f) == ordered_bits(0.0f) + 1);
}

TEST_CASE("whatever bracket the sample suggests, the answer is exact", "[sea.level]") {
  std::mt19937 random(2);
  std::vector<float> z(90 * 20);
  for (float& h : z) h = static_cast<float>(static_cast<int>(random() % 2001) - 1000) * 1e-3f;
  std::vector<float> sorted = z;
  std::sort(sorted.begin(), sorted.end());
  const Rect area{0, 0, 90, 20};
  const View<const float> cells(terrawright_view{z.data(), 90, area});
  const std::uint32_t lowest = ordered_bits(sorted.front()), highest = ordered_bits(sorted.back());
  for (const std::size_t rank : {0u, 1u, 700u, 900u, 1798u, 1799u}) {
    for (const auto& [from, to] : {std::pair(-1.0f, -0.9f), std::pair(-0.01f, 0.01f), std::pair(0.98f, 1.0f),
                                   std::pair(0.2f, 0.2f), std::pair(-1.0f, 1.0f)}) {
      sea::Bracket bracket = sea::bracket(ordered_bits(from), ordered_bits(to));
      for (int pass = 1;; ++pass) {
        REQUIRE(pass <= 5);
        const sea::Narrowed next = sea::narrow(bracket, sea::count(cells, area, bracket), rank, lowest, highest);
        bracket = next.bracket;
        if (!next.found) continue;
        CHECK(of_ordered_bits(bracket.lowest) == sorted[rank]);
        const auto up_to = std::upper_bound(sorted.begin(), sorted.end(), sorted[rank]) - sorted.begin();
        CHECK(next.up_to == static_cast<std::uint64_t>(up_to));
        break;
      }
    }
  }
}

TEST_CASE("1000 random fields with ties agree with sorting", "[sea.level]") {
  std::mt19937 random(11);
  const auto below = [&](std::uint32_t n) { return static_cast<int>(random() % n); };
  for (int world = 0; world < 1000; ++world) {
    const int width = 1 + below(40), height = 1 + below(40);
    std::vector<float> z(static_cast<std::size_t>(width * height));
    const int kind = world % 4;
    for (float& h : z) {
      if (kind == 0) h = static_cast<float>(below(5) - 2);
      if (kind == 1) h = static_cast<float>(static_cast<int>(random())) * 1e-9f;
      if (kind == 2) h = below(50) != 0 ? 0.25f : static_cast<float>(below(1000)) * 1e-3f;
      if (kind == 3) h = std::ldexp(static_cast<float>(below(1000) - 500), below(200) - 100);
    }
    const int millionths = world % 10 == 0 ? (world % 20 == 0 ? 0 : 1000000) : below(1000001);
    const bool seed_index = below(2) == 1, interior = width > 2 && height > 2 && below(2) == 1;
    std::vector<float> sorted;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const bool on_border = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
        if (!interior || !on_border) sorted.push_back(z[static_cast<std::size_t>(y * width + x)]);
      }
    }
    std::sort(sorted.begin(), sorted.end());
    const auto n = static_cast<std::int64_t>(sorted.size());
    const std::int64_t rank = seed_index ? std::min(millionths * n / 1000000, n - 1)
                                         : std::max<std::int64_t>((millionths * n + 999999) / 1000000 - 1, 0);
    const float q = sorted[static_cast<std::size_t>(rank)];
    std::string digits = std::to_string(1000000 + millionths % 1000000).substr(1);
    digits = std::to_string(millionths / 1000000) + digits;  // seven digits: 0600000 is 60 %
    const std::string percentile = std::to_string(std::stoi(digits.substr(0, 3))) + "." + digits.substr(3) + " %";
    const test::Built built =
        level(z, width, height,
              "percentile: " + percentile + ", definition: " + (seed_index ? "seed_index" : "percentile") +
                  ", domain: " + (interior ? "interior" : "all"),
              world % 3 == 0 ? 0 : 7);
    INFO("world " << world << ", " << width << " x " << height << ", " << percentile);
    REQUIRE(built.number("sea.level") == static_cast<double>(q));
    const auto water = std::count_if(z.begin(), z.end(), [&](float h) { return h <= q; });
    REQUIRE(water_of(built) == water);
    REQUIRE(built.number("sea.land_share") == static_cast<double>(width * height - water) / (width * height));
    if (!interior && !seed_index) {
      const std::int64_t wanted = (millionths * n + 999999) / 1000000;
      const auto ties = std::count(z.begin(), z.end(), q);
      REQUIRE(water >= wanted);
      REQUIRE(water - std::max<std::int64_t>(wanted, 1) <= ties - 1);
    }
  }
}

TEST_CASE("the level of increasing heights is the increased level", "[sea.level]") {
  std::mt19937 random(5);
  std::vector<float> z(70 * 50), squared;
  for (float& h : z) h = static_cast<float>(random() % 4096) / 64.0f;
  for (const float h : z) squared.push_back(h * h);
  const double q = level(z, 70, 50, "percentile: 37 %", 16).number("sea.level");
  CHECK(level(squared, 70, 50, "percentile: 37 %", 16).number("sea.level") == q * q);
}

TEST_CASE("any tiles and the reference world give one level", "[sea.level]") {
  for (const std::int64_t tile : {0, 7, 64, 300}) {
    test::Options options;
    options.tile = tile;
    const test::Built built = test::build(R"(
terrawright: 1
name: t
world: {size: [257, 257], seed: 42}
stages:
  island: {use: heights.diamond_square@1, with: {seeding: island, reduction: 0.5}}
  sea: {use: sea.level@1, in: {height: island}, with: {percentile: 60 %}}
outputs: [{layers: {l: sea.land}}]
)",
                                          options);
    CHECK(built.number("sea.level") == 0.2922399640083313);
    CHECK(water_of(built) == 39630);
  }
}

TEST_CASE("land on the border is let be, drowned or refused", "[sea.level]") {
  std::vector<float> z(9 * 6, 1.0f);
  z[4 * 9 + 8] = 3.0f;  // on the right border
  z[2 * 9 + 3] = 5.0f;
  for (const std::int64_t tile : {0, 4}) {
    CHECK(level(z, 9, 6, "percentile: 50 %, border: free", tile).number("sea.level") == 1.0);
    const test::Built raised = level(z, 9, 6, "percentile: 50 %, border: raise", tile);
    CHECK(raised.number("sea.level") == 3.0);
    CHECK(raised.number("sea.land_share") == 1.0 / 54.0);
    CHECK_THROWS_WITH(level(z, 9, 6, "percentile: 50 %, border: fail", tile), Catch::Contains("(8, 4)"));
    CHECK(level(z, 9, 6, "percentile: 98 %, border: fail", tile).number("sea.level") == 3.0);
  }
}

TEST_CASE("what has no level is refused", "[sea.level]") {
  std::vector<float> z(12, 1.0f);
  CHECK_THROWS_WITH(level(z, 6, 2, "domain: interior"), Catch::Contains("all its cells are on the border"));
  z[5] = std::nanf("");
  CHECK_THROWS_WITH(level(z, 4, 3, ""), Catch::Contains("1 of the heights"));
  CHECK(level({-0.0f, 0.0f, -0.0f, 1.0f}, 2, 2, "percentile: 75 %").number("sea.land_share") == 0.25);
}
