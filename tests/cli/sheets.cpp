// SPDX-License-Identifier: Apache-2.0
// Printed maps as a person makes them: a world of configs/, its maps in three styles and three formats.
#include <filesystem>
#include <set>
#include <sstream>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
using Catch::Contains;

namespace {

constexpr const char* styles[] = {"topographic", "atlas", "antique"};

// configs/island_map.yaml on fewer cells and on smaller paper.
class SmallMaps {
 public:
  SmallMaps() {
    std::string parts = read(TERRAWRIGHT_ROOT "/configs/parts/maps.yaml");
    for (const char* style : styles)
      replace(parts, std::string("{style: ") + style, "{paper: A5, style: " + std::string(style));
    std::filesystem::create_directory(folder_ / "parts");
    write(folder_ / "parts/maps.yaml", parts);
    std::string world = read(TERRAWRIGHT_ROOT "/configs/island_map.yaml");
    replace(world, "extends: island.yaml", "extends: island\nworld: {size: [129, 129], cell: 2 km}");
    world.resize(world.find("outputs:"));
    world += "outputs:\n";
    for (const std::string style : styles) {
      world += "  - {file: " + style + ".svg, sheet: maps." + style + "}\n  - {file: " + style + ".pdf, sheet: maps." +
               style + "}\n  - {file: " + style + ".png, sheet: maps." + style + ", dpi: 100}\n";
    }
    for (const std::string table : {"peaks", "rivers", "places", "placed"})
      world += "  - {file: " + table + ".csv, layers: {" + table + ": maps." + table + "}}\n";
    write(folder_ / "map.yaml", world);
  }
  Ran build(const std::string& into, const std::string& more = "") const {
    return run("build " + (folder_ / "map.yaml") + " --out " + (folder_ / into) + " --cache off --quiet " + more);
  }
  std::string path(const std::string& file) const { return folder_ / file; }

 private:
  static void replace(std::string& text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
  }
  TemporaryFolder folder_;
};

std::string without_spaces(const std::string& text) {
  std::string to;
  for (const char c : text) {
    if (c != ' ' && c != '\n' && c != '\f') to += c;
  }
  return to;
}

// The words of an SVG, which has each as a label of its letters' outlines.
std::vector<std::string> words_of(const std::string& svg) {
  static const std::string label = "aria-label=\"";
  std::vector<std::string> words;
  for (std::size_t at = svg.find(label); at != std::string::npos; at = svg.find(label, at + 1))
    words.push_back(svg.substr(at + label.size(), svg.find('"', at + label.size()) - at - label.size()));
  return words;
}

// A column of a table without quoted cells.
std::vector<std::string> column_of(const std::string& csv, const std::string& name) {
  std::istringstream lines(csv);
  std::vector<std::string> values;
  std::size_t wanted = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line.substr(0, line.find('\r')));
    std::size_t n = 0;
    const bool is_head = values.empty();
    for (std::string cell; std::getline(cells, cell, ','); ++n) {
      if (is_head && cell == name) wanted = n, values.push_back(cell);
      if (!is_head && n == wanted) values.push_back(cell);
    }
    REQUIRE_FALSE(values.empty());
  }
  values.erase(values.begin());
  return values;
}

}  // namespace

TEST_CASE("a world's maps in three styles as SVG, PDF and PNG", "[sheets]") {
  const SmallMaps maps;
  const Ran ran = maps.build("o", "--threads 2");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const std::string placed = read(maps.path("o/placed.csv"));
  const auto kinds = column_of(placed, "kind"), counts = column_of(placed, "placed");
  for (const std::string style : styles) {
    CAPTURE(style);
    const std::string file = maps.path("o/" + style);
    CHECK(shell("xmllint --noout " + file + ".svg").exit == 0);
    const auto words = words_of(read(file + ".svg"));
    const std::set<std::string> on_sheet(words.begin(), words.end());
    CHECK(words.size() > 60);
    // All words of the sheet are in the PDF. Some that are bent or kerned come apart for a reader, so spaces do not
    // count.
    const std::string text = without_spaces(shell("pdftotext -raw " + file + ".pdf -").out);
    for (const std::string& word : words) {
      CAPTURE(word);
      if (word.find('&') == std::string::npos) CHECK(text.find(without_spaces(word)) != std::string::npos);
    }
    const std::string fonts = shell("pdffonts " + file + ".pdf").out;
    std::istringstream lines(fonts);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      CAPTURE(line);
      if (count >= 2) CHECK_THAT(line, Contains("+") && Contains("yes yes yes"));  // a subset, embedded, with Unicode
    }
    CHECK(count >= 4);
    CHECK_THAT(shell("pdfinfo " + file + ".pdf").out, Contains("Pages:           1\n"));
    if (style == "antique") continue;  // its paper ends round the map, and its words are other ones
    // A5 at 100 dots an inch, whichever way it lies.
    const std::string size = shell("file " + file + ".png").out;
    CAPTURE(size);
    CHECK((size.find("827 x 583") != std::string::npos || size.find("583 x 827") != std::string::npos));
    // As many names of each table as the sheet says have a place.
    if (style != "topographic") continue;
    const std::pair<const char*, const char*> tables[] = {{"places", "town"}, {"peaks", "peak"}, {"rivers", "river"}};
    for (const auto& [table, kind] : tables) {
      const auto names = column_of(read(maps.path(std::string("o/") + table + ".csv")), "name");
      const auto at = static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
      REQUIRE(at < kinds.size());
      // A chief town is in capitals.
      const auto found =
          std::count_if(names.begin(), names.end(), [&](const std::string& name) { return on_sheet.count(name) != 0; });
      CAPTURE(table, counts[at], found);
      CHECK(found + (kind == std::string("town") ? 1 : 0) >= std::stoi(counts[at]));
      CHECK(std::stoi(counts[at]) > 0);
    }
  }
}

TEST_CASE("maps are the same bytes whatever the threads and tiles", "[sheets]") {
  const SmallMaps maps;
  REQUIRE(maps.build("a", "--threads 2").exit == 0);
  REQUIRE(maps.build("b", "--threads 1 --tile 64").exit == 0);
  const std::string differing = shell("diff -rq " + maps.path("a") + " " + maps.path("b")).out;
  CHECK(differing.empty());
}

TEST_CASE("a map is the same whichever way its output is written", "[sheets]") {
  const TemporaryFolder folder;
  std::string world = read(TERRAWRIGHT_ROOT "/packs/atlas/stages/map/sheet/sheet.yaml");
  world.resize(world.find("outputs:"));
  world += R"(outputs:
  - {file: a.svg, sheet: sheet, text: letters}
  - {write: print.svg@1, file: b.svg, in: {sheet: sheet}, with: {text: letters}}
  - {file: c.svg, layers: {sheet: sheet}, text: letters}
  - {file: a.PDF, sheet: sheet}
  - {write: print.pdf@1, file: b.map, in: {drawing: sheet}}
  - {file: a.png, sheet: sheet, dpi: 100}
  - {write: print.png@1, file: b.png, in: {sheet: sheet}, with: {dpi: 100}}
)";
  write(folder / "t.yaml", world);
  const Ran ran = run("build " + (folder / "t.yaml") + " --out " + (folder / "o") + " --cache off --quiet");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const auto file = [&](const std::string& name) { return read(folder / ("o/" + name)); };
  CHECK(file("b.svg") == file("a.svg"));
  CHECK(file("c.svg") == file("a.svg"));
  CHECK(file("b.map") == file("a.PDF"));
  CHECK(file("b.png") == file("a.png"));
  const Ran planned = run("plan " + (folder / "t.yaml") + " --out " + (folder / "o") + " --cache off");
  CHECK_THAT(planned.out, Contains("a.svg\n      print.svg@1, text letters\n") && Contains("a.PDF\n      sheet: ") &&
                              Contains("b.map\n      print.pdf@1\n") &&
                              Contains("a.png\n      print.png@1, dpi 100\n"));
}

TEST_CASE("a map speaks the language of its table, and every word of it is one element of the SVG", "[sheets]") {
  const TemporaryFolder folder;
  const std::string german = read(TERRAWRIGHT_ROOT "/configs/parts/german.yaml");
  write(folder / "german.yaml", german);
  for (const std::string style : styles) {
    std::string world = read(TERRAWRIGHT_ROOT "/packs/atlas/stages/map/sheet/sheet.yaml");
    world.resize(world.find("outputs:"));
    world += "outputs:\n  - {file: a.svg, sheet: sheet, text: letters}\n";
    write(folder / "t.yaml", world);
    const std::string set = "stages.sheet.with={style: " + style + ", title: Nebelland, words: {file: german.yaml}}";
    const Ran ran =
        run("build " + (folder / "t.yaml") + " --out " + (folder / "o") + " --cache off --quiet --set '" + set + "'");
    INFO(style << ": " << ran.err);
    REQUIRE(ran.exit == 0);
    const std::string svg = read(folder / "o/a.svg");
    CHECK_THAT(svg, Contains(">Nebelland</text>") || Contains(">NEBELLAND</text>"));
    const char* const said = style == "antique" ? ">Wegstunden</text>"
                             : style == "atlas" ? ">Höhe in Metern</text>"
                                                : ">Tiefenlinie in Metern</text>";
    const char* const english = style == "antique" ? "Leagues" : style == "atlas" ? "Height in metres" : "Depth line";
    CHECK_THAT(svg, Contains(said) && !Contains(english));
  }
}

TEST_CASE("what the sheet's fonts cannot write is written in one of the user's", "[sheets]") {
  const TemporaryFolder folder;
  const std::string font = read(TERRAWRIGHT_ROOT "/pipeline/lettering/fonts/EBGaramond12-Regular.otf");
  write(folder / "mine.otf", font);
  write(folder / "cut.otf", font.substr(0, font.size() / 2));
  write(folder / "none.otf", "no font");
  std::string world = read(TERRAWRIGHT_ROOT "/packs/atlas/stages/map/sheet/sheet.yaml");
  world.resize(world.find("outputs:"));
  write(folder / "t.yaml", world +
                               "outputs:\n  - {file: a.svg, sheet: sheet, text: letters}\n"
                               "  - {file: a.pdf, sheet: sheet}\n  - {file: a.png, sheet: sheet, dpi: 100}\n");
  const auto built = [&](const std::string& with, const std::string& into) {
    return run("build " + (folder / "t.yaml") + " --out " + (folder / into) + " --cache off --quiet --set '" +
               "stages.sheet.with={paper: A5, " + with + "}'");
  };
  // A letter of Middle Welsh that Lato has not.
  const std::string title = "title: \u1efaandaf";
  const Ran refused = built(title, "o");
  CHECK(refused.exit == 2);
  CHECK_THAT(refused.err, Contains("Lato Light has no letter \"\u1efa\" (U+1EFA)") && Contains("`font: FILE.ttf`"));
  const Ran ran = built(title + ", font: mine.otf", "o");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  // A topographic sheet has its title in capitals.
  CHECK_THAT(read(folder / "o/a.svg"), Contains("font-family=\"'EB Garamond") && Contains(">\u1efaANDAF<"));
  const std::string pdf = folder / "o/a.pdf";
  CHECK_THAT(shell("pdftotext -raw " + pdf + " -").out, Contains("\u1efaANDAF"));
  CHECK_THAT(shell("pdffonts " + pdf).out, Contains("EBGaramond"));
  REQUIRE(built("title: Stureland, font: mine.otf", "latin").exit == 0);
  CHECK_THAT(read(folder / "latin/a.svg"), !Contains("EB Garamond"));
  CHECK(read(folder / "latin/a.png") != read(folder / "o/a.png"));

  CHECK_THAT(built("title: A, font: cut.otf", "o").err,
             Contains("'cut.otf' cannot be used: it is cut off") && Contains("name a whole .ttf or .otf file"));
  CHECK_THAT(built("title: A, font: none.otf", "o").err, Contains("it is no .ttf or .otf font"));
  CHECK_THAT(built("title: A, font: gone.otf", "o").err, Contains("'gone.otf'") && Contains("no such file"));
  CHECK_THAT(built("title: \u65e5\u672c, font: mine.otf", "o").err, Contains("has no letter \"\u65e5\" (U+65E5)"));
  CHECK_THAT(built("title: \u05e9, font: mine.otf", "o").err, Contains("from right to left"));
}

TEST_CASE("what is no map's is refused, in the words of its writers", "[sheets]") {
  const TemporaryFolder folder;
  const auto said = [&](const std::string& output) {
    std::string world = read(TERRAWRIGHT_ROOT "/packs/atlas/stages/map/sheet/sheet.yaml");
    world.resize(world.find("outputs:"));
    write(folder / "t.yaml", world + "outputs:\n  - {" + output + "}\n");
    const Ran ran = run("validate " + (folder / "t.yaml"));
    CHECK(ran.exit == 2);
    return ran.err;
  };
  CHECK_THAT(said("file: a.svg, sheet: sheet, dpi: 300"), Contains("`dpi` belongs to .png files"));
  CHECK_THAT(said("file: a.png, sheet: sheet, dpi: 71"), Contains("'dpi'"));
  CHECK_THAT(said("file: a.png, sheet: sheet, coarsen: 2"), Contains("a sheet writes none here"));
  CHECK_THAT(said("file: a.png, sheet: sheet, layers: {land: land.land}"), Contains("a sheet takes no 'layers'"));
  CHECK_THAT(said("file: \"{layer}.png\", sheet: sheet"), Contains("its name cannot contain '{layer}'"));
  CHECK_THAT(said("file: a.csv, sheet: sheet"), Contains("no format of sheets has the extension '.csv'") &&
                                                    Contains("write a name that ends in .pdf, .png or .svg"));
  CHECK_THAT(said("file: a.csv, layers: {sheet: sheet}"), Contains("write it to a .pdf, .png or .svg file"));
  CHECK_THAT(said("print: true, sheet: sheet"), Contains("the layer 'sheet' is a grid, not a text"));
  CHECK_THAT(said("file: a.svg, sheet: land.land"),
             Contains("a sheet is a drawing on paper, and 'land.land' is a mask"));
  CHECK_THAT(said("file: a.svg, layers: {land: land.land}"),
             Contains("'land' is a mask, and an .svg file is a drawing on paper") && Contains("write sheet: node"));
}

TEST_CASE("what draws a map is among the libraries that decide its bytes, and only then", "[sheets]") {
  const TemporaryFolder folder;
  const auto stated = [&](const std::string& output) {
    std::string world = read(TERRAWRIGHT_ROOT "/packs/atlas/stages/map/sheet/sheet.yaml");
    world.resize(world.find("outputs:"));
    write(folder / "t.yaml", world + "outputs:\n  - {" + output + "}\n");
    const Ran ran = run("build " + (folder / "t.yaml") + " --out " + (folder / "o") +
                        " --cache off --quiet --provenance " + (folder / "p.json"));
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    return read(folder / "p.json");
  };
  for (const char* library : {"libcairo.so", "libpixman-1.so", "libfreetype.so", "libharfbuzz.so", "libz.so"})
    CHECK_THAT(stated("file: t.pdf, sheet: sheet"), Contains(library));
  CHECK_THAT(stated("file: t.png, layers: {land: land.land}"),
             Contains("libpng") && !Contains("libcairo") && !Contains("libfreetype") && !Contains("libharfbuzz"));
}
