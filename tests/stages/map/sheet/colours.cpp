// SPDX-License-Identifier: Apache-2.0
// Colours as those see them who lack a kind of cones, and the rule that styles hold.
#include <algorithm>
#include <string>
#include <vector>

#include "map/style/style_keys.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::map;

namespace {

double least_of(const std::vector<TintStep>& steps, Sight sight) {
  double least = 1e9;
  for (std::size_t n = 1; n < steps.size(); ++n)
    least = std::min(least, distance(steps[n - 1].colour, steps[n].colour, sight));
  return least;
}
bool near_to(double value, double wanted, double by) { return value > wanted - by && value < wanted + by; }

std::string problem_of(const Style& style) {
  const std::vector<std::string> problems = unreadable(style);
  for (const std::string& problem : problems) UNSCOPED_INFO(problem);
  CHECK(problems.size() == 1);
  return problems.empty() ? "" : problems[0];
}

}  // namespace

TEST_CASE("distances are those of CIE L*a*b*", "[map.sheet]") {
  const Colour black = rgb(0), white = rgb(0xffffff), grey = rgb(0x777777);
  for (const Sight sight : sights) {
    INFO(name_of(sight));
    CHECK(near_to(distance(black, white, sight), 100, 0.01));  // greys are grey to everybody
    CHECK(near_to(distance(black, grey, sight), 50.03, 0.05));
    CHECK(distance(grey, grey, sight) == 0);
    CHECK(distance(black, grey, sight) == distance(grey, black, sight));
  }
  // Red and green of the screen: L*a*b* (53.24, 80.09, 67.20) and (87.73, -86.18, 83.18).
  CHECK(near_to(distance(rgb(0xff0000), rgb(0x00ff00), Sight::normal), 170.57, 0.02));
}

TEST_CASE("those without red or green cones take some greens for reds, others do not", "[map.sheet]") {
  const Colour red = rgb(0xb06040), green = rgb(0x768a3c);
  CHECK(distance(red, green, Sight::normal) > 40);
  CHECK(distance(red, green, Sight::tritan) > 30);
  CHECK(distance(red, green, Sight::protan) < 20);
  CHECK(distance(red, green, Sight::deutan) < 5);
}

TEST_CASE("the tables have the distances that their design measured", "[map.sheet]") {
  const Style& atlas = style_of(StyleName::atlas);
  const Sight three[] = {Sight::normal, Sight::protan, Sight::deutan};
  const double heights[] = {9.5, 7.7, 7.9}, depths[] = {4.0, 3.4, 4.0};
  for (int n = 0; n < 3; ++n) {
    CHECK(near_to(least_of(atlas.heights, three[n]), heights[n], 0.06));
    CHECK(near_to(least_of(atlas.depths, three[n]), depths[n], 0.06));
  }
  const Style& topographic = style_of(StyleName::topographic);
  const Colour forest = {196, 216, 169, 255};  // of #f5efe4 under the filter
  const double river[] = {72, 69, 73}, contour[] = {51, 42, 39}, road[] = {42, 36, 38};
  for (int n = 0; n < 3; ++n) {
    CHECK(near_to(distance(topographic.river, forest, three[n]), river[n], 1.5));
    CHECK(near_to(distance(topographic.contour, forest, three[n]), contour[n], 1.5));
    CHECK(distance(topographic.main_road.casing, forest, three[n]) > road[n] - 1.5);
  }
}

TEST_CASE("all can read the styles of the program", "[map.sheet]") {
  for (const StyleName name : {StyleName::topographic, StyleName::atlas, StyleName::antique}) {
    for (const std::string& problem : unreadable(style_of(name))) FAIL_CHECK(static_cast<int>(name) << " " << problem);
  }
}

TEST_CASE("each pair that somebody cannot tell apart is said, with the sight and the distance", "[map.sheet]") {
  const Style& topographic = style_of(StyleName::topographic);
  const Style& atlas = style_of(StyleName::atlas);

  Style steps = atlas;
  steps.heights[3].colour = rgb(0xd2e0b0);
  CHECK(problem_of(steps).find("tints.heights[3]: #d2e0b0 after #cfdfad of tints.heights[2]: they are 0.") == 0);
  steps.contours = true;  // contours part them
  CHECK(unreadable(steps).empty());
  steps.contour = {0x8a, 0x55, 0x26, 20};  // unless nobody sees the contours
  CHECK(unreadable(steps).size() >= 1);

  // Told apart by a green that one kind of eyes takes for the red beside it.
  Style confused = atlas;
  confused.heights = {{0, rgb(0x8f9e57)}, {200, rgb(0xc89658)}};
  CHECK(distance(confused.heights[0].colour, confused.heights[1].colour, Sight::normal) > 15);
  CHECK(problem_of(confused).find("(protan)") != std::string::npos);

  Style sea = topographic;
  sea.depths[0].colour = rgb(0xd8e6c0);
  CHECK(unreadable(sea).empty());  // the coast's line parts them
  sea.coast.alpha = 0;
  CHECK(problem_of(sea).find("tints.depths[0]: the sea #d8e6c0 beside the lowland") == 0);

  Style forest = topographic;
  forest.forest = rgb(0xf0f4ea);
  CHECK(problem_of(forest).find("colours.forest_filter: forest ") == 0);
  forest.forest = rgb(0xffffff);
  CHECK(unreadable(forest).empty());  // shown nowhere

  Style river = topographic;
  river.river = rgb(0xc8d8b0);
  CHECK(problem_of(river).find("colours.river: rivers #c8d8b0 on forest ") == 0);
  Style clear = topographic;
  clear.river.alpha = 30;
  CHECK(problem_of(clear).find("colours.river") == 0);

  Style road = topographic;
  road.main_road.colour = road.main_road.casing = rgb(0xdce5c4);
  CHECK(problem_of(road).find("roads.main.colour: main roads") == 0);
  road.main_road.casing = rgb(0x403020);
  CHECK(unreadable(road).empty());  // its casing is seen
}

TEST_CASE("an antique map has no isobaths to part its depths", "[map.sheet]") {
  Style antique = style_of(StyleName::antique);
  antique.depths.push_back({100, rgb(0xc5cba7)});
  CHECK(problem_of(antique).find("tints.depths[1]") == 0);
  Style atlas = style_of(StyleName::atlas);
  CHECK(unreadable(atlas).empty());
  atlas.isobath = rgb(0xd2e8f3);
  CHECK(unreadable(atlas).size() >= 2);
}

TEST_CASE("names are read on whatever they stand on", "[map.sheet]") {
  Style atlas = style_of(StyleName::atlas);
  atlas.types.sea.colour = rgb(0x6a9cc4);
  CHECK(problem_of(atlas).find("types.sea.colour: letters #6a9cc4 on the sea #") == 0);
  atlas = style_of(StyleName::atlas);
  atlas.ink = rgb(0x7aa8cc);
  CHECK(problem_of(atlas).find("colours.ink: letters #7aa8cc on the sea #") == 0);
  Style topographic = style_of(StyleName::topographic);
  topographic.paper = rgb(0x101010);
  CHECK(problem_of(topographic).find("colours.ink: letters #1d1d1d on #101010 of colours.paper") == 0);
  atlas = style_of(StyleName::atlas);
  atlas.types.river.colour = rgb(0xe8d8b0);
  CHECK(problem_of(atlas).find("types.river.colour: letters #e8d8b0 on open land under its halo #") == 0);
  atlas.types.river.halo = 255;
  atlas.types.land_halo = rgb(0x202020);  // in a dark halo light letters are read, and dark ones are not
  const auto problems = unreadable(atlas);
  CHECK(problems.size() > 5);
  for (const std::string& problem : problems) CHECK(problem.find("types.river") == std::string::npos);
}
