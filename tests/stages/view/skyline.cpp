// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "drawing.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Drawing;
using test::hex;

namespace {

// Rows of which row `row` rises from 0 to 1 and the others are 50.
Drawing rising(std::int64_t row, const std::string& with) {
  Drawing drawing{"skyline", "field", 40, 100, test::made(40, 100, [row](double x, double y) {
                    return y == static_cast<double>(row) ? x / 39 : 50;
                  })};
  drawing.with = with + (with.empty() ? "" : ", ") + "ground: \"#000000\", sky: \"#ffffff\", horizon: \"#ffffff\"";
  return drawing;
}
// Rows of ground in a column, of 100.
double ground(const std::vector<Colour>& picture, int x) {
  double sum = 0;
  for (int y = 0; y < 100; ++y) sum += 1 - picture[static_cast<std::size_t>(y * 40 + x)].green / 255.0;
  return sum;
}

}  // namespace

TEST_CASE("columns are filled up to the profile", "[view.skyline]") {
  const auto picture = rising(0, "").picture();
  // From 10 rows at the lowest to 75 at the highest.
  for (const int x : {1, 10, 20, 38}) CHECK(ground(picture, x) == Approx(10 + 65 * x / 39.0).margin(0.05));
  CHECK(hex(picture[0]) == "#ffffff");
  CHECK(hex(picture[99 * 40]) == "#000000");
  const auto all = rising(0, "sky_room: 0 %, ground_room: 0 %").picture();
  CHECK(ground(all, 20) == Approx(100 * 20 / 39.0).margin(0.05));
}

TEST_CASE("any row can be the profile", "[view.skyline]") {
  CHECK(ground(rising(63, "row: 63").picture(), 20) == Approx(10 + 65 * 20 / 39.0).margin(0.05));
  const auto flat = rising(63, "").picture();  // row 0 is flat: half way up
  CHECK(ground(flat, 3) == Approx(10 + 32.5).margin(0.05));
  CHECK_THAT(rising(0, "row: 100").refusal(), Catch::Contains("the world has 100 rows; the last is 99"));
}

TEST_CASE("a one-dimensional world has a skyline", "[view.skyline]") {
  const auto picture = test::build(R"(
terrawright: 1
name: t
world: {size: [65, 40], seed: 42}
stages:
  profile: {use: heights.profile@1, with: {method: cosine, step: 8}}
  view: {use: view.skyline@1, in: {field: profile}, with: {ground: "#000000"}}
outputs: [{layers: {v: view}}]
)")
                           .cells<Colour>("view");
  CHECK(hex(picture[39 * 65 + 30]) == "#000000");
  CHECK(hex(picture[30]) != "#000000");
}

TEST_CASE("water stands up to the sea level", "[view.skyline]") {
  Drawing drawing{"skyline", "field", 40, 100, test::made(40, 100, [](double x, double) { return 10 * x - 195; }), "m"};
  drawing.with = "ground: \"#000000\", water: \"#0000ff\"";
  const auto picture = drawing.picture();
  const double surface = 90 - 65 / 2.0;  // 0 m is half way between the lowest and the highest point
  CHECK(hex(picture[static_cast<std::size_t>(surface + 2) * 40 + 2]) == "#0000ff");
  CHECK(hex(picture[static_cast<std::size_t>(surface - 2) * 40 + 2]) != "#0000ff");
  CHECK(hex(picture[static_cast<std::size_t>(surface + 2) * 40 + 30]) == "#000000");
}

TEST_CASE("skylines are the same under every tiling", "[view.skyline]") {
  CHECK(test::same_under_all_tiles("  view: {use: view.skyline@1, in: {field: metres}}\n", 2));
}

TEST_CASE("a skyline refuses a picture of one row and what is no number", "[view.skyline]") {
  Drawing drawing{"skyline", "field", 3, 1, {0, 1, 2}};
  CHECK_THAT(drawing.refusal(), Catch::Contains("a picture of one row cannot show a skyline"));
  drawing = rising(4, "row: 4");
  drawing.cells[4 * 40 + 7] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THAT(drawing.refusal(), Catch::Contains("is NaN at cell (7, 4)"));
  drawing = rising(0, "sky_room: 60 %, ground_room: 40 %");
  CHECK_THAT(drawing.refusal(), Catch::Contains("leave no room for the profile"));
}
