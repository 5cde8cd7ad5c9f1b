// SPDX-License-Identifier: Apache-2.0
// A sheet in a style of the user's, as docs/styles.md tells it.

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
using Catch::Contains;

namespace {

// The page's indented block that begins so, without its indentation.
std::string block_of(const std::string& page, const std::string& begin) {
  const std::size_t at = page.find("\n    " + begin);
  REQUIRE(at != std::string::npos);
  const std::size_t end = page.find("\n\n", at);
  std::string block;
  for (std::size_t line = at + 1; line < end;) {
    const std::size_t next = page.find('\n', line);
    block += page.substr(line + 4, next - line - 3);
    line = next + 1;
  }
  return block;
}

struct Page {
  const TemporaryFolder folder;
  const std::string page = read(TERRAWRIGHT_ROOT "/docs/styles.md"), style = block_of(page, "{\"like\"");
  const std::string config = folder / "own.yaml", file = folder / "night.json";
  const std::string arguments = config + " --out " + (folder / "out") + " --cache " + (folder / "cache");

  Page() {
    write(config, R"(terrawright: 1
name: own
world: {size: [65, 65], cell: 1 km, seed: 42, latitude: 40 deg}
stages:
  terrain: {use: heights.diamond_square@1, with: {seeding: island}}
  sea: {use: sea.level@1, in: {height: terrain}}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
  land: {use: sea.islets@1, in: {height: terrain, level: sea.level}}
  )" + block_of(page, "sheet:") +
                      R"(outputs:
  - {file: "{name}.svg", sheet: sheet}
)");
    write(file, style);
  }
  void replace(const std::string& what, const std::string& with) const {
    std::string text = style;
    REQUIRE(text.find(what) != std::string::npos);
    write(file, text.replace(text.find(what), what.size(), with));
  }
};

}  // namespace

TEST_CASE("a sheet is drawn in the style of a file", "[cli.styles]") {
  const Page page;
  const Ran built = run("build --quiet " + page.arguments);
  INFO(built.err);
  REQUIRE(built.exit == 0);
  const std::string svg = read(page.folder / "out/own.svg");
  CHECK_THAT(svg, Contains("#20242c"));   // the paper
  CHECK_THAT(svg, Contains("#6fa3c4"));   // isobaths
  CHECK_THAT(svg, !Contains("#2f6a94"));  // the coast of the style that it is like
  CHECK_THAT(svg, Contains(">Stureland<") || Contains("\"Stureland\""));
}

TEST_CASE("a changed style draws the sheet anew, and nothing else", "[cli.styles]") {
  const Page page;
  REQUIRE(run("build --quiet " + page.arguments).exit == 0);
  const auto planned = [&] {
    const auto plan = Json::parse(run("plan --json " + page.arguments).out);
    std::map<std::string, std::string> doing;
    for (const auto& node : plan["nodes"]) doing[node["name"]] = node["doing"];
    return doing;
  };
  for (const auto& node : planned()) CHECK(node.second == "cached");
  page.replace("#20242c", "#102030");
  for (const auto& node : planned()) CHECK((node.second == "runs") == (node.first == "sheet"));
  REQUIRE(run("build --quiet " + page.arguments).exit == 0);
  CHECK_THAT(read(page.folder / "out/own.svg"), Contains("#102030"));
  // The same bytes are the same style, and what was drawn of them is remembered.
  write(page.file, page.style);
  for (const auto& node : planned()) CHECK(node.second == "cached");
}

TEST_CASE("what is wrong with a style stands beside its line in the config, all at once", "[cli.styles]") {
  const Page page;
  page.replace("\"#8b7a50\"", "\"#85744c\"");
  const Ran near = run("validate " + page.config);
  CHECK(near.exit == 2);
  CHECK_THAT(near.err, Contains("own.yaml:9:"));
  CHECK_THAT(near.err, Contains("tints.heights[3]: #85744c after #5f6c44 of tints.heights[2]: they are 4.9 apart for "
                                "sight without red cones (protan), and 5.0 is the least; make one of them lighter or "
                                "darker"));
  write(page.file, R"({"like": "atlas", "colours": {"rivers": "#123456", "coast": "navy"}, "widths": {"coast": 50}})");
  const Ran wrong = run("validate " + page.config);
  CHECK(wrong.exit == 2);
  CHECK_THAT(wrong.err, Contains("colours.rivers: there is no such key; did you mean 'river'?"));
  CHECK_THAT(wrong.err, Contains("colours.coast: \"navy\" is no colour, #rrggbb or #rrggbbaa"));
  CHECK_THAT(wrong.err, Contains("widths.coast: 50 is no number from 0.02 to 5, mm"));
  write(page.config, read(page.config).replace(read(page.config).find("night.json"), 10, "light.json"));
  const Ran missing = run("validate " + page.config);
  CHECK(missing.exit == 2);
  CHECK_THAT(missing.err, Contains("light.json"));
}
