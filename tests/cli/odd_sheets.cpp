// SPDX-License-Identifier: Apache-2.0
// Printed maps of worlds, tables and words at the edge of sense: which give a sheet, and which an error, of what exit
// code, at which place of the config.
#include "cli/odd_sheets.hpp"

#include <filesystem>
#include <vector>

#include "support/length.hpp"

using namespace terrawright::test;
using Catch::Contains;

namespace {

constexpr const char* styles[] = {"topographic", "atlas", "antique"};

// At length every style is tried with every content, else each content with one.
bool is_tried(const std::string& style, std::size_t content) {
  return at_length() || style == styles[content % std::size(styles)];
}

// The sheet as an SVG that its reader reads.
std::string svg_of(OddSheet sheet) {
  const TemporaryFolder folder;
  const Ran ran = drawn(sheet, folder);
  INFO(sheet.yaml() << ran.err);
  REQUIRE(ran.exit == 0);
  const Ran read_back = shell("xmllint --noout " + (folder / "o/s.svg"));
  INFO(read_back.err);
  CHECK(read_back.exit == 0);
  return read(folder / "o/s.svg");
}

// Checks the message, and that no file is left.
void refused(const OddSheet& sheet, int exit, const std::string& position, const std::string& said) {
  const TemporaryFolder folder;
  const Ran ran = drawn(sheet, folder);
  INFO(sheet.yaml() << ran.err);
  CHECK(ran.exit == exit);
  CHECK_THAT(ran.err, Contains("t.yaml:" + position) && Contains(said));
  CHECK_FALSE(std::filesystem::exists(folder / "o/s.svg"));
  if (exit == 2) CHECK(drawn(sheet, folder, "validate").exit == 2);
}

}  // namespace

TEST_CASE("worlds of every odd shape give a sheet", "[sheets][length]") {
  const char* style = GENERATE(from_range(std::begin(styles), std::end(styles)));
  OddSheet sheet{style};
  const auto world = [&](const std::string& facts, const char* form) {
    sheet.world = facts;
    sheet.land = std::string("form: ") + form;
    return svg_of(sheet);
  };
  const char* const forms[] = {"sea", "land", "even"};
  const char* const sizes[] = {"size: [1, 1], cell: 1 km", "size: [2, 2], cell: 1 km", "size: [65, 65], cell: 1 km"};
  for (std::size_t form = 0; form < 3; ++form)
    for (std::size_t size = 0; size < 3; ++size)
      if (is_tried(style, form + size)) world(sizes[size], forms[form]);
  world("size: [65, 65], cell: 1 cm", "hill");
  world("size: [65, 65], cell: 1000 km", "hill");
  world("size: [3, 100], cell: 1 km", "land");
  for (const char* latitude : {"89", "-89"})
    world(std::string("size: [65, 65], cell: 10 km, latitude: ") + latitude + " deg", "hill");
  const std::string east = world("size: [65, 65], cell: 10 km, latitude: 40 deg, longitude: 179 deg", "hill");
  // Beyond the antimeridian it is west.
  CHECK_THAT(east, Contains("aria-label=\"180\u00b0\"") && Contains("\u00b0 W\"") && !Contains("\"181\u00b0") &&
                       !Contains("\"182\u00b0"));
}

TEST_CASE("a world without a slope has no contours, and one without a sea keeps its scale", "[sheets]") {
  OddSheet sheet{"topographic"};
  sheet.land = "form: even";
  CHECK_THAT(svg_of(sheet), !Contains("Contour"));
  sheet.land = "form: sea";
  CHECK_THAT(svg_of(sheet), !Contains("Contour"));
  sheet.land = "form: land";
  CHECK_THAT(svg_of(sheet), Contains("Contour interval"));
  sheet.with = ", title: Stureland";
  sheet.style = "atlas";
  CHECK_THAT(svg_of(sheet), Contains("\"Stureland\"") && Contains("\"Height in metres\""));
  sheet.style = "antique";
  CHECK_THAT(svg_of(sheet), Contains("\"Stureland\"") && Contains("\"Leagues\""));
}

TEST_CASE("worlds that no paper can show are refused", "[sheets]") {
  OddSheet sheet{GENERATE(from_range(std::begin(styles), std::end(styles)))};
  sheet.world = "size: [1, 1000], cell: 1 km";
  refused(sheet, 1, "6:", "a world of 1 x 1000 cells is too narrow for a sheet");
  sheet.world = "size: [2, 2], cell: 1 mm";
  sheet.land = "form: land";
  refused(sheet, 1, "6:", "all of the world is 2 x 2 mm in nature");
  sheet.world = "size: [65, 65], cell: 1 km, wrap: x";
  refused(sheet, 2, "6:", "the world wraps, and a sheet has edges");
  sheet.world = OddSheet().world;
  const std::pair<const char*, const char*> forms[] = {{"nan", "a height is NaN at cell (2, 1)"},
                                                       {"infinite", "a height is infinite at cell (2, 1)"},
                                                       {"high", "a height is more than a million kilometres"}};
  for (const auto& [form, said] : forms) {
    sheet.land = std::string("form: ") + form;
    refused(sheet, 1, "6:", said);
  }
  sheet.in = ", lake_depth: land.depth, lake_level: land.level";
  sheet.land = "form: no_depth";
  refused(sheet, 1, "6:", "the depth of a lake is NaN at cell (1, 1)");
  sheet.land = "form: no_level";
  refused(sheet, 1, "6:", "a lake has no level that is a height at cell (1, 1)");
}

TEST_CASE("twenty thousand lakes give a sheet", "[sheets]") {
  OddSheet sheet{GENERATE(from_range(std::begin(styles), std::end(styles)))};
  sheet.world = "size: [430, 430], cell: 1 km";
  sheet.land = "form: lakes";
  sheet.in = ", lake_depth: land.depth, lake_level: land.level";
  svg_of(sheet);
}

TEST_CASE("tables of any content give a sheet", "[sheets][length]") {
  OddSheet sheet{GENERATE(from_range(std::begin(styles), std::end(styles)))};
  const char* const contents[] = {"count: 0",       "columns: none",  "columns: wrong", "columns: nan",
                                  "columns: huge",  "columns: least", "columns: loops", "where: far",
                                  "where: outside", "where: empty",   "where: one",     "name: \"  \""};
  for (std::size_t n = 0; n < std::size(contents); ++n) {
    if (!is_tried(sheet.style, n)) continue;
    sheet.features = contents[n];
    svg_of(sheet);
  }
}

TEST_CASE("each table may be left out, alone or with all others", "[sheets][length]") {
  OddSheet sheet{GENERATE(from_range(std::begin(styles), std::end(styles)))};
  sheet.features = "count: 3";
  const std::string all = svg_of(sheet);
  std::vector<std::string> ports(std::begin(table_of_points), std::end(table_of_points));
  ports.insert(ports.end(), std::begin(table_of_lines), std::end(table_of_lines));
  for (std::size_t n = 0; n < ports.size(); ++n) {
    const std::string& port = ports[n];
    if (port != "places" && !is_tried(sheet.style, n)) continue;
    sheet.left_out = port;
    CAPTURE(port);
    const std::string without = svg_of(sheet);
    if (port == "places") CHECK(without != all);
  }
  sheet.features = "";
  for (const char* in : {", lake_depth: land.depth", ", lake_level: land.level", ""}) {
    sheet.in = in;
    svg_of(sheet);
  }
}

TEST_CASE("a hundred thousand places give a sheet", "[sheets]") {
  OddSheet sheet;
  sheet.in = ", places: f.points";
  sheet.land = "form: hill}}\n  f: {use: odd.features@1, with: {count: 100000";
  svg_of(sheet);
}

TEST_CASE("an input of another kind is refused where it stands", "[sheets]") {
  OddSheet sheet;
  sheet.land = "form: hill}}\n  f: {use: odd.features@1, with: {count: 1";
  for (const char* in : {", places: f.lines", ", places: f.plain", ", roads: f.points", ", courses: land",
                         ", lake_depth: f.points", ", biome: land.land", ", nothing: land"}) {
    sheet.in = in;
    refused(sheet, 2, "7:", "error:");
  }
}

TEST_CASE("words that a font cannot write are refused with the letter and its number", "[sheets]") {
  OddSheet sheet{GENERATE(from_range(std::begin(styles), std::end(styles)))};
  sheet.in = ", places: f.points";
  const auto name = [&](const std::string& features) {
    sheet.land = "form: hill}}\n  f: {use: odd.features@1, with: {count: 1, " + features;
  };
  const std::pair<const char*, const char*> names[] = {{"name: \"\u05e9\u05dc\u05d5\u05dd\"", "(U+05E9)"},
                                                       {"name: \"Fo\\nk\"", "(U+000A)"},
                                                       {"name: \"Fo\\rk\"", "(U+000D)"},
                                                       {"name: \"Fok\U0001f5fa\"", "(U+1F5FA)"},
                                                       {"columns: control", "(U+001B)"}};
  for (const auto& [features, said] : names) {
    name(features);
    refused(sheet, 1, "7:", said);
  }
  name("columns: bytes");
  refused(sheet, 1, "6:", "has a text that is not UTF-8");  // whoever makes it is wrong
  // Before anything runs.
  sheet = OddSheet{sheet.style};
  for (const char* title : {"\"Fo\\rk\"", "\"Fo\\nk\"", "\u05e9"}) {
    sheet.with = std::string(", title: ") + title;
    refused(sheet, 2, "6:", "which the title");
  }
  sheet.with = ", title: " + std::string(300, 'o');
  refused(sheet, 2, "6:", "this title has 300 letters");
  sheet.with = ", imprint: \u05e9";
  refused(sheet, 2, "6:", "which the imprint");
}

TEST_CASE("features that have names are not named once more", "[sheets]") {
  OddSheet sheet;
  sheet.land = "form: hill}}\n  f: {use: odd.features@1}\n  named: {use: feature.names@1, in: {features: f.points";
  sheet.in = ", places: named";
  const std::string all = sheet.yaml();
  CAPTURE(all);
  refused(sheet, 1, "7:", "these features have names already");
}

TEST_CASE("words with marks of XML, combining marks and forty letters are on the sheet as they are", "[sheets]") {
  OddSheet sheet{GENERATE(from_range(std::begin(styles), std::end(styles)))};
  sheet.in = ", places: f.points";
  for (const char* name : {"<&>'", "Fo\u0301kq\u0323", "\u041c\u043e\u0441\u043a\u0432\u0430",
                           "abcdefghijklmnopqrstuvwxyzabcdefghijklmn"}) {
    sheet.land = std::string("form: hill}}\n  f: {use: odd.features@1, with: {count: 2, name: \"") + name + "\"";
    sheet.with = std::string(", title: \"") + name + "\"";
    const std::string svg = svg_of(sheet);
    const std::string shown = name[0] == '<' ? "&lt;&amp;&gt;'" : name;
    CHECK_THAT(svg, Contains("aria-label=\"" + shown + " 1\""));
    CHECK_THAT(svg, Contains("<title>" + shown + "</title>"));
  }
}

TEST_CASE("papers, scales and pixels that fit nothing are refused before anything runs, or with the cause",
          "[sheets]") {
  OddSheet sheet{GENERATE(from_range(std::begin(styles), std::end(styles)))};
  const auto with = [&](const char* parameters) {
    sheet.paper = parameters;
    return sheet;
  };
  for (const char* size : {"size: [0 mm, 0 mm]", "size: [1 mm, 1 mm]", "size: [1e9 mm, 1e9 mm]"})
    refused(with(size), 2, "6:", "the sides of a paper are 50 to 2000 mm");
  refused(with("size: [1 mm]"), 2, "6:", "a width and a height");
  refused(with("size: [2000 mm, 2000 mm], ground: 0.05 mm"), 2, "6:", "more than 500 million");
  refused(with("scale: 0"), 2, "6:", "allows 1 to");
  refused(with("scale: 1"), 1, "6:", "a larger number, a larger paper or `auto` shows all of it");
  refused(with("scale: 1e12"), 1, "6:", "a smaller number or `auto` makes a map of it");
  sheet.style = "topographic";
  refused(with("size: [60 mm, 60 mm]"), 2, "6:", "the paper is too small");
}
