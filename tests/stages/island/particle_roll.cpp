// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <string>

#include "graph/sha256.hpp"
#include "island/rolling.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

test::Built roll(int width, int height, const std::string& with, std::int64_t tile = 0) {
  test::Options options;
  options.tile = tile;
  return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " +
                         std::to_string(height) +
                         "], seed: 42}\n"
                         "stages: {mask: {use: island.particle_roll@1, with: {" +
                         with + "}}}\noutputs: [{layers: {m: mask.mask, c: mask.counts}}]\n",
                     options);
}

std::string sha256_of_u32(const std::vector<std::int64_t>& counts) {
  const std::vector<std::uint32_t> narrow(counts.begin(), counts.end());
  graph::Sha256 hash;
  hash.add(narrow.data(), narrow.size() * sizeof(std::uint32_t));
  return hash.hex();
}

const std::string golden_roll = "grid: 33, particles: 300, life: 50, start_edge: 6, margin: 2";

}  // namespace

TEST_CASE("the golden piles", "[island.particle_roll]") {
  struct Golden {
    std::string with, hash;
    std::int64_t sum, max, nonzero;
  };
  const std::vector<Golden> goldens = {
      {golden_roll, "e75bdf1faf0965a596ff72048762f0febe03a27f0d5932dbc2114502c2a17f05", 15000, 24, 841},
      {golden_roll + ", connectivity: 4", "e780323e716a6918d42cfc757737f01e2cd2e7863674263c80245df31355df6f", 15000, 26,
       841},
      {"", "", 10000, 41, 783}};
  for (const Golden& golden : goldens) {
    for (const std::int64_t tile : {0, 7}) {
      const test::Built built = roll(33, 33, golden.with, tile);
      const auto counts = built.cells<std::int64_t>("mask.counts");
      if (!golden.hash.empty()) CHECK(sha256_of_u32(counts) == golden.hash);
      CHECK(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}) == golden.sum);
      CHECK(built.number("mask.deposits") == static_cast<double>(golden.sum));
      CHECK(*std::max_element(counts.begin(), counts.end()) == golden.max);
      CHECK(std::count_if(counts.begin(), counts.end(), [](auto c) { return c != 0; }) == golden.nonzero);
    }
  }
}

TEST_CASE("the golden masks", "[island.particle_roll]") {
  for (const std::int64_t tile : {0, 7, 64, 300}) {
    CHECK(roll(65, 65, "kernel: catmull", tile).sha256("mask.mask") ==
          "01877b2ad87aa8a98b3dfed1198500397f165b73a640f1e88ffd35e3e63dd6a1");
    CHECK(roll(65, 65, "", tile).sha256("mask.mask") ==
          "058e543c5b4aa4bd532c71634c048f6c838568ef00f550938fa59e0251b7ad35");
  }
}

TEST_CASE("staying particles deposit count x life, inside the margin", "[island.particle_roll]") {
  for (const auto connectivity : {island::Connectivity::eight, island::Connectivity::four}) {
    const island::Rolling rolling{21, 5, 700, 40, 3, connectivity, island::Stuck::stay};
    const auto pile = island::roll(rolling, 99, [] {});
    CHECK(std::accumulate(pile.begin(), pile.end(), std::uint64_t{0}) == 700 * 40);
    for (std::size_t i = 0; i < pile.size(); ++i) {
      const std::size_t x = i % 21, y = i / 21;
      if (std::min(x, y) < 3 || std::max(x, y) > 17) CHECK(pile[i] == 0);
    }
    const island::Rolling mortal{21, 5, 700, 40, 3, connectivity, island::Stuck::die};
    const auto fewer = island::roll(mortal, 99, [] {});
    CHECK(std::accumulate(fewer.begin(), fewer.end(), std::uint64_t{0}) < 700 * 40);
  }
}

TEST_CASE("the mask is 0 on the border and at most 1, at any size", "[island.particle_roll]") {
  for (const char* kernel : {"bspline", "catmull", "cosine", "linear"}) {
    for (const auto& [width, height] : {std::pair(100, 70), std::pair(33, 129), std::pair(20, 15), std::pair(1, 4)}) {
      const auto mask = roll(width, height, std::string("kernel: ") + kernel, 32).cells<float>("mask.mask");
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          const float m = mask[static_cast<std::size_t>(y * width + x)];
          REQUIRE((m >= 0.0f && m <= 1.0f));
          if (x == 0 || y == 0 || x + 1 == width || y + 1 == height) REQUIRE(m == 0.0f);
        }
      }
    }
  }
}

TEST_CASE("catmull passes through the coarse samples", "[island.particle_roll]") {
  const auto counts = roll(33, 33, "").cells<std::int64_t>("mask.counts");
  const auto mask = roll(129, 129, "kernel: catmull", 64).cells<float>("mask.mask");
  const auto highest = static_cast<float>(*std::max_element(counts.begin(), counts.end()));
  for (std::size_t y = 0; y < 33; ++y) {
    for (std::size_t x = 0; x < 33; ++x) {
      REQUIRE(mask[y * 4 * 129 + x * 4] == static_cast<float>(counts[y * 33 + x]) / highest);
    }
  }
}

TEST_CASE("1000 seeds have sea all round and one main island", "[island.particle_roll]") {
  std::size_t sea_all_round = 0, main_island = 0;
  for (int seed = 0; seed < 1000; ++seed) {
    const test::Built built = test::build(R"(
terrawright: 1
name: t
world: {size: [129, 129], seed: )" + std::to_string(seed) +
                                          R"(}
stages:
  terrain: {use: heights.diamond_square@1, with: {seeding: island, ring: [], border: free}}
  none: {use: shape.blend@1, in: {a: terrain, b: terrain}, with: {mode: add, strength: -1}}
  height: {use: shape.blend@1, in: {a: terrain, b: none}, with: {mode: max}}
  mask: {use: island.particle_roll@1}
  shaped: {use: shape.blend@1, in: {a: height, b: mask.mask}}
  sea: {use: sea.level@1, in: {height: shaped}, with: {percentile: )" +
                                          std::string(seed % 2 == 0 ? "40 %" : "60 %") + R"(}}
  land: {use: sea.islets@1, in: {height: shaped, level: sea.level}, with: {max_pond: 0}}
outputs: [{layers: {before: sea.land, after: land.land}}]
)");
    const auto before = built.cells<std::uint8_t>("sea.land"), after = built.cells<std::uint8_t>("land.land");
    bool border_is_sea = true;
    for (std::size_t i = 0; i < 129; ++i) {
      for (const std::size_t cell : {i, 128 * 129 + i, i * 129, i * 129 + 128}) border_is_sea &= before[cell] == 0;
    }
    const auto largest = std::count(after.begin(), after.end(), std::uint8_t{1});
    const auto all = std::count(before.begin(), before.end(), std::uint8_t{1});
    sea_all_round += border_is_sea;
    main_island += 10 * largest >= 9 * all;
  }
  CHECK(sea_all_round == 1000);
  CHECK(main_island >= 990);
}

TEST_CASE("piles that cannot be are refused", "[island.particle_roll]") {
  CHECK_THROWS_WITH(roll(9, 9, "start_edge: 17"), Catch::Contains("start_edge"));
  CHECK_THROWS_WITH(roll(9, 9, "start_edge: 4, margin: 5"), Catch::Contains("inside the margin"));
  CHECK_THROWS_WITH(roll(9, 9, "particles: 10000000, life: 1000000"), Catch::Contains("deposits"));
}
