// SPDX-License-Identifier: Apache-2.0
#include "island/particle_roll/particle_roll.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "graph/sha256.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"
#include "terrawright/random.h"

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

struct Sea {
  bool all_round;
  std::int64_t land, largest_island;  // cells
};

// Heights, all positive, times a mask.
Sea sea_around(const std::string& mask, int seed, const std::string& percentile) {
  const test::Built built = test::build(R"(
terrawright: 1
name: t
world: {size: [129, 129], seed: )" + std::to_string(seed) +
                                        R"(}
stages:
  terrain: {use: heights.diamond_square@1, with: {seeding: island, ring: [], border: free}}
  none: {use: shape.blend@1, in: {a: terrain, b: terrain}, with: {mode: add, strength: -1}}
  height: {use: shape.blend@1, in: {a: terrain, b: none}, with: {mode: max}}
  mask: {use: island.particle_roll@1, with: {)" +
                                        mask + R"(}}
  shaped: {use: shape.blend@1, in: {a: height, b: mask.mask}}
  sea: {use: sea.level@1, in: {height: shaped}, with: {percentile: )" +
                                        percentile + R"(}}
  land: {use: sea.islets@1, in: {height: shaped, level: sea.level}, with: {max_pond: 0}}
outputs: [{layers: {before: sea.land, after: land.land}}]
)");
  const auto before = built.cells<std::uint8_t>("sea.land"), after = built.cells<std::uint8_t>("land.land");
  bool all_round = true;
  for (std::size_t i = 0; i < 129; ++i) {
    for (const std::size_t cell : {i, 128 * 129 + i, i * 129, i * 129 + 128}) all_round &= before[cell] == 0;
  }
  return {all_round, std::count(before.begin(), before.end(), std::uint8_t{1}),
          std::count(after.begin(), after.end(), std::uint8_t{1})};
}

// The particles of Nolithius in the order of his loops, with a map of maps and explicit tests for the edges.
std::vector<std::int64_t> nolithius_by_the_text(int side, int rows, int start_edge, int particles, int length,
                                                std::uint64_t stream) {
  std::map<std::pair<int, int>, std::int64_t> elevation;
  const std::vector<std::pair<int, int>> hood = {{1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}};
  for (int p = 0; p < particles; ++p) {
    const auto word = [&](int step, std::uint32_t w) -> std::uint64_t {
      return terrawright_word(terrawright_key_of_row(stream, p, TERRAWRIGHT_FOR_PARTICLES, 0, w), step);
    };
    const auto between = [](std::uint64_t r, int count) {
      return static_cast<int>(r * static_cast<std::uint64_t>(count) >> 32);
    };
    int x = start_edge + between(word(-1, 0), side - 2 * start_edge);
    int y = start_edge + between(word(-1, 1), rows - 2 * start_edge);
    for (int t = 0; t < length; ++t) {
      static constexpr int jump[4] = {-1, 0, 0, 1};
      x += jump[between(word(t, 0), 4)];
      y += jump[between(word(t, 1), 4)];
      if (x < 1 || x > side - 2 || y < 1 || y > rows - 2) break;
      auto order = hood;
      std::uint64_t q = word(t, 2) * 4294967296u + word(t, 3);
      for (std::uint64_t i = 7; i > 0; --i) {
        const std::uint64_t s = q % (i + 1);
        q = q / (i + 1);
        const auto last = order[i];
        order[i] = order[s];
        order[s] = last;
      }
      for (const auto& [dx, dy] : order) {
        if (elevation[{x + dx, y + dy}] < elevation[{x, y}]) {
          x += dx;
          y += dy;
          break;
        }
      }
      ++elevation[{x, y}];
    }
  }
  std::vector<std::int64_t> cells;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < side; ++x) cells.push_back(elevation[{x, y}]);
  }
  return cells;
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
    const island::Rolling rolling{21, 21, 5, 700, 40, 3, connectivity, island::Stuck::stay};
    const auto pile = island::roll(rolling, 99, [] {});
    CHECK(std::accumulate(pile.begin(), pile.end(), std::uint64_t{0}) == 700 * 40);
    for (std::size_t i = 0; i < pile.size(); ++i) {
      const std::size_t x = i % 21, y = i / 21;
      if (std::min(x, y) < 3 || std::max(x, y) > 17) CHECK(pile[i] == 0);
    }
    const island::Rolling mortal{21, 21, 5, 700, 40, 3, connectivity, island::Stuck::die};
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
    const Sea sea = sea_around("", seed, seed % 2 == 0 ? "40 %" : "60 %");
    sea_all_round += sea.all_round;
    main_island += 10 * sea.largest_island >= 9 * sea.land;
  }
  CHECK(sea_all_round == 1000);
  CHECK(main_island >= 990);
}

TEST_CASE("nolithius on a large grid guarantees no sea all round", "[island.particle_roll][length]") {
  // A grid of 129 x 129 with his 53 deposits a node: most worlds have it, at 60 % sea nearly all, but not each.
  const int seeds = test::at_length() ? 150 : 50;
  const auto share = [&](const char* percentile) {
    int count = 0;
    for (int seed = 0; seed < seeds; ++seed) {
      count +=
          sea_around("algorithm: nolithius, grid: 129, particles: 17728, kernel: linear", seed, percentile).all_round;
    }
    return static_cast<double>(count) / seeds;
  };
  const double forty = share("40 %");
  CHECK(forty >= 0.80);
  CHECK(forty < 1.0);
  CHECK(share("60 %") >= 0.97);
}

TEST_CASE("nolithius' particles jump, roll and die as his loops have it", "[island.particle_roll]") {
  const island::Rolling rolling{24, 24, 6, 300, 20, 1};
  for (const std::uint64_t stream : {std::uint64_t{1}, std::uint64_t{99}}) {
    const auto pile = island::roll_nolithius(rolling, stream, [] {});
    const std::vector<std::int64_t> counts(pile.begin(), pile.end());
    CHECK(counts == nolithius_by_the_text(24, 24, 6, 300, 20, stream));
  }
  const test::Built built = roll(53, 53, "algorithm: nolithius", 7);
  const auto counts = built.cells<std::int64_t>("mask.counts");
  const auto expected = nolithius_by_the_text(53, 53, 12, 3000, 50, terrawright_stream(42, "mask", 4));
  CHECK(std::equal(counts.begin(), counts.end(), expected.begin(), expected.end()));
  // Some particles die, and some nodes of the border are reached.
  CHECK(built.number("mask.deposits") < 3000 * 50);
  CHECK(built.number("mask.deposits") > 3000 * 25);
  CHECK(std::count(counts.begin(), counts.begin() + 53, 0) < 53);
}

TEST_CASE("piles are as wide and as high as their texts have them", "[island.particle_roll]") {
  // The map of the program of Nolithius: a world of its size shows the nodes.
  const std::string text = "algorithm: nolithius, grid: 88, grid_rows: 32";
  for (const std::int64_t tile : {0, 7}) {
    const auto counts = roll(88, 32, text, tile).cells<std::int64_t>("mask.counts");
    CHECK(counts == nolithius_by_the_text(88, 32, 12, 3000, 50, terrawright_stream(42, "mask", 4)));
  }
  const auto mask = roll(88, 32, text + ", kernel: linear, edge_factors: [0, 1]").cells<float>("mask.mask");
  for (std::size_t x = 0; x < 88; ++x) CHECK((mask[x] == 0 && mask[31 * 88 + x] == 0));
  for (std::size_t y = 0; y < 32; ++y) CHECK((mask[y * 88] == 0 && mask[y * 88 + 87] == 0));
  CHECK(*std::max_element(mask.begin(), mask.end()) == 1);

  const island::Rolling rolling{40, 18, 5, 700, 40, 3};
  const auto pile = island::roll(rolling, 99, [] {});
  REQUIRE(pile.size() == 40 * 18);
  CHECK(std::accumulate(pile.begin(), pile.end(), std::uint64_t{0}) == 700 * 40);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const std::size_t x = i % 40, y = i / 40;
    if (x < 3 || y < 3 || x > 36 || y > 14) CHECK(pile[i] == 0);
  }
  const auto wide = roll(300, 100, "grid: 65, grid_rows: 33", 32).cells<float>("mask.mask");
  for (std::size_t x = 0; x < 300; ++x) CHECK((wide[x] == 0 && wide[99 * 300 + x] == 0));
  CHECK_THROWS_WITH(roll(9, 9, "grid: 88, grid_rows: 26"), Catch::Contains("no node of the grid is that far"));
}

TEST_CASE("nolithius fades the pile at the edge", "[island.particle_roll]") {
  // A linear kernel at the grid's own size hands out the nodes: the pile by factor, its lowest 0, its highest 1.
  const auto mask = [](const std::string& factors, std::int64_t tile = 0) {
    return roll(53, 53, "algorithm: nolithius, kernel: linear" + factors, tile).cells<float>("mask.mask");
  };
  const auto counts = roll(53, 53, "algorithm: nolithius").cells<std::int64_t>("mask.counts");
  const auto faded = [&](float outermost, float next) {
    std::vector<float> pile(counts.begin(), counts.end());
    for (std::size_t i = 0; i < pile.size(); ++i) {
      const std::size_t x = i % 53, y = i / 53, ring = std::min({x, y, 52 - x, 52 - y});
      pile[i] *= ring == 0 ? outermost : ring == 1 ? next : 1.0f;
    }
    const auto [low, high] = std::minmax_element(pile.begin(), pile.end());
    const float lowest = *low, range = *high - lowest;
    for (float& p : pile) p = (p - lowest) / range;
    return pile;
  };
  CHECK(mask("") == faded(0.75f, 0.88f));
  CHECK(mask(", edge_factors: [0.75, 0.88]", 7) == mask(""));
  CHECK(mask(", edge_factors: []") == faded(1.0f, 1.0f));
  const auto zero = mask(", edge_factors: [0]");
  CHECK(zero == faded(0.0f, 1.0f));
  CHECK(std::count(zero.begin(), zero.begin() + 53, 0.0f) == 53);
  CHECK(mask("") != mask(", edge_factors: []"));
}

TEST_CASE("nolithius' mask is the same under every tiling, at any size", "[island.particle_roll]") {
  for (const auto& [width, height] : {std::pair(100, 70), std::pair(129, 129), std::pair(1, 1), std::pair(1, 300)}) {
    const std::string whole = roll(width, height, "algorithm: nolithius", 0).sha256("mask.mask");
    for (const std::int64_t tile : {7, 64, 300}) {
      CHECK(roll(width, height, "algorithm: nolithius", tile).sha256("mask.mask") == whole);
    }
    const auto cells = roll(width, height, "algorithm: nolithius").cells<float>("mask.mask");
    for (const float cell : cells) REQUIRE((cell >= 0.0f && cell <= 1.0f));
  }
}

TEST_CASE("piles that cannot be are refused", "[island.particle_roll]") {
  CHECK_THROWS_WITH(roll(9, 9, "start_edge: 17"), Catch::Contains("start_edge"));
  CHECK_THROWS_WITH(roll(9, 9, "start_edge: 4, margin: 5"), Catch::Contains("inside the margin"));
  CHECK_THROWS_WITH(roll(9, 9, "particles: 10000000, life: 1000000"), Catch::Contains("deposits"));
  CHECK_THROWS_WITH(roll(9, 9, "algorithm: nolithius, margin: 0"), Catch::Contains("a margin of 1"));
  CHECK_THROWS_WITH(roll(9, 9, "algorithm: nolithius, connectivity: 4"), Catch::Contains("all 8 neighbours"));
  CHECK_THROWS_WITH(roll(9, 9, "algorithm: nolithius, stuck: die"), Catch::Contains("stay"));
  CHECK_THROWS_WITH(roll(9, 9, "algorithm: nolithius, edge_factors: [2]"), Catch::Contains("edge_factors"));
}
