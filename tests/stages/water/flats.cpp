// SPDX-License-Identifier: Apache-2.0
#include "graph/sha256.hpp"
#include "support/catch.hpp"
#include "terrains.hpp"
#include "water/flats/flat_costs.hpp"

using namespace terrawright;
using test::Land;

namespace {

const std::string straight = "rule: straight";

// Walls of 9 around a plain of 3 with a spit in it; the gate of 1 is in the upper left.
Land gated_plain() {
  const std::vector<std::string> map = {"99999999", "13333339", "99999339", "93333339",
                                        "93399999", "93333339", "99999999"};
  Land land;
  land.width = 8;
  land.height = 7;
  for (const std::string& row : map) {
    for (const char c : row) land.z.push_back(static_cast<float>(c - '0'));
  }
  land.ocean.assign(land.z.size(), 0);
  land.runoff.assign(land.z.size(), 1);
  return land;
}

template <class Cell>
std::string sha256(const std::vector<Cell>& cells) {
  return graph::sha256({reinterpret_cast<const char*>(cells.data()), cells.size() * sizeof(Cell)}).substr(0, 16);
}

}  // namespace

TEST_CASE("steps across the toy's lake: as long as the lake", "[water.flats]") {
  const Land land = test::toy();
  const auto distance = test::drain_by_stages(land, {3, 1}, {}, straight).cells<std::int64_t>("flats");
  for (int y = 0; y < 7; ++y) {
    for (int x = 0; x < 7; ++x) {
      const bool inside = x >= 2 && x <= 4 && y >= 2 && y <= 4;
      CHECK(distance[land.at(x, y)] == (inside ? 5 - x : 0));
    }
  }
}

TEST_CASE("a plain drains to its one gate, step by step and round corners", "[water.flats]") {
  const Land land = gated_plain();
  for (const std::int64_t tile : {0, 1, 2, 5}) {
    const auto distance = test::drain_by_stages(land, {tile, 1}, {}, straight).cells<std::int64_t>("flats");
    CHECK(distance[land.at(1, 1)] == 0);
    CHECK(distance[land.at(6, 1)] == 5);
    CHECK(distance[land.at(5, 2)] == 4);
    CHECK(distance[land.at(5, 3)] == 5);
    CHECK(distance[land.at(1, 3)] == 8);  // round the spit
    CHECK(distance[land.at(1, 5)] == 8);
    CHECK(distance[land.at(6, 5)] == 11);
  }
}

TEST_CASE("costs and ways of a plain are those of the definition", "[water.flats]") {
  constexpr int width = 12, height = 9;
  std::vector<float> w;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool border = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
      w.push_back(x == 11 && y == 4 ? 0.0f : border ? 9.0f : 5.0f);
    }
  }
  const std::vector<std::uint8_t> ocean(w.size(), 0);
  const Rect world{0, 0, width, height};
  const View<const float> filled(terrawright_view{w.data(), width, world});
  const View<const std::uint8_t> sea(terrawright_view{ocean.data(), width, world});
  const water::Outlets outlets(filled, sea, width, height);
  // The definition's numbers were drawn for purpose 0.
  water::FlatCosts flats(filled, outlets, world, world, world, {terrawright_stream(42, "drainage", 8), 8, 0});
  flats.spread({}, true, [] {});
  std::vector<std::int64_t> cost(w.size());
  std::vector<std::int32_t> receivers;
  for (int y = 0; y < height; ++y) {
    flats.costs(y, &cost[static_cast<std::size_t>(y * width)]);
    std::vector<std::uint16_t> ways(width);
    flats.ways(y, ways.data());
    for (int x = 0; x < width; ++x) {
      const std::uint16_t way = ways[static_cast<std::size_t>(x)];
      const bool border = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
      // Beside the outlet water runs down.
      const int k = way != 0 ? way - 1 : x == 10 ? (y == 3 ? 7 : y == 4 ? 0 : 4) : -1;
      receivers.push_back(border ? -1 : (y + test::to_y[k]) * width + x + test::to_x[k]);
    }
  }
  const auto row = [&](const auto& cells) { return std::vector<std::int64_t>(&cells[48], &cells[48] + 12); };
  CHECK(row(cost) == std::vector<std::int64_t>{0, 6025, 6046, 5344, 4494, 3509, 3552, 2823, 2810, 1953, 0, 0});
  CHECK(cost[12 + 1] == 7725);
  CHECK(row(receivers) == std::vector<std::int64_t>{-1, 38, 38, 52, 53, 42, 42, 44, 44, 46, 59, -1});
  CHECK(sha256(cost) == "953ec5b0ab1a95dc");
  CHECK(sha256(receivers) == "63f0639e1437140e");
}

TEST_CASE("costs of small lands are those of brute force, by any spread and by steps", "[water.flats]") {
  int flats = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const Land land = test::random_land(seed);
    const auto tile = static_cast<std::int64_t>(seed % 5 == 0 ? 0 : 1 + seed % 7);
    const std::int64_t spread = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 40 : 1024;
    INFO("seed " << seed << ", tiles of " << tile << ", spread " << spread);
    const auto expected = test::drain(land, test::winding("flats", 41, spread));
    const auto built = test::drain_by_stages(land, {tile, 1}, {}, "spread: " + std::to_string(spread));
    REQUIRE(test::differences(built, expected) == "");
    REQUIRE(test::differences(test::drain_by_stages(land, {tile, 1}, {}, straight),
                              test::drain(land, test::straight())) == "");
    for (const std::int64_t cost : expected.distance) flats += cost > 0;
  }
  CHECK(flats > 1000);
}

TEST_CASE("flats are the same for all tiles and threads", "[water.flats]") {
  for (const int levels : {0, 12}) {
    const Land land = test::fractal_land(433, 310, 3 + levels, levels);
    for (const std::string& with : {std::string("spread: 8"), straight}) {
      const auto whole = test::drain_by_stages(land, {0, 1}, {}, with);
      CHECK(whole.statistics("flats").maximum > 20);
      for (const std::int64_t tile : {64, 100, 300}) {
        for (const int threads : {1, 2, 7}) {
          INFO(levels << " levels, " << with << ", tiles of " << tile << ", " << threads << " threads");
          const auto tiled = test::drain_by_stages(land, {tile, threads}, {}, with);
          for (const char* layer : {"flats", "flats.way", "receivers"})
            REQUIRE(tiled.digest(layer) == whole.digest(layer));
        }
      }
    }
  }
}

TEST_CASE("every cell of a flat gets to where it goes down, and it costs what the steps cost", "[water.flats]") {
  const test::Step step = test::winding();
  std::int64_t cells = 0;
  for (int seed = 1; seed <= 30; ++seed) {
    const Land land = test::fractal_land(129, 97, seed, seed % 2 == 0 ? 0 : 12);
    const auto built = test::drain_by_stages(land, {static_cast<std::int64_t>(7 + seed), 2});
    const auto w = built.cells<float>("filled");
    const auto cost = built.cells<std::int64_t>("flats");
    const auto way = built.cells<std::uint16_t>("flats.way"), receivers = built.cells<std::uint16_t>("receivers");
    INFO("seed " << seed);
    for (int y = 0; y < land.height; ++y) {
      for (int x = 0; x < land.width; ++x) {
        const std::size_t c = land.at(x, y);
        bool drops = land.is_outlet(x, y);
        std::int64_t least = INT64_MAX;
        std::uint16_t first = 0;
        for (int k = 0; k < 8; ++k) {
          if (!land.has(x + test::to_x[k], y + test::to_y[k])) continue;
          const std::size_t n = land.at(x + test::to_x[k], y + test::to_y[k]);
          drops = drops || w[n] < w[c];
          if (w[n] != w[c] || cost[n] + step(x, y, k) >= least) continue;
          least = cost[n] + step(x, y, k);
          first = static_cast<std::uint16_t>(k + 1);
        }
        REQUIRE((cost[c] == 0) == drops);
        REQUIRE(way[c] == (drops ? 0 : first));
        if (drops) continue;
        REQUIRE(cost[c] == least);
        REQUIRE(receivers[c] == first);
        ++cells;
      }
    }
  }
  CHECK(cells > 1000);
}

TEST_CASE("a smaller spread makes longer ways", "[water.flats]") {
  Land land;
  land.width = land.height = 121;
  land.z.assign(121 * 121, 5.0f);
  land.ocean.assign(land.z.size(), 0);
  land.runoff.assign(land.z.size(), 1);
  const auto steps = [&](const std::string& with) {
    const auto way = test::drain_by_stages(land, {50, 1}, {}, with).cells<std::uint16_t>("flats.way");
    std::int64_t all = 0;
    for (int y = 0; y < land.height; ++y) {
      for (int x = 0; x < land.width; ++x) {
        for (int i = x, j = y; way[land.at(i, j)] != 0; ++all) {
          const int k = way[land.at(i, j)] - 1;
          i += test::to_x[k];
          j += test::to_y[k];
        }
      }
    }
    return all;
  };
  const std::int64_t shortest = steps(straight), nearly = steps("spread: 1024"), winding = steps("spread: 8");
  CHECK(nearly > shortest);
  CHECK(winding > nearly + nearly / 20);
  CHECK(steps("spread: 1") > winding);
}
