// SPDX-License-Identifier: Apache-2.0
#include "view/waters/waters.hpp"

#include <cmath>

#include "../water/terrains.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "terrawright/stage.hpp"

using namespace terrawright;

namespace {

// A table of one river and a brook that joins it half-way, which go up and down between rows 6 and 10.
struct Winding {
  Out<Table> rows;
  static void describe(Spec<Winding>& s) {
    s.stage("test.winding", "A river that winds, and a brook.");
    s.port(&Winding::rows, "rows", "Its reaches.").lines();
  }
  static terrawright_point at(double x) { return {x, 8 + 2 * std::sin(x / 4)}; }
  Next<int> resolve(Resolving& resolving) const {
    Table table;
    table.integers("reach", "1", {1, 2, 3});
    table.integers("next_reach", "1", {2, 0, 2});
    table.integers("from_x", "1", {10, 40, 40});
    table.integers("from_y", "1", {8, 8, 2});
    table.reals("width", "m", {300, 400, 100});
    table.texts("ends_in", {"river", "sea", "river"});
    std::vector<terrawright_point> above, below;
    for (double x = 10; x <= 40; x += 0.5) above.push_back(at(x));
    for (double x = 40; x <= 62; x += 0.5) below.push_back(at(x));
    const std::vector<terrawright_point> brook = {{40, 2}, {40, 4}, at(40)};
    for (const auto& line : {above, below, brook}) table.line(line.begin(), line.end());
    resolving.table(rows, table);
    return done(0);
  }
  void paint(Tile&) const {}
};

// A river of one width, in metres, along row 8, from the middle to the east, over white paper; a lake in the corner.
test::Built drawn(const std::string& with, std::int64_t tile = 512, float metres = 100, bool along_lines = false) {
  test::Land land;
  land.width = 64;
  land.height = 17;
  test::Options options;
  options.tile = tile;
  for (int y = 0; y < land.height; ++y) {
    for (int x = 0; x < land.width; ++x) {
      land.z.push_back(static_cast<float>(100 - x + 10 * std::abs(y - 8)));
      land.ocean.push_back(0);
      land.runoff.push_back(y == 8 && x >= 20 && x < 63 ? metres : 0.0f);
    }
  }
  if (along_lines) options.stages = {stage<Winding>()};
  options.given["z"] = {"m", land.width, land.height, land.z};
  auto width = land.runoff, depth = land.runoff;
  for (std::size_t c = 0; c < depth.size(); ++c) depth[c] = c % 64 < 6 && c / 64 < 4 ? 50.0f : 0.0f;
  options.given["width"] = {"m", land.width, land.height, width};
  options.given["depth"] = {"m", land.width, land.height, depth};
  // One black cell, so that the others are the lightest.
  options.given["white"] = {"1", land.width, land.height, std::vector<float>(width.size(), 1.0f)};
  options.given["white"].cells.back() = 0;
  return test::build(
      "terrawright: 1\nname: t\nworld: {size: [64, 17], cell: 100 m, seed: 42}\nstages:\n"
      "  z: {use: test.given@1, with: {name: z}}\n"
      "  width: {use: test.given_scalar@1, with: {name: width}}\n"
      "  depth: {use: test.given_scalar@1, with: {name: depth}}\n"
      "  white: {use: test.given_weight@1, with: {name: white}}\n"
      "  paper: {use: view.grey@1, in: {field: white}}\n"
      "  flats: {use: water.flats@1, in: {filled: z}}\n"
      "  receivers: {use: water.receivers@1, in: {filled: z, way: flats.way}}\n" +
          std::string(along_lines ? "  winding: {use: test.winding@1}\n" : "") +
          "  picture:\n    use: view.waters@1\n"
          "    in: {picture: paper, receivers: receivers, width: width, depth: depth" +
          std::string(along_lines ? ", lines: winding" : "") +
          "}\n"
          "    with: {opacity: 1, river: \"#000000\", shallow: \"#0000ff\", deep: \"#0000ff\"" +
          with + "}\noutputs: [{layers: {p: picture, r: receivers}}]\n",
      options);
}

double darkness(const test::Built& built, int x, int y) {
  return (255 - built.cells<Colour>("picture")[static_cast<std::size_t>(y * 64 + x)].red) / 255.0;
}

}  // namespace

TEST_CASE("a river is drawn as wide as it is", "[view.waters]") {
  for (const double scale : {1.0, 3.0, 5.0}) {
    const auto built = drawn(", scale: " + std::to_string(scale));
    double across = 0;
    for (int y = 0; y < 17; ++y) across += darkness(built, 40, y);
    INFO("scale " << scale);
    CHECK(across == Approx(scale).margin(0.05));  // 100 m on cells of 100 m
  }
  // Thinner than a cell it pales.
  double across = 0;
  for (int y = 0; y < 17; ++y) across += darkness(drawn(", scale: 0.4"), 40, y);
  CHECK(across == Approx(0.4).margin(0.05));
}

TEST_CASE("by itself a river is as wide as it is or seen as a thin line, and begins with nothing", "[view.waters]") {
  const auto across = [](float metres, int x) {
    const auto built = drawn("", 512, metres);
    double sum = 0;
    for (int y = 0; y < 17; ++y) sum += darkness(built, x, y);
    return sum;
  };
  CHECK(across(400, 40) == Approx(4).margin(0.05));
  CHECK(across(180, 40) == Approx(1.8).margin(0.05));
  CHECK(across(10, 40) == Approx(1.8).margin(0.05));  // the widest of its world
  CHECK(across(180, 20) < across(180, 22) - 0.25);
}

TEST_CASE("beside rivers and lakes the picture stays as it was", "[view.waters]") {
  const auto built = drawn("");
  const auto cells = built.cells<Colour>("picture");
  CHECK(darkness(built, 40, 0) == 0);
  CHECK(darkness(built, 10, 8) == 0);
  CHECK(cells[64 + 2].red == 0);
  CHECK(cells[64 + 2].blue == 255);
}

TEST_CASE("a river widens to the sea, without steps", "[view.waters]") {
  const auto built = drawn(", scale: 2");
  const auto across = [&](int x) {
    double sum = 0;
    for (int y = 0; y < 17; ++y) sum += darkness(built, x, y);
    return sum;
  };
  CHECK(across(24) == Approx(2).margin(0.05));
  CHECK(across(50) == Approx(2).margin(0.05));
  CHECK(across(61) > 3);
  for (int x = 51; x < 61; ++x) {
    INFO("column " << x);
    CHECK(across(x + 1) >= across(x) - 0.01);
    CHECK(across(x + 1) < across(x) + 0.6);
  }
}

TEST_CASE("rivers and lakes are drawn the same for all tiles", "[view.waters]") {
  for (const std::int64_t tile : {5, 16, 33}) CHECK(drawn("", tile).sha256("picture") == drawn("").sha256("picture"));
}

TEST_CASE("along lines rivers begin as a hair, are as wide as they are, and widen to the sea", "[view.waters]") {
  const auto built = drawn(", scale: 1", 512, 400, true);
  const auto across = [&](int x) {
    double sum = 0;
    for (int y = 0; y < 17; ++y) sum += darkness(built, x, y);
    return sum;
  };
  // Across a line that is not level its width is cut aslant.
  const auto wide = [](int x) { return std::sqrt(1 + std::pow(std::cos(x / 4.0) / 2, 2)); };
  CHECK(across(9) < 0.2);
  CHECK(across(10) < 1);
  for (int x = 14; x < 34; ++x) CHECK(across(x) == Approx(3 * wide(x)).margin(0.2));
  CHECK(across(46) > 3.1);  // below the brook it has more water
  CHECK(across(46) < across(52));
  CHECK(across(52) == Approx(4 * wide(52)).margin(0.4));
  CHECK(across(60) > 1.3 * across(53));
  // It is drawn along the line, not along the cells.
  CHECK(darkness(built, 20, 5) > 0.9);
  CHECK(darkness(built, 20, 9) == 0);
  // The brook of one cell begins as a hair.
  CHECK(darkness(built, 40, 3) == Approx(1.0 / 3).margin(0.02));
  CHECK(darkness(built, 40, 5) > 0.7);
  for (const std::int64_t tile : {5, 16, 33})
    CHECK(drawn("", tile, 400, true).sha256("picture") == drawn("", 512, 400, true).sha256("picture"));
}

TEST_CASE("a bend stays between its ends and its corner", "[view.waters]") {
  view::Strokes strokes({0, 0, 11, 11});
  strokes.bend({1, 5, 1}, {5, 5, 1}, {5, 9, 1});
  CHECK(strokes.cover(1, 5) == Approx(1));
  CHECK(strokes.cover(5, 9) == Approx(1));
  CHECK(strokes.cover(5, 5) < 0.6);
  CHECK(strokes.cover(4, 6) > 0.9);
  CHECK(strokes.cover(8, 3) == 0);
}
