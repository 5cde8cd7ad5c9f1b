// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "drawing.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Drawing;
using test::hex;

TEST_CASE("the ten colours of the first text in nine steps", "[view.palette]") {
  Drawing drawing{"palette", "field", 11, 1, {0, 1, 2, 3, 4, 5, 6, 7, 8, 8.999f, 9}};
  drawing.with = "scheme: table";
  const char* expected[] = {"#1437ad", "#04859d", "#007d1c", "#007d1c", "#24913c", "#00c12b",
                            "#38e05d", "#a3a3a4", "#757575", "#757575", "#ffffff"};
  const auto picture = drawing.picture();
  for (std::size_t i = 0; i < 11; ++i) CHECK(hex(picture[i]) == expected[i]);
  drawing.cells.assign(11, 5.0f);
  CHECK(hex(drawing.picture()[3]) == "#1437ad");
  drawing.with = "scheme: table, colours: [{colour: \"#000000\"}, {colour: \"#0000ff\"}, {colour: \"#ffffff\"}]";
  drawing.cells = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  CHECK(hex(drawing.picture()[4]) == "#000000");
  CHECK(hex(drawing.picture()[5]) == "#0000ff");
  CHECK(hex(drawing.picture()[9]) == "#0000ff");
  CHECK(hex(drawing.picture()[10]) == "#ffffff");
}

TEST_CASE("a ramp mixes in whole numbers", "[view.palette]") {
  Drawing drawing{"palette", "field", 5, 1, {0, 0.25f, 0.5f, 0.75f, 1}};
  drawing.with =
      "scheme: ramp, stops: [{at: 0, colour: \"#000a64\"}, {at: 0.5, colour: \"#ff0b00\"}, "
      "{at: 0.5, colour: \"#00ff00\"}, {at: 1, colour: \"#00ff33\"}]";
  const auto picture = drawing.picture();
  CHECK(hex(picture[0]) == "#000a64");
  CHECK(hex(picture[1]) == "#800b32");  // (0 + 255 * 16384 + 16384) div 32768 = 128; 10.5 rounds up
  CHECK(hex(picture[2]) == "#00ff00");  // a hard edge
  CHECK(hex(picture[3]) == "#00ff1a");  // 25.5 rounds up
  CHECK(hex(picture[4]) == "#00ff33");
  // Beyond the outer stops their colours.
  drawing.with = "scheme: ramp, stops: [{at: 0.3, colour: \"#102030\"}, {at: 0.6, colour: \"#405060\"}]";
  CHECK(hex(drawing.picture()[0]) == "#102030");
  CHECK(hex(drawing.picture()[4]) == "#405060");
  drawing.with = "scheme: ramp, stops: [{at: 0.6, colour: \"#102030\"}, {at: 0.3, colour: \"#405060\"}]";
  CHECK_THAT(drawing.refusal(), Catch::Contains("the stops of a ramp must ascend"));
  drawing.with = "scheme: ramp, stops: [{at: 0.6, colour: blue}]";
  CHECK_THAT(drawing.refusal(),
             Catch::Contains("'blue' is not a colour") && Catch::Contains("write it as \"#rrggbb\""));
}

TEST_CASE("land and sea ramps meet at the shore", "[view.palette]") {
  const std::string ramps =
      "sea: [{at: 0, colour: \"#000000\"}, {at: 1, colour: \"#0000ff\"}], "
      "land: [{at: 0, colour: \"#00ff00\"}, {at: 1, colour: \"#ffff00\"}]";
  Drawing drawing{"palette", "field", 6, 1, {-4000, -2000, 0, 1, 500, 1000}, "m"};
  drawing.with = ramps;
  const auto metres = drawing.picture();
  CHECK(hex(metres[0]) == "#000000");
  CHECK(hex(metres[1]) == "#000080");
  CHECK(hex(metres[2]) == "#0000ff");  // 0 m is sea
  CHECK(hex(metres[3]) == "#00ff00");
  CHECK(hex(metres[4]) == "#80ff00");
  CHECK(hex(metres[5]) == "#ffff00");
  // The same before metres, at the level that sea.level found.
  drawing.unit = "1";
  drawing.cells = {0, 0.3f, 0.6f, 0.61f, 0.8f, 1};
  drawing.more_stages = "  sea: {use: sea.level@1, in: {height: z}, with: {percentile: 50 %}}\n";
  drawing.more_inputs = ", level: sea.level";
  const auto picture = drawing.picture();
  const double level = drawing.build().number("sea.level");
  CHECK(level == Approx(0.6));
  CHECK(hex(picture[0]) == "#000000");
  CHECK(hex(picture[2]) == "#0000ff");
  CHECK(picture[3].blue == 0);
  CHECK(hex(picture[5]) == "#ffff00");
  drawing.more_inputs = "";
  CHECK_THAT(drawing.refusal(), Catch::Contains("the sea level is not known"));
  drawing.unit = "m";
  drawing.more_stages = "  other: {use: heights.noise@1}\n  sea: {use: sea.level@1, in: {height: other}}\n";
  drawing.more_inputs = ", level: sea.level";
  CHECK_THAT(drawing.refusal(), Catch::Contains("the unit of the level is 1, but that of the field is m"));
}

TEST_CASE("all land, all sea and flat worlds have colours", "[view.palette]") {
  Drawing drawing{"palette", "field", 2, 1, {10, 20}, "m"};
  CHECK(hex(drawing.picture()[1]) == "#fdfdfc");
  drawing.cells = {-20, -10};
  CHECK(hex(drawing.picture()[0]) == "#285f90");
  drawing.cells = {0, 0};
  CHECK(hex(drawing.picture()[0]) == "#c9ebe0");
  drawing.cells = {7, 7};
  CHECK(hex(drawing.picture()[0]) == "#fdfdfc");
}

TEST_CASE("light and shadow multiply the colours, and flat ground keeps them", "[view.palette]") {
  const auto cone =
      test::made(33, 33, [](double x, double y) { return 16 - std::max(std::abs(x - 16), std::abs(y - 16)); });
  Drawing drawing{"palette", "field", 33, 33, cone};
  drawing.with = "scheme: ramp";
  const auto plain = drawing.picture();
  drawing.more_stages = "  shade: {use: view.hillshade@1, in: {height: z}}\n";
  drawing.more_inputs = ", shade: shade";
  const auto shaded = drawing.picture();
  const auto at = [](int x, int y) { return static_cast<std::size_t>(y * 33 + x); };
  CHECK(shaded[at(8, 16)].green > plain[at(8, 16)].green);    // the west side is lit
  CHECK(shaded[at(24, 16)].green < plain[at(24, 16)].green);  // the east side is not
  CHECK(hex(shaded[at(16, 16)]) == hex(plain[at(16, 16)]));   // the summit is flat
}

TEST_CASE("a palette is the same under every tiling", "[view.palette]") {
  CHECK(
      test::same_under_all_tiles("  shade: {use: view.hillshade@1, in: {height: metres}, with: {water: flat}}\n"
                                 "  view: {use: view.palette@1, in: {field: metres, shade: shade}}\n"));
  CHECK(test::same_under_all_tiles("  view: {use: view.palette@1, in: {field: terrain}, with: {scheme: table}}\n"));
}

TEST_CASE("a palette refuses what is no number", "[view.palette]") {
  Drawing drawing{"palette", "field", 2, 2, {0, 1, 2, std::numeric_limits<float>::infinity()}, "m"};
  CHECK_THAT(drawing.refusal(), Catch::Contains("is infinite at cell (1, 1)"));
}
