// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "drawing.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Drawing;

TEST_CASE("the first text's map of characters", "[view.ascii]") {
  const std::string map = test::build(R"(
terrawright: 1
name: t
world: {size: [17, 17], seed: 42}
stages:
  height: {use: heights.diamond_square@1, with: {edge: exclude, amplitude: 0.5, reduction: 0.5}}
  map: {use: view.ascii@1, in: {field: height}}
outputs: [{layers: {m: map}}]
)")
                              .text("map");
  // algorithms 3.3
  CHECK(map.substr(0, 54) == "\"\"~\"~~\"~~~~\"\"\"xxx\n\"\"~\"\"\"\"~~~~\"\"\"xxx\n\"\"\"\"\"\"\"~\"\"\"\"\"xxxx\n");
  CHECK(map.size() == 17 * 18);
  CHECK(std::count(map.begin(), map.end(), '\n') == 17);
  CHECK(std::count(map.begin(), map.end(), '@') == 1);  // for the highest alone
}

TEST_CASE("steps of a field are characters of any alphabet", "[view.ascii]") {
  Drawing drawing{"ascii", "field", 5, 1, {0, 0.249f, 0.25f, 0.999f, 1}};
  drawing.with = "tiles: \".:oO#\"";
  CHECK(drawing.build().text("view") == "..:O#\n");
  drawing.with = "tiles: \"~é\", separator: \" \"";
  CHECK(drawing.build().text("view") == "~ ~ ~ ~ é\n");
  drawing.cells = {3, 3, 3, 3, 3};
  CHECK(drawing.build().text("view") == "~ ~ ~ ~ ~\n");
}

TEST_CASE("a large world is thinned to the columns of a terminal", "[view.ascii]") {
  Drawing drawing{"ascii", "field", 100, 60, test::made(100, 60, [](double x, double) { return x; })};
  drawing.with = "columns: 10, tiles: \"0123456789A\"";
  const std::string map = drawing.build().text("view");
  CHECK(map.substr(0, 22) == "0123456789\n0123456789\n");
  CHECK(map.size() == 6 * 11);
  drawing.with = "columns: 80";
  CHECK(drawing.build().text("view").find('\n') == 50);
}

TEST_CASE("classes are shown by their glyphs", "[view.ascii]") {
  const std::string map = test::build(R"(
terrawright: 1
name: t
world: {size: [33, 9], seed: 42}
stages:
  z: {use: heights.diamond_square@1}
  steps: {use: shape.steps@1, in: {field: z}, with: {count: 9}}
  of_classes: {use: view.ascii@1, in: {classes: steps.steps}}
  of_field: {use: view.ascii@1, in: {field: z}, with: {tiles: "0123456789"}}
  differ: {use: view.ascii@1, in: {field: z}}
outputs: [{layers: {a: of_classes, b: of_field, c: differ}}]
)")
                              .text("of_classes");
  CHECK(map.find_first_not_of("0123456789\n") == std::string::npos);
  CHECK(std::count(map.begin(), map.end(), '9') >= 1);
  CHECK(map.size() == 34 * 9);
}

TEST_CASE("a map of characters is the same under every tiling", "[view.ascii]") {
  CHECK(test::same_under_all_tiles("  view: {use: view.ascii@1, in: {field: terrain}}\n"));
  CHECK(test::same_under_all_tiles("  view: {use: view.ascii@1, in: {field: metres}, with: {columns: 31}}\n"));
}

TEST_CASE("a map of characters refuses what it cannot show", "[view.ascii]") {
  Drawing drawing{"ascii", "field", 3, 1, {0, 1, 2}};
  drawing.with = "tiles: x";
  CHECK_THAT(drawing.refusal(), Catch::Contains("a field needs at least two characters"));
  drawing.with = "separator: \"\\n\"";
  CHECK_THAT(drawing.refusal(), Catch::Contains("a line break in it would break the lines of the map"));
  drawing.with = "";
  drawing.cells[1] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THAT(drawing.refusal(), Catch::Contains(" at cell (1, 0)"));
  const auto nothing = [] {
    test::build(
        "terrawright: 1\nname: t\nworld: {size: [3, 3], seed: 1}\nstages: {a: {use: view.ascii@1}}\n"
        "outputs: [{layers: {a: a}}]\n");
  };
  CHECK_THROWS_WITH(nothing(), Catch::Contains("neither field nor classes is connected"));
}
