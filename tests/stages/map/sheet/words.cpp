// SPDX-License-Identifier: Apache-2.0
// Words of a sheet, in the user's language; and its half contours.
#include <algorithm>

#include "map/margin/legend.hpp"
#include "map/sheet/field.hpp"
#include "small_worlds.hpp"
#include "support/catch.hpp"
#include "terrawright/display_list_view.hpp"

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

// Texts of a list by the number of their font.
struct Texts : IdlePainter {
  explicit Texts(std::vector<std::pair<std::string, std::int32_t>>& to) : all(to) {}
  void text(const Word& word) { all.emplace_back(word.text, word.font); }
  std::vector<std::pair<std::string, std::int32_t>>& all;
};

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
  const GridGeometry place{0, 0, 25, 401, 401};
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
  // A land of mountains alone needs no half contours.
  for (float& height : surface.height.values) height *= 20;
  surface.highest *= 20;
  CHECK(contours_of(surface, 20, frame, letters, occupied, test::one_thread()).half.empty());
}

TEST_CASE("a name that the sheet's fonts cannot write is in the font that it brings, whole", "[map.sheet]") {
  const test::Hills hills{60, 60, std::vector<float>(3600, 100)};
  SheetContent content = test::content_of(hills, test::paper_for(StyleName::topographic));
  for (const char* name : {"\u1efaandaf", "Arlen"}) {
    PointFeature place;
    place.at = content.layout.spot(20.0 + 20.0 * static_cast<double>(content.tables.places.size()), 30);
    place.name = name, place.rank = 4;
    content.tables.places.push_back(place);
  }
  Style style = style_of(StyleName::topographic);
  const SheetWishes wishes{&style, 40, {"\u1efaan", "t"}};
  CHECK_THROWS_AS(drawn_sheet(content, wishes, test::one_thread()), Failure);
  style.fonts = lettering::Fonts(lettering::file(Font::garamond));
  const auto bytes = test::bytes_of(drawn_sheet(content, wishes, test::one_thread()).list);
  const DisplayListView list(bytes.data(), bytes.size());
  CHECK(list.font() == lettering::file(Font::garamond));
  std::vector<std::pair<std::string, std::int32_t>> texts;
  list.each(Texts{texts});
  const auto font_of = [&](const std::string& text) {
    const auto found = std::find_if(texts.begin(), texts.end(), [&](const auto& one) { return one.first == text; });
    return found == texts.end() ? -1 : found->second;
  };
  CHECK(font_of("\u1efaandaf") == own_font);
  CHECK(font_of("\u1efaAN") == own_font);  // in capitals
  CHECK(font_of("Arlen") < lettering::font_count);
  CHECK(font_of("Arlen") >= 0);
}

TEST_CASE("capitals of Greek and Cyrillic, as of Latin", "[map.sheet]") {
  CHECK(in_capitals("\u03bd\u03ae\u03c3\u03bf\u03c2 \u03a9\u03ca") == "\u039d\u0397\u03a3\u039f\u03a3 \u03a9\u03aa");
  CHECK(in_capitals("\u043e\u0441\u0442\u0440\u0456\u0432 \u0491 \u0404\u0451") ==
        "\u041e\u0421\u0422\u0420\u0406\u0412 \u0490 \u0404\u0401");
  CHECK(in_capitals("\u0434\u0435\u0440\u0435\u0432\u043d\u044f \u10d0\u65e5") ==
        "\u0414\u0415\u0420\u0415\u0412\u041d\u042f \u10d0\u65e5");
}
