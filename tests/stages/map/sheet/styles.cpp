// SPDX-License-Identifier: Apache-2.0
// Styles of users: what a file changes, and what is said of one that is wrong.
#include <nlohmann/json.hpp>
#include <string>

#include "map/margin/legend.hpp"
#include "map/style/reading_style.hpp"
#include "support/catch.hpp"
#include "tables/reading.hpp"

using namespace terrawright;
using namespace terrawright::map;

namespace {

const char* table(const std::string& name) { return tables::built_in("map/sheet/tables/" + name + ".json"); }
Style read(const std::string& text, StyleName otherwise = StyleName::topographic) {
  ReadingStyle reading;
  Style style = reading.changed(otherwise, text);
  for (const std::string& problem : reading.problems) FAIL_CHECK(problem);
  return style;
}
std::string problems(const std::string& text, StyleName otherwise = StyleName::topographic) {
  ReadingStyle reading;
  reading.changed(otherwise, text);
  std::string all;
  for (const std::string& problem : reading.problems) all += problem + "\n";
  return all;
}
bool same(Colour a, Colour b) { return a.red == b.red && a.green == b.green && a.blue == b.blue && a.alpha == b.alpha; }

}  // namespace

TEST_CASE("a file changes what it names and leaves the rest", "[map.sheet]") {
  const Style& topographic = style_of(StyleName::topographic);
  const Style own = read(R"({"like": "topographic", "colours": {"river": "#104070", "isobath": "#10407080"},
      "widths": {"coast": 0.5}, "roads": {"main": {"dashes": [1, 0.5]}}, "shading": {"strength": 0.25},
      "types": {"peak": {"font": "garamond_italic", "pt": 7.5, "tracking": 0.1, "halo": 0.5}, "town": {"capitals": true}},
      "halos": {"land": "#ffffff"}})");
  CHECK(same(own.river, rgb(0x104070)));
  CHECK(same(own.isobath, {0x10, 0x40, 0x70, 0x80}));
  CHECK(own.coast_width == 50);
  CHECK(own.main_road.dashes == std::vector<std::int32_t>{100, 50});
  CHECK(own.main_road.width == topographic.main_road.width);
  CHECK(own.shade_strength == 0.25);
  CHECK(own.types.peak.font == Font::garamond_italic);
  CHECK(own.types.peak.pt == 7.5);
  CHECK(own.types.peak.tracking == 100);
  CHECK(own.types.peak.halo == 128);
  CHECK(same(own.types.peak.colour, topographic.types.peak.colour));
  CHECK(own.types.towns[1].capitals);
  CHECK(same(own.types.land_halo, rgb(0xffffff)));
  CHECK(same(own.coast, topographic.coast));
  CHECK(own.depths.size() == topographic.depths.size());
}

TEST_CASE("a file says which style it is like, or the config does", "[map.sheet]") {
  CHECK(read("{}").name == StyleName::topographic);
  CHECK(read("{}", StyleName::antique).name == StyleName::antique);
  CHECK(read(R"({"like": "atlas"})", StyleName::antique).name == StyleName::atlas);
}

TEST_CASE("a table of the program, given as a user's file, is that style whatever it is like", "[map.sheet]") {
  // But for what no table says: which signs are drawn.
  const char* const names[] = {"topographic", "atlas"};
  for (int n = 0; n < 2; ++n) {
    const Style& style = style_of(static_cast<StyleName>(n));
    const Style own = read(table(names[n]), static_cast<StyleName>(1 - n));
    CHECK(same(own.river, style.river));
    CHECK(own.heights.size() == style.heights.size());
    CHECK(own.heights_are_shares == style.heights_are_shares);
    CHECK(own.types.sea.widest == style.types.sea.widest);
    CHECK(own.road.dashes == style.road.dashes);
  }
}

TEST_CASE("the program's tables have every key, and a table that lacks one is found out", "[map.sheet]") {
  const auto whole = [](const nlohmann::json& json) {
    ReadingStyle reading;
    reading.whole(StyleName::atlas, json.dump());
    return reading.problems;
  };
  for (const char* name : {"topographic", "atlas", "antique"}) {
    const nlohmann::json json = nlohmann::json::parse(table(name));
    CHECK(whole(json).empty());
    for (const auto& group : json.items()) {
      if (!group.value().is_object()) continue;
      for (const auto& item : group.value().items()) {
        nlohmann::json less = json;
        less[group.key()].erase(item.key());
        CHECK(whole(less).size() >= 1);
      }
    }
  }
}

TEST_CASE("what is wrong with a style is said", "[map.sheet]") {
  CHECK(problems("[]").find("it is no style, {\"like\"") == 0);
  CHECK(problems("{\"colours\": ").find("it is no JSON: parse error at line 1, column 13") == 0);
  CHECK(problems(R"({"like": "topografic"})") ==
        "like: \"topografic\" is no style of the program; there are topographic, atlas, antique\n");
  CHECK(problems(R"({"colors": {}})").find("colors: there is no such key; did you mean 'colours'? There are ") == 0);
  CHECK(problems(R"({"colours": {"rivers": "#123456"}})")
            .find("colours.rivers: there is no such key; did you mean 'river'?") == 0);
  CHECK(problems(R"({"colours": {"river": "blue"}})") ==
        "colours.river: \"blue\" is no colour, #rrggbb or #rrggbbaa\n");
  CHECK(problems(R"({"colours": {"paper": "#12345"}})") == "colours.paper: \"#12345\" is no colour, #rrggbb\n");
  CHECK(problems(R"({"colours": {"river": 5, "ink": "#00000080"}})") ==
        "colours.ink: #00000080 is clear, and this colour is opaque: #000000\n"
        "colours.river: 5 is no colour, #rrggbb or #rrggbbaa\n");
  CHECK(problems(R"({"widths": {"coast": 9}})") == "widths.coast: 9 is no number from 0.02 to 5, mm\n");
  CHECK(problems(R"({"widths": {"coast": "0.2 mm"}})") == "widths.coast: \"0.2 mm\" is no number from 0.02 to 5, mm\n");
  CHECK(problems(R"({"widths": 3})").find("widths: it is an object of keys and values; there are coast") == 0);
  CHECK(problems(R"({"contours": "yes"})") == "contours: \"yes\" is neither true nor false\n");
  CHECK(problems(R"({"roads": {"main": {"dashes": [1]}}})").find("roads.main.dashes: it is a list of what is drawn") ==
        0);
  CHECK(problems(R"({"types": {"river": {"font": "lato_bald"}}})")
            .find("types.river.font: \"lato_bald\" is no font of the program; did you mean 'lato_bold'?") == 0);
  CHECK(problems(R"({"types": {"river": {"pt": 300}}})") ==
        "types.river.pt: 300 is no number from 3 to 100, the size in points\n");
  CHECK(problems(R"({"contours": true, "contours": false})") == "contours: the key stands twice in one object\n");
}

TEST_CASE("what is wrong with steps is said", "[map.sheet]") {
  const auto heights = [](const std::string& list) {
    return problems(R"({"like": "atlas", "tints": {"heights": )" + list + "}}");
  };
  CHECK(heights("[]").find("tints.heights: it is a list of steps") == 0);
  CHECK(heights("3").find("tints.heights: it is a list of steps") == 0);
  CHECK(heights(R"([[0, "#8fb894"], [50]])") == "tints.heights[1]: [50] is no step, [200, \"#f5efe4\"]\n");
  CHECK(heights(R"([[10, "#8fb894"]])") == "tints.heights[0]: the first step begins at 0, and this at 10\n");
  CHECK(heights(R"([[0, "#8fb894"], [50, "#cfdfad"], [50, "#f3efc6"]])") ==
        "tints.heights[2]: 50 does not come after the step before it; steps go from 0 on\n");
  CHECK(heights(R"([[0, "#8fb894"], [50, "#cfdf"]])") == "tints.heights[1]: \"#cfdf\" is no colour, #rrggbb\n");
  CHECK(heights(R"([[0, "#8fb894"], [90000, "#cfdfad"]])") == "tints.heights[1]: 90000 is not within 0 to 20000\n");
  CHECK(problems(R"({"like": "atlas", "tints": {"heights_in": "shares"}})")
            .find("tints.heights_in: shares go up to 1, and the heights of this style are metres") == 0);
  CHECK(problems(R"({"tints": {"heights_in": "feet"}})")
            .find("tints.heights_in: \"feet\" is neither \"metres\" nor \"shares\"") == 0);
  // Forty steps are read, and one too many is not.
  std::string list = "[[0, \"#000000\"]", more;
  for (int n = 1; n < 40; ++n) list += ", [" + std::to_string(n) + (n % 2 ? ", \"#ffffff\"]" : ", \"#000000\"]");
  CHECK(heights(list + "]").find("it is a list") == std::string::npos);
  CHECK(heights(list + ", [40, \"#ffffff\"]]").find("it is a list") != std::string::npos);
}

TEST_CASE("colours that somebody cannot tell apart are refused", "[map.sheet]") {
  CHECK(problems(R"({"colours": {"river": "#d0dcbc"}})").find("colours.river: rivers #d0dcbc on ") == 0);
  CHECK(problems(R"({"like": "atlas", "tints": {"heights": [[0, "#8f9e57"], [200, "#c89658"]]}})")
            .find("tints.heights[1]: #c89658 after #8f9e57 of tints.heights[0]: they are ") == 0);
}

TEST_CASE("any text is refused or read as a style, and never more", "[map.sheet]") {
  const std::string whole = table("atlas");
  for (std::size_t cut = 0; cut + 2 < whole.size(); cut += 11) CHECK(problems(whole.substr(0, cut)) != "");
  // Every value made another: nothing ends the program, and nothing is read that the sheet could not draw.
  const nlohmann::json json = nlohmann::json::parse(whole);
  const nlohmann::json flat = json.flatten();
  for (const auto& value : flat.items()) {
    for (const nlohmann::json& odd : {nlohmann::json(), nlohmann::json(-1e300), nlohmann::json("#"),
                                      nlohmann::json(true), nlohmann::json::array(), nlohmann::json({{"a", 1}})}) {
      nlohmann::json changed = json;
      changed[nlohmann::json::json_pointer(value.key())] = odd;
      ReadingStyle reading;
      const Style style = reading.changed(StyleName::atlas, changed.dump());
      CHECK((!reading.problems.empty() || (style.heights.size() >= 1 && style.coast_width > 0)));
    }
  }
  std::string many = "{";
  for (int n = 0; n < 100; ++n) many += (n ? ",\"" : "\"") + std::string(200, 'k') + std::to_string(n) + "\": 1";
  ReadingStyle reading;
  reading.changed(StyleName::atlas, many + "}");
  CHECK(reading.problems.size() == 20);
  CHECK(reading.problems[0].size() < 400);
}

TEST_CASE("a legend has metres, also of heights that are shares", "[map.sheet]") {
  Drawn drawn;
  drawn.highest = 1990;
  const TintBar bar = height_bar(drawn, {}, style_of(StyleName::topographic));
  REQUIRE(bar.steps.size() == 5);  // the last step is the summit alone
  CHECK(bar.steps[0].from == 0);
  CHECK(bar.steps[1].from == 119);  // 0.06 of it
  CHECK(height_bar(drawn, {}, style_of(StyleName::atlas)).steps[2].from == 100);
}
