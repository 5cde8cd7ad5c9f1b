// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reference_diamond_square.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "terrawright/random.h"
#include "world.hpp"

using namespace terrawright;
using RealReference = reference::DiamondSquare;
using test::at;
using test::every_second;
using test::reference_of;
using test::Size;

namespace {

std::string size_of(std::int64_t width, std::int64_t height) {
  return "[" + std::to_string(width) + ", " + std::to_string(height) + "]";
}

test::Built world(std::int64_t width, std::int64_t height, const std::string& with, const std::string& node = "height",
                  std::int64_t tile = 512, std::uint64_t seed = 42) {
  test::Options options;
  options.tile = tile;
  return test::build("terrawright: 1\nname: t\nworld: {size: " + size_of(width, height) + ", seed: " +
                         std::to_string(seed) + "}\nstages:\n  " + node + ": {use: heights.diamond_square@1, with: {" +
                         with + "}}\noutputs: [{layers: {h: " + node + "}}]\n",
                     options);
}

std::vector<float> heights(std::int64_t width, std::int64_t height, const std::string& with, std::int64_t tile = 512) {
  return world(width, height, with, "height", tile).cells<float>("height");
}

}  // namespace

TEST_CASE("diamond-square has the golden hashes", "[heights.diamond_square]") {
  struct Golden {
    int exponent;
    const char *with, *sha256;
  };
  const Golden goldens[] = {
      {2, "edge: exclude", "af7cd021d4a841e1d39003ca8557096135bd44f1133fcf7adc01e64537c2f250"},
      {2, "edge: wrap", "33bdda94cd41b48e56ddd202d745f48f3c8dd95a3d14252900846b9f6f49e123"},
      {2, "edge: line", "faed402b1833526826ac0e5bfa926580cfcc285687a317bb51d17a10d10b4bfa"},
      {2, "edge: exclude, stencil: cubic", "af7cd021d4a841e1d39003ca8557096135bd44f1133fcf7adc01e64537c2f250"},
      {2, "edge: wrap, stencil: cubic", "43b59e78af10fb86493074a0f619f9960ecd51a5db89946a3fd1b2a8ad9a6a6b"},
      {3, "edge: exclude", "918d381cfd3ecb0d42664ae4a4d17c75fed97bc4c70232016404933298a811e2"},
      {3, "edge: wrap", "31d61ca3f3aa795b17b07d9e217e6e98fde19a76fd158cb1fd0027347c909e68"},
      {3, "edge: line", "fd0717b674ebc4bb455203c87c0a3eda149477adece8c1a1622815744ac7674c"},
      {3, "edge: exclude, stencil: cubic", "b7b2a698a21c30d6c8357f58ae3a079e5d070cd8e3b06cde15369ecf1ea531b4"},
      {3, "edge: wrap, stencil: cubic", "78093583045feed1fb6e5eee206139c0e4803b85cf5edfff33a577e1ad50e988"},
      {6, "edge: exclude", "3298948f66bc0f4b9c752a2b851a772fbac636f581f47cd87fa337cd04ebab92"},
      {6, "edge: wrap", "6bea143318f186bf07fd6348313267e96f262f531a84d1bc1bc109d8f3f4263a"},
      {6, "edge: line", "11836f261dd356b91e22e515d4df5f1aef2db68730c112d18c29bcb5120c645f"},
      {6, "edge: exclude, stencil: cubic", "fbbfe59a45c16343a2dde700a3f8b1d550b975ed75ccb17cb55bd0f47d1e8592"},
      {6, "edge: wrap, stencil: cubic", "8598982a37c7146e7ff83f49a3c032a3d4c0cf3d4ede8b7f2dbe48a8b80f1929"},
      {6, "edge: wrap, substep: auto", "9fdb4cfe5e0cb8d78ec5928df7a2157ca407e92859c469b65448d8a07cd6a9b1"},
  };
  for (const Golden& golden : goldens) {
    INFO(golden.exponent << " " << golden.with);
    const std::int64_t side = (std::int64_t{1} << golden.exponent) + 1;
    CHECK(world(side, side, golden.with).sha256("height") == golden.sha256);
  }
  CHECK(world(257, 257, "seeding: island, reduction: 0.5", "island").sha256("island") ==
        "d740df7bbb3e20afd03e355e59047079e0c77c4a91399fec6200f5e8eb7a23e0");
}

TEST_CASE("the textbook loop has a golden hash's cells", "[heights.diamond_square]") {
  // The reference of the cases below, against three golden values of ds_exclude at n = 2.
  const std::vector<float> cells = reference_of<RealReference>(5, 5).cells();
  CHECK(cells[0] == 0.01744532585144043f);
  CHECK(cells[7] == 0.1701236367225647f);
  CHECK(cells[19] == 0.6115040183067322f);
}

TEST_CASE("any size, tile and option gives the textbook's bits", "[heights.diamond_square]") {
  const Size sizes[] = {{1, 1}, {1, 9}, {2, 2}, {3, 2}, {5, 1}, {33, 33}, {100, 37}, {65, 129}, {200, 230}};
  const std::int64_t tiles[] = {0, 7, 64};
  const auto check = [&](RealReference reference, const Size& size, const std::string& with) {
    const std::vector<float> expected = reference.cells();
    for (const std::int64_t tile : tiles) {
      if (tile == 7 && size.width * size.height > 10000) continue;
      INFO(size.width << " x " << size.height << ", tile " << tile << ", " << with);
      CHECK(heights(size.width, size.height, with + ", fit: crop", tile) == expected);
    }
  };
  for (const Size& size : sizes) {
    for (const bool cubic : {false, true}) {
      const std::string stencil = cubic ? ", stencil: cubic" : ", stencil: plain";
      RealReference corners = reference_of<RealReference>(size.width, size.height);
      corners.cubic = cubic;
      corners.irwin4 = true;
      corners.substep = std::sqrt(0.5f);
      check(corners, size, "distribution: irwin4, substep: auto" + stencil);
      corners.edge = RealReference::line;
      corners.equal_corners = true;
      corners.irwin4 = false;
      corners.substep = 1;
      check(corners, size, "edge: line, seeding: equal_corners" + stencil);
      corners.edge = RealReference::pinned;
      corners.equal_corners = false;
      corners.pin = 0.25f;
      check(corners, size, "edge: pinned, pin: 0.25" + stencil);

      RealReference island = reference_of<RealReference>(size.width, size.height);
      island.cubic = cubic;
      island.nodes = 3;
      island.amplitude = 0.4f;
      island.reduction = 0.63f;
      island.edge = RealReference::pinned;
      island.clamp = true;
      check(island, size, "seeding: island" + stencil);
      island.edge = RealReference::exclude;
      island.clamp = false;
      island.round = true;
      island.nodes = 4;
      island.ring = {0.0, std::nullopt, -1.5};
      check(island, size,
            "seeding: island, border: free, ring_metric: round, nodes: 4, ring: [0, rand, -1.5]" + stencil);
    }
  }
  for (const std::int64_t side : {1, 2, 4, 5, 64, 129}) {
    for (const bool cubic : {false, true}) {
      RealReference wrapped = reference_of<RealReference>(side, side);
      wrapped.edge = RealReference::wrap;
      wrapped.cubic = cubic;
      check(wrapped, {side, side}, std::string("edge: wrap") + (cubic ? ", stencil: cubic" : ""));
      wrapped.nodes = 2;
      wrapped.ring = {std::nullopt, 0.5};
      wrapped.amplitude = 0.4f;
      wrapped.reduction = 0.63f;
      check(wrapped, {side, side},
            std::string("edge: wrap, seeding: island, border: free, nodes: 2, ring: [rand, 0.5]") +
                (cubic ? ", stencil: cubic" : ""));
    }
  }
}

TEST_CASE("tiles do not show in large worlds", "[heights.diamond_square]") {
  struct World {
    std::int64_t width, height;
    const char* with;
  };
  const World worlds[] = {{777, 513, "fit: crop, stencil: cubic, substep: auto"},
                          {1009, 1009, "fit: crop, seeding: island, stencil: cubic"}};
  for (const World& w : worlds) {
    INFO(w.with);
    const std::string whole = world(w.width, w.height, w.with, "height", 0).sha256("height");
    for (const std::int64_t tile : {64, 300, 512}) {
      CHECK(world(w.width, w.height, w.with, "height", tile).sha256("height") == whole);
    }
  }
  CHECK(world(300, 41, "fit: crop", "height", 7).sha256("height") ==
        world(300, 41, "fit: crop", "height", 0).sha256("height"));
}

TEST_CASE("a finer world keeps the coarser one's cells", "[heights.diamond_square]") {
  for (const char* with : {"edge: exclude", "edge: wrap", "edge: line", "edge: pinned", "stencil: cubic",
                           "edge: wrap, stencil: cubic", "seeding: island", "seeding: island, stencil: cubic"}) {
    INFO(with);
    CHECK(every_second(heights(129, 129, with), 129) == heights(65, 65, with));
  }
}

TEST_CASE("without displacement constants stay constant", "[heights.diamond_square]") {
  for (const char* more : {"", ", edge: line", ", edge: wrap", ", stencil: cubic", ", edge: wrap, stencil: cubic"}) {
    INFO(more);
    const auto cells = heights(33, 33, std::string("seeding: equal_corners, amplitude: 0") + more);
    // The mean of three equal floats may miss them by a rounding.
    for (const float cell : cells) CHECK(cell == Approx(cells[0]).epsilon(1e-6));
  }
  const auto wrapped = heights(33, 33, "seeding: equal_corners, amplitude: 0, edge: wrap");
  CHECK(std::count(wrapped.begin(), wrapped.end(), wrapped[0]) == 33 * 33);
}

TEST_CASE("an excluded border is the mean of three, a line that of two", "[heights.diamond_square]") {
  const auto excluded = heights(3, 3, "amplitude: 0");
  CHECK(excluded[1] == ((excluded[0] + excluded[2]) + excluded[4]) / 3.0f);
  CHECK(excluded[3] == ((excluded[0] + excluded[6]) + excluded[4]) / 3.0f);
  CHECK(excluded[5] == ((excluded[2] + excluded[8]) + excluded[4]) / 3.0f);
  CHECK(excluded[7] == ((excluded[6] + excluded[8]) + excluded[4]) / 3.0f);
  const auto line = heights(3, 3, "amplitude: 0, edge: line");
  CHECK(line[1] == (line[0] + line[2]) * 0.5f);
  CHECK(line[5] == (line[2] + line[8]) * 0.5f);
}

TEST_CASE("a wrapped world's edges are equal, and 2^n is 2^n+1 without the last", "[heights.diamond_square]") {
  for (const std::string more : {"", ", stencil: cubic"}) {
    const auto closed = heights(65, 65, "edge: wrap" + more), open = heights(64, 64, "edge: wrap" + more);
    for (std::int64_t i = 0; i < 65; ++i) {
      CHECK(closed[at(0, i, 65)] == closed[at(64, i, 65)]);
      CHECK(closed[at(i, 0, 65)] == closed[at(i, 64, 65)]);
    }
    for (std::int64_t y = 0; y < 64; ++y) {
      for (std::int64_t x = 0; x < 64; ++x) REQUIRE(open[at(x, y, 64)] == closed[at(x, y, 65)]);
    }
  }
}

TEST_CASE("rolling a wrapped world leaves its statistics as they are", "[heights.diamond_square]") {
  // The cut of the map is not visible. Bends and steps across the cut are as large as across the line half a map away,
  // and a map that does not wrap has a cliff there. H = 0.75, means over seeds.
  constexpr std::int64_t side = 64;
  const auto across = [&](const std::vector<float>& cells, std::int64_t stride, std::int64_t x, std::int64_t y) {
    const auto cell = [&](std::int64_t i) { return static_cast<double>(cells[at((i + side) % side, y, stride)]); };
    const double step = cell(x) - cell(x - 1), bend = cell(x - 1) - 2.0 * cell(x) + cell(x + 1);
    return std::pair(step * step, bend * bend);
  };
  const auto ratios = [&](const std::string& with) {
    double steps = 0, bends = 0, other_steps = 0, other_bends = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      const auto cells = world(side + 1, side + 1, with + ", hurst: 0.75", "height", 512, seed).cells<float>("height");
      for (std::int64_t y = 0; y < side; ++y) {
        const auto [cut_step, cut_bend] = across(cells, side + 1, 0, y);
        const auto [step, bend] = across(cells, side + 1, side / 2, y);
        steps += cut_step, bends += cut_bend, other_steps += step, other_bends += bend;
      }
    }
    return std::pair(steps / other_steps, bends / other_bends);
  };
  for (const char* with : {"edge: wrap", "edge: wrap, substep: auto", "edge: wrap, stencil: cubic"}) {
    INFO(with);
    const auto [steps, bends] = ratios(with);
    CHECK(steps == Approx(1.0).margin(0.15));
    CHECK(bends == Approx(1.0).margin(0.15));
  }
  CHECK(ratios("edge: exclude").first > 10.0);
}

TEST_CASE("an island's coarse lines are no seams", "[heights.diamond_square]") {
  // n = 9, H = 1, coarse nodes 64 cells apart: about 1.3 plain and 1.04 cubic.
  const auto crease_index = [](const std::string& with) {
    test::Creases creases(64);
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      creases.add(world(513, 513, with, "height", 512, seed).cells<float>("height"), 513);
    }
    return creases.index();
  };
  const std::string island = "seeding: island, border: free, reduction: 0.5";
  CHECK(crease_index(island) <= 1.40);
  CHECK(crease_index(island + ", stencil: cubic") <= 1.08);
  CHECK(crease_index("reduction: 0.5") <= 1.40);
  CHECK(crease_index("reduction: 0.5, stencil: cubic") <= 1.08);
}

TEST_CASE("a pinned border has its value, and an island nothing below it", "[heights.diamond_square]") {
  struct World {
    std::int64_t width, height;
  };
  for (const World& w : {World{65, 65}, World{100, 37}, World{1, 5}, World{2, 2}}) {
    for (const std::string fit : {"fit: stretch, ", "fit: crop, "}) {
      const auto pinned = heights(w.width, w.height, fit + "edge: pinned, pin: 0.75");
      const auto island = heights(w.width, w.height, fit + "seeding: island, ring: [0.1, 0], amplitude: 2");
      for (std::int64_t y = 0; y < w.height; ++y) {
        for (std::int64_t x = 0; x < w.width; ++x) {
          const bool border = x == 0 || y == 0 || x == w.width - 1 || y == w.height - 1;
          if (border) REQUIRE(pinned[at(x, y, w.width)] == 0.75f);
          if (border) REQUIRE(island[at(x, y, w.width)] == 0.1f);
          REQUIRE(island[at(x, y, w.width)] >= 0.1f);
        }
      }
    }
  }
}

TEST_CASE("the displacement laws", "[heights.diamond_square]") {
  // n = 6: halving from A_0 = c 2^5 is c per cell of half a block; H = 1 halves; H = 0.75 has its own float32 ratio.
  const auto hash = [](const char* with) { return world(65, 65, with).sha256("height"); };
  CHECK(hash("slope: 0.015625") == hash("amplitude: 0.5, reduction: 0.5"));
  CHECK(hash("hurst: 1") == hash(""));
  CHECK(hash("hurst: 0.75") == hash("reduction: 0.59460354"));
  CHECK(hash("hurst: 0.75") != hash("reduction: 0.5946037"));
  CHECK(hash("substep: auto") == hash("substep: 0.70710677"));
  CHECK(hash("amplitude: auto, reduction: auto") == hash("amplitude: 0.5, reduction: 0.5"));
  CHECK(hash("seeding: island") == hash("seeding: island, amplitude: 0.4, reduction: 0.63, nodes: 3, ring: [0, 0]"));
}

TEST_CASE("heights stay within the bounds of corners and amplitudes", "[heights.diamond_square]") {
  // |h| <= 1 + (1 + q) sum A_l for means of at most unit weight, q = 1, A_0 = 0.5, rho = 0.5.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto cells = world(129, 129, "", "height", 512, seed).cells<float>("height");
    for (const float cell : cells) REQUIRE(std::abs(cell) <= 3.0f);
    REQUIRE(*std::max_element(cells.begin(), cells.end()) > *std::min_element(cells.begin(), cells.end()));
  }
}

TEST_CASE("what cannot be is refused, with the remedy", "[heights.diamond_square]") {
  const auto refused = [](std::int64_t width, std::int64_t height, const char* with) {
    try {
      world(width, height, with);
    } catch (const test::BuildFailed& failed) {
      return std::string(failed.what());
    }
    return std::string("built");
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(refused(777, 513, "edge: wrap, fit: crop"), Contains("the nearest is 513 x 513 or 1024 x 1024"));
  CHECK_THAT(refused(64, 32, "edge: wrap, fit: crop"), Contains("the nearest is 64 x 64"));
  CHECK_THAT(refused(65, 65, "seeding: island, ring: [rand, 0]"), Contains("begin with a number, or set border: free"));
  CHECK_THAT(refused(65, 65, "seeding: island, ring: []"), Contains("begin with a number, or set border: free"));
  CHECK_THAT(refused(65, 65, "seeding: island, edge: wrap"), Contains("leave edge out, or set border: free"));
  CHECK_THAT(refused(65, 65, "seeding: island, edge: pinned"), Contains("leave edge out, or set border: free"));
  CHECK_THAT(refused(65, 65, "hurst: 0.7, reduction: 0.6"), Contains("leave one of the two out"));
  CHECK_THAT(refused(65, 65, "slope: 1, amplitude: 2"), Contains("leave out amplitude, reduction and hurst"));
  CHECK(refused(65, 65, "seeding: island, ring: [rand, 0], border: free") == "built");
  CHECK(refused(777, 513, "edge: wrap") == "built");
}
