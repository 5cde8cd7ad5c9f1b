// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "drawing.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Drawing;
using test::hex;

namespace {

// A slope of 10 m a cell from -200 m in the west.
Drawing slope(const std::string& with) {
  Drawing drawing{"contours", "height", 101, 9, test::made(101, 9, [](double x, double) { return 10 * x - 200; }), "m"};
  drawing.with = with + (with.empty() ? "" : ", ") +
                 "land: \"#ffffff\", sea: \"#ffffff\", lines: \"#000000\", "
                 "depth_lines: \"#0000ff\", shore: \"#ff0000\"";
  return drawing;
}
// Darkness of the middle row around a column: the width of a line there, in cells.
double ink(const std::vector<Colour>& picture, int column) {
  double sum = 0;
  for (int x = column - 3; x <= column + 3; ++x)
    sum += 1 - picture[static_cast<std::size_t>(4 * 101 + x)].green / 255.0;
  return sum;
}

}  // namespace

TEST_CASE("lines stand where the height is a multiple of the interval", "[view.contours]") {
  const auto picture = slope("interval: 100 m, width: 1, index_width: 2").picture();
  for (const int column : {30, 40, 50, 60, 80, 90}) CHECK(ink(picture, column) == Approx(1).margin(0.02));
  CHECK(ink(picture, 70) == Approx(2).margin(0.02));  // 500 m: every fifth is thicker
  CHECK(ink(picture, 20) == Approx(2).margin(0.02));  // the shore
  for (const int column : {25, 35, 45, 65, 75}) CHECK(ink(picture, column) == 0);
  CHECK(hex(picture[4 * 101 + 30]) == "#000000");
  CHECK(hex(picture[4 * 101 + 20]) == "#ff0000");
  CHECK(hex(picture[4 * 101 + 10]) == "#0000ff");  // -100 m
}

TEST_CASE("interval and index follow their parameters", "[view.contours]") {
  const auto picture = slope("interval: 150 m, index_every: 2, width: 0.5, index_width: 1").picture();
  CHECK(ink(picture, 35) == Approx(0.5).margin(0.02));
  CHECK(ink(picture, 50) == Approx(1).margin(0.02));
  CHECK(ink(picture, 42) == 0);
}

TEST_CASE("a line between two cells is shared by them", "[view.contours]") {
  Drawing drawing = slope("interval: 100 m, width: 1, smoothing: 0");
  for (float& cell : drawing.cells) cell += 5;
  const auto picture = drawing.picture();
  CHECK(picture[4 * 101 + 29].green == Approx(128).margin(1));
  CHECK(picture[4 * 101 + 30].green == Approx(128).margin(1));
  CHECK(picture[4 * 101 + 31].green == 255);
}

TEST_CASE("where lines would run into each other they fade", "[view.contours]") {
  CHECK(ink(slope("interval: 10 m, index_every: 1000").picture(), 58) == 0);
  CHECK(ink(slope("interval: 10 m").picture(), 60) > 0.9);  // every fifth one stays
}

TEST_CASE("contours are drawn over a picture", "[view.contours]") {
  Drawing drawing = slope("interval: 100 m, width: 1");
  drawing.more_stages = "  under: {use: view.palette@1, in: {field: z}, with: {scheme: table}}\n";
  drawing.more_inputs = ", picture: under";
  const auto built = drawing.build();
  const auto picture = built.cells<Colour>("view"), under = built.cells<Colour>("under");
  CHECK(hex(picture[4 * 101 + 35]) == hex(under[4 * 101 + 35]));
  CHECK(hex(picture[4 * 101 + 30]) == "#000000");
}

TEST_CASE("plains have no lines, not even at a multiple of the interval", "[view.contours]") {
  Drawing drawing{"contours", "height", 20, 20, std::vector<float>(400, -4000.0f), "m"};
  for (const Colour& c : drawing.picture()) CHECK(hex(c) == "#cfe4ee");
  // A hill on it does not outline the plain.
  drawing.cells = test::made(
      20, 20, [](double x, double y) { return -4000 + std::max(0.0, 40 - 10 * std::hypot(x - 10, y - 10)); });
  for (const Colour& c : drawing.picture()) CHECK(hex(c) == "#cfe4ee");
}

TEST_CASE("contours are the same under every tiling", "[view.contours]") {
  CHECK(test::same_under_all_tiles("  view: {use: view.contours@1, in: {height: metres}}\n"));
  CHECK(test::same_under_all_tiles(
      "  view: {use: view.contours@1, in: {height: metres}, with: {smoothing: 5, interval: 37 m}}\n"));
}

TEST_CASE("contours refuse heights before metres, and what is no number", "[view.contours]") {
  Drawing drawing = slope("");
  drawing.cells[5] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THAT(drawing.refusal(), Catch::Contains("is NaN at cell (5, 0)"));
  drawing.unit = "1";
  CHECK_THAT(drawing.refusal(), Catch::Contains("turn heights into metres: {use: shape.metres@1"));
}
