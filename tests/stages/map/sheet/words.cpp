// SPDX-License-Identifier: Apache-2.0
// Words of a sheet, in the user's language; and its half contours.
#include <algorithm>

#include "map/sheet/contour_lines.hpp"
#include "map/sheet/sheet_words.hpp"
#include "small_worlds.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::map;

namespace {

std::vector<std::string> said_on(const SheetText& text, const Style& style) {
  Drawn all;
  std::fill(std::begin(all.towns), std::end(all.towns), true);
  all.main_roads = all.roads = all.rivers = all.lakes = all.summits = all.isobaths = all.half_contours = true;
  all.forest = all.desert = all.ice = all.open_land = true;
  all.interval = 50, all.highest = 900, all.deepest = 3000;
  std::vector<std::string> said;
  for (const LegendRow& row : legend_rows(all, text, style)) said.push_back(row.text);
  return said;
}

}  // namespace

TEST_CASE("what a legend says is a table, and what it leaves out is English", "[map.sheet]") {
  for (const StyleName name : {StyleName::topographic, StyleName::atlas}) {
    const Style& style = style_of(name);
    SheetText text;
    const std::vector<std::string> plain = said_on(text, style);
    CHECK(std::count(plain.begin(), plain.end(), "Contours, 50 m; heavy 250 m") == 1);
    CHECK(std::count(plain.begin(), plain.end(), "On plains, 25 m between contours") == 1);

    std::vector<SaidWord> others = english();
    for (SaidWord& word : others) word.text = "\u00dc" + word.text;
    say(others, style, text);
    for (const std::string& said : said_on(text, style)) CHECK(said.substr(0, 2) == "\u00dc");

    text = {};
    say({{Said::lake, "See"}}, style, text);
    const std::vector<std::string> some = said_on(text, style);
    CHECK(std::count(some.begin(), some.end(), "See") == 1);
    CHECK(std::count(some.begin(), some.end(), "Lake") == 0);
    CHECK(std::count(some.begin(), some.end(), "Village") == 1);
    CHECK_THROWS_AS(say({{Said::lake, "\u6e56"}}, style, text), Failure);
  }
}

TEST_CASE("a legend has one size of letters, in which its longest row has room", "[map.sheet]") {
  const Style& style = style_of(StyleName::atlas);
  SheetText text;
  say({{Said::lake, "A lake, a pond, a mere, a tarn or any other water that stands"}}, style, text);
  const auto rows = [&] {
    Drawn drawn;
    drawn.lakes = drawn.rivers = true;
    return legend_rows(drawn, text, style);
  }();
  const Lettering letters = legend_letters(rows, 2000, style);
  for (const LegendRow& row : rows) CHECK(width_of(letters, row.text) <= 2000);
}

TEST_CASE("half contours run over plains that contours leave without a line, and only there", "[map.sheet]") {
  // A plain that rises by 18 m over 75 mm, and mountains behind it.
  const Box frame{0, 0, 10000, 10000};
  const GridPlace place{0, 0, 25, 401, 401};
  Surface surface;
  surface.place = place;
  surface.height = map::Field(place);
  for (std::int64_t j = 0; j < place.rows; ++j) {
    for (std::int64_t i = 0; i < place.columns; ++i) {
      const float x = static_cast<float>(i) * 25;
      surface.height.row(j)[i] = 1 + (x < 7500 ? x * 0.0024f : 18 + (x - 7500) * 0.2f);
    }
  }
  surface.highest = 519;
  const Occupied occupied(frame);
  const Lettering letters{Font::lato, points(5.0), rgb(0x8a5526)};
  const Contours contours = contours_of(surface, 20, frame, letters, occupied, test::one_thread());
  REQUIRE(contours.half.size() == 1);
  for (const Spot& spot : contours.half[0].spots) CHECK(spot.x == Approx(9 / 0.0024).margin(30));
  // In a land of mountains alone, contours do.
  for (float& height : surface.height.values) height *= 20;
  surface.highest *= 20;
  CHECK(contours_of(surface, 20, frame, letters, occupied, test::one_thread()).half.empty());
}
