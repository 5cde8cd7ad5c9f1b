// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "../water/terrains.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "view/waters/strokes.hpp"

using namespace terrawright;

namespace {

// A river of one width, in metres, along row 8, from the middle to the east, over white paper; a lake in the corner.
test::Built drawn(const std::string& with, std::int64_t tile = 512, float metres = 100) {
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
      "  receivers: {use: water.receivers@1, in: {filled: z, way: flats.way}}\n"
      "  picture:\n    use: view.waters@1\n"
      "    in: {picture: paper, receivers: receivers, width: width, depth: depth}\n"
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

TEST_CASE("a bend stays between its ends and its corner", "[view.waters]") {
  view::Strokes strokes({0, 0, 11, 11});
  strokes.bend({1, 5, 1}, {5, 5, 1}, {5, 9, 1});
  CHECK(strokes.cover(1, 5) == Approx(1));
  CHECK(strokes.cover(5, 9) == Approx(1));
  CHECK(strokes.cover(5, 5) < 0.6);
  CHECK(strokes.cover(4, 6) > 0.9);
  CHECK(strokes.cover(8, 3) == 0);
}
