// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "reference_integer.hpp"
#include "support/catch.hpp"
#include "world.hpp"

using namespace terrawright;
using test::at;
using test::HeightsWorld;
using test::reference_of;
using test::Size;
using IntegerReference = reference::IntegerDiamondSquare;

namespace {

HeightsWorld integers(std::int64_t width, std::int64_t height, const std::string& with, std::uint64_t seed = 42) {
  return {"diamond_square_integer", width, height, with, seed};
}

// The stage over heights that a test makes up.
struct Onto {
  std::vector<float> ground;
  std::int64_t width, height;
  std::string with;

  test::Built build(std::int64_t tile, int threads = 2) const {
    test::Options options;
    options.tile = tile;
    options.threads = threads;
    options.given["ground"] = test::Given{"1", width, height, ground};
    return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " +
                           std::to_string(height) +
                           "], seed: 42}\nstages:\n"
                           "  ground: {use: test.given@1, with: {name: ground}}\n"
                           "  height: {use: heights.diamond_square_integer@1, in: {onto: ground}, with: {" +
                           with + "}}\noutputs: [{layers: {h: height}}]\n",
                       options);
  }
  std::vector<float> cells(std::int64_t tile) const { return build(tile).cells<float>("height"); }
};

// Some heights with and without a fraction, both signs.
std::vector<float> hills(std::int64_t width, std::int64_t height) {
  std::vector<float> cells;
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) cells.push_back(static_cast<float>((x * 7 + y * 13) % 41 - 20) * 0.75f);
  }
  return cells;
}

const Size sizes[] = {{1, 1}, {1, 9}, {9, 1}, {2, 2}, {3, 2}, {33, 33}, {100, 37}, {65, 129}, {200, 130}};

}  // namespace

TEST_CASE("the two integer laws give their golden cells", "[heights.diamond_square_integer]") {
  const std::vector<float> interval = {0,  -1, -1, -1, -4, -2, -1, 1,  0,   //
                                       -1, 0,  -1, -1, -1, -2, 0,  1,  -1,  //
                                       -1, -1, -3, -1, 0,  0,  -1, 0,  0,   //
                                       -1, 0,  -3, -3, -2, 0,  1,  0,  0,   //
                                       0,  0,  -3, -2, -2, 0,  0,  2,  4,   //
                                       1,  0,  -2, -2, -1, 0,  -1, 0,  0,   //
                                       -1, -1, -2, -2, -3, -2, -2, -1, -1,  //
                                       -1, -2, -3, -4, -2, -3, -1, -1, -1,  //
                                       0,  -2, -3, -3, -4, -3, -3, 0,  0};
  const std::vector<float> halving = {4,        -57.125f,  -142,      -68.375f, 4,         //
                                      -33.625f, -91.25f,   -44.375f,  -64.25f,  -33.625f,  //
                                      -19,      -108.375f, -40,       -64.625f, -19,       //
                                      -84.375f, -79.25f,   -112.125f, -95.25f,  -84.375f,  //
                                      4,        -57.125f,  -142,      -68.375f, 4};
  CHECK(integers(9, 9, "law: interval, corners: keep").cells() == interval);
  CHECK(integers(9, 9, "corners: keep, accumulate: true").cells() == interval);
  CHECK(integers(5, 5, "law: halving, edge: wrap").cells() == halving);
  CHECK(integers(5, 5, "law: halving, edge: wrap, corners: equal").cells() == halving);
}

TEST_CASE("any size, tile and option gives the integer texts' bits", "[heights.diamond_square_integer]") {
  const auto check = [](IntegerReference reference, const std::string& with) {
    const std::vector<float> expected = reference.cells();
    for (const std::int64_t tile : {0, 7, 64}) {
      if (tile == 7 && reference.width * reference.height > 10000) continue;
      INFO(reference.width << " x " << reference.height << ", tile " << tile << ", " << with);
      CHECK(integers(reference.width, reference.height, with).cells(tile) == expected);
    }
  };
  for (const Size& size : sizes) {
    IntegerReference reference = reference_of<IntegerReference>(size.width, size.height);
    reference.corners = IntegerReference::keep;
    check(reference, "corners: keep");
    reference.corners = IntegerReference::random;
    reference.line = true;
    reference.highest_corner = 40;
    check(reference, "edge: line, highest_corner: 40");
    reference.law = IntegerReference::halving;
    reference.line = false;
    reference.amplitude = 37;
    reference.corners = IntegerReference::equal;
    check(reference, "law: halving, amplitude: 37, corners: equal, highest_corner: 40");
  }
  for (const std::int64_t side : {1, 2, 4, 5, 64, 129}) {
    IntegerReference wrapped = reference_of<IntegerReference>(side, side);
    wrapped.wrap = true;
    check(wrapped, "edge: wrap");
    wrapped.law = IntegerReference::halving;
    check(wrapped, "edge: wrap, law: halving");
    wrapped.corners = IntegerReference::keep;
    check(wrapped, "edge: wrap, law: halving, corners: keep, accumulate: true");
  }
}

TEST_CASE("accumulating adds to what the cells held", "[heights.diamond_square_integer]") {
  for (const Size& size : sizes) {
    const std::vector<float> ground = hills(size.width, size.height);
    for (const bool interval : {true, false}) {
      const std::string law = interval ? "law: interval" : "law: halving";
      IntegerReference reference = reference_of<IntegerReference>(size.width, size.height);
      reference.law = interval ? IntegerReference::interval : IntegerReference::halving;
      reference.ground = ground;
      const auto check = [&](const std::string& with) {
        const std::vector<float> expected = reference.cells();
        for (const std::int64_t tile : {0, 7, 64, 300}) {
          INFO(size.width << " x " << size.height << ", tile " << tile << ", " << with);
          CHECK(Onto{ground, size.width, size.height, with}.cells(tile) == expected);
        }
      };
      reference.accumulate = true;
      reference.corners = IntegerReference::keep;
      check(law + ", accumulate: true, corners: keep");
      reference.corners = IntegerReference::random;
      check(law + ", accumulate: true");
      reference.accumulate = false;
      reference.corners = IntegerReference::keep;
      check(law + ", corners: keep");
    }
  }
}

TEST_CASE("tiles do not show in integer diamond-square", "[heights.diamond_square_integer]") {
  for (const char* with : {"corners: keep", "law: halving, edge: line"})
    CHECK(integers(777, 300, with).same_under_all_tiles());
  CHECK(integers(513, 513, "law: halving, edge: wrap").same_under_all_tiles());
  for (const Size& size : {Size{1, 1}, Size{1, 500}, Size{500, 3}}) {
    CHECK(integers(size.width, size.height, "").same_under_all_tiles());
  }
  const Onto onto{hills(700, 520), 700, 520, "accumulate: true, corners: keep"};
  const std::string whole = onto.build(0, 1).sha256("height");
  for (const std::int64_t tile : {64, 300}) {
    for (const int threads : {1, 2}) CHECK(onto.build(tile, threads).sha256("height") == whole);
  }
}

TEST_CASE("the longest integer world builds", "[heights.diamond_square_integer]") {
  // Halving from 2^19 keeps the coarser worlds' cells: every 256th of the first row against n = 12.
  const auto longest = integers(1 << 20, 1, "law: halving, amplitude: 524288").cells();
  const auto shorter = integers(4097, 1, "law: halving, amplitude: 524288").cells();
  for (std::size_t i = 0; i < 4096; ++i) REQUIRE(longest[i * 256] == shorter[i]);
}

TEST_CASE("halving keeps the coarser world's cells, interval gives whole numbers", "[heights.diamond_square_integer]") {
  for (const char* with : {"law: halving", "law: halving, edge: wrap", "law: halving, edge: line"}) {
    CHECK(test::every_second(integers(65, 65, with).cells(), 65) == integers(33, 33, with).cells());
  }
  for (const float cell : integers(257, 257, "").cells()) REQUIRE(cell == std::trunc(cell));
  const auto wrapped = integers(65, 65, "edge: wrap").cells(), open = integers(64, 64, "edge: wrap").cells();
  for (std::int64_t y = 0; y < 65; ++y) {
    REQUIRE(wrapped[at(0, y, 65)] == wrapped[at(64, y, 65)]);
    REQUIRE(wrapped[at(y, 0, 65)] == wrapped[at(y, 64, 65)]);
    for (std::int64_t x = 0; y < 64 && x < 64; ++x) REQUIRE(open[at(x, y, 64)] == wrapped[at(x, y, 65)]);
  }
}

TEST_CASE("integer heights stay within their displacements", "[heights.diamond_square_integer]") {
  // Corners 0; an edge point averages displaced centres, so every level counts twice: 2 (32 + 16 + ... + 1).
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const float cell : integers(65, 65, "corners: keep", seed).cells()) REQUIRE(std::abs(cell) <= 126.0f);
  }
}

TEST_CASE("integer worlds that cannot be are refused", "[heights.diamond_square_integer]") {
  CHECK_THAT(integers(65, 33, "edge: wrap").refusal(), Catch::Contains("the nearest is 65 x 65"));
  CHECK_THAT(integers(9, 9, "edge: pinned").refusal(), Catch::Contains("exclude"));
  CHECK_THAT(integers(9, 9, "amplitude: 0").refusal(), Catch::Contains("amplitude"));
  CHECK_THROWS_WITH((Onto{hills(9, 9), 9, 9, "edge: wrap, accumulate: true"}.cells(0)),
                    Catch::Contains("wrap makes a periodic map"));
  CHECK_THROWS_WITH((Onto{hills(9, 9), 9, 9, ""}.cells(0)), Catch::Contains("set accumulate: true or corners: keep"));
}
