// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "drawing.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Drawing;

namespace {

float shade_in_the_middle(Drawing drawing) {
  return drawing.build().cells<float>(
      "view")[static_cast<std::size_t>(drawing.height / 2 * drawing.width + drawing.width / 2)];
}

// A plane: so many units up for each cell to the east and to the south.
Drawing plane(double east, double south, const std::string& with = "exaggeration: 1") {
  Drawing drawing{"hillshade", "height", 5, 5,
                  test::made(5, 5, [=](double x, double y) { return x * east + y * south; })};
  drawing.with = with;
  return drawing;
}

}  // namespace

TEST_CASE("shading follows the formula", "[view.hillshade]") {
  for (const auto& [east, south] :
       std::vector<std::pair<double, double>>{{0, 0}, {1, 0}, {0, 1}, {-0.5, 0.25}, {-2, -2}}) {
    const double gx = -east, gy = -south;  // the rise to the west and north
    const double light = (1 - gx - gy) / std::sqrt(1 + gx * gx + gy * gy);
    CHECK(shade_in_the_middle(plane(east, south)) == Approx((1 + light / std::sqrt(3.0)) / 2).margin(1e-6));
  }
  CHECK(shade_in_the_middle(plane(1, 1)) == Approx(1).margin(1e-6));  // it faces the sun in the north-west
  CHECK(shade_in_the_middle(plane(-1, -1)) < 0.5f);
  CHECK(shade_in_the_middle(plane(0, 0)) == Approx(0.788675).margin(1e-6));
}

TEST_CASE("metres are measured against the cell", "[view.hillshade]") {
  Drawing metres = plane(500, 0);
  metres.unit = "m";
  metres.cell = 1000;
  CHECK(shade_in_the_middle(metres) == shade_in_the_middle(plane(0.5, 0)));
  metres.with = "exaggeration: 4";
  CHECK(shade_in_the_middle(metres) == shade_in_the_middle(plane(2, 0)));
}

TEST_CASE("an automatic exaggeration shades flat and steep worlds alike", "[view.hillshade]") {
  const float expected = shade_in_the_middle(plane(0.4, 0));
  CHECK(shade_in_the_middle(plane(1e-6, 0, "")) == Approx(expected).margin(1e-5));
  CHECK(shade_in_the_middle(plane(1e6, 0, "")) == Approx(expected).margin(1e-5));
  CHECK(shade_in_the_middle(plane(0, 0, "")) == Approx(0.788675).margin(1e-6));
}

TEST_CASE("the sea can be flat", "[view.hillshade]") {
  Drawing drawing = plane(100, 0, "exaggeration: 10, water: flat");
  drawing.unit = "m";
  for (float& cell : drawing.cells) cell -= 200;
  const auto shades = drawing.build().cells<float>("view");
  CHECK(shades[10] == Approx(0.788675).margin(1e-6));
  CHECK(shades[14] > 0.85f);
  drawing.unit = "1";
  CHECK_THAT(drawing.refusal(), Catch::Contains("the sea level is not known"));
}

TEST_CASE("shading is the same under every tiling", "[view.hillshade]") {
  CHECK(test::same_under_all_tiles("  view: {use: view.hillshade@1, in: {height: terrain}}\n"));
  CHECK(test::same_under_all_tiles("  view: {use: view.hillshade@1, in: {height: metres}, with: {water: flat}}\n"));
}

TEST_CASE("shading refuses what is no number", "[view.hillshade]") {
  Drawing drawing = plane(1, 0);
  drawing.cells[7] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THAT(drawing.refusal(), Catch::Contains("a height is NaN at cell (2, 1)"));
}
