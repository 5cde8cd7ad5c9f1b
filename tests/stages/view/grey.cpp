// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "drawing.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Drawing;
using test::hex;

TEST_CASE("black is lowest and white highest", "[view.grey]") {
  Drawing drawing{"grey", "field", 5, 1, {-3, -2, 0.9f, 1, 5}};
  const auto built = drawing.build();
  const auto picture = built.cells<Colour>("view");
  CHECK(hex(picture[0]) == "#000000");
  CHECK(hex(picture[1]) == "#202020");  // 255 / 8 = 31.875
  CHECK(hex(picture[3]) == "#808080");  // 127.5 rounds up
  CHECK(hex(picture[4]) == "#ffffff");
  drawing.cells.assign(5, 7.0f);
  CHECK(hex(drawing.picture()[2]) == "#000000");
}

TEST_CASE("the grey as a number keeps what sixteen bits hold", "[view.grey]") {
  Drawing drawing{
      "grey", "field", 100, 7, test::made(100, 7, [](double x, double y) { return 1000 * std::sqrt(x) - 7 * y; }), "m"};
  const std::string world =
      "terrawright: 1\nname: t\nworld: {size: [100, 7], seed: 42}\nstages:\n"
      "  z: {use: test.given@1, with: {name: z}}\n  view: {use: view.grey@1, in: {field: z}}\n"
      "outputs: [{layers: {v: view.grey}}]\n";
  test::Options options;
  options.given["z"] = {"m", 100, 7, drawing.cells};
  const auto built = test::build(world, options);
  const auto shares = built.cells<float>("view.grey");
  const double low = built.statistics("z").minimum, range = built.statistics("z").maximum - low;
  double worst = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double grey = std::floor(65535.0 * static_cast<double>(shares[i]) + 0.5);
    const double t = (static_cast<double>(drawing.cells[i]) - low) / range;
    worst = std::max(worst, std::fabs(grey / 65535.0 - t));
  }
  CHECK(worst <= 0.5 / 65535 + 0x1p-24);  // T3.4
  CHECK(built.statistics("view.grey").minimum == 0);
  CHECK(built.statistics("view.grey").maximum == 1);
}

TEST_CASE("greys are the same under every tiling", "[view.grey]") {
  CHECK(test::same_under_all_tiles("  view: {use: view.grey@1, in: {field: metres}}\n"));
}

TEST_CASE("greys refuse what is no number", "[view.grey]") {
  Drawing drawing{"grey", "field", 2, 1, {0, std::numeric_limits<float>::quiet_NaN()}};
  CHECK_THAT(drawing.refusal(), Catch::Contains(" at cell (1, 0)"));
}
