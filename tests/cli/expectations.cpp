// SPDX-License-Identifier: Apache-2.0
// Expectations of a config for its world: docs/expectations.md. Its errors are in tests/errors.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

const std::string head = R"yaml(terrawright: 1
name: t
world: {size: [65, 65], cell: 1 km, seed: 42}
knobs: {least: {value: 30 %, range: [0 %, 100 %]}}
stages:
  terrain: {use: heights.diamond_square@1}
  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 60 %}}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}, with: {peak: 2 km}}
outputs:
  - {file: "t-{seed}.exr", layers: {height: terrain}}
)yaml";

// The shipped island, small, with expectations.
std::string island(const std::string& expect) {
  return "terrawright: 1\nname: island\nextends: island\nworld: {size: [129, 129], cell: 2 km}\n" + expect;
}

struct Judged {
  int exit;
  std::string err;
  Json expectations;
  // That of a name.
  const Json& of(const std::string& name) const {
    for (const Json& one : expectations)
      if (one["name"] == name) return one;
    FAIL("no expectation " << name);
    return expectations;
  }
  double value(const std::string& name) const { return of(name)["measured"].items().front().second["value"]; }
};

Judged build(const TemporaryFolder& folder, const std::string& text, const std::string& more = "",
             const std::string& manifest = "t-42") {
  write(folder / "w.yaml", text);
  const Ran ran = run("build " + (folder / "w.yaml") + " --quiet --out " + (folder / "out") + " " + more);
  const std::string file = folder / ("out/" + manifest + ".manifest.json");
  return {ran.exit, ran.err, fs::exists(file) ? Json::parse(read(file))["expectations"] : Json()};
}

}  // namespace

TEST_CASE("an expectation that does not hold ends a build with 4, after its files are written", "[expect]") {
  const TemporaryFolder folder;
  const Judged built = build(folder, head + R"yaml(expect:
  - {name: land, that: sea.land_share in $least .. 50 %, reason: it is sold by land}
  - {name: sea, that: sea.land_share > 50 %, reason: it is sold by sea}
)yaml");
  INFO(built.err);
  CHECK(built.exit == 4);
  CHECK(fs::exists(folder / "out/t-42.exr"));
  CHECK(built.of("land")["holds"] == true);
  CHECK(built.of("land")["reason"] == "it is sold by land");
  CHECK(built.of("sea")["holds"] == false);
  CHECK(built.of("sea")["measured"]["sea.land_share"]["unit"] == "1");
  CHECK(std::abs(built.value("sea") - 0.4) < 0.01);
  // The value, the reason and the place.
  CHECK(built.err.find("w.yaml:13:23: error: the expectation 'sea' is not met: sea.land_share is 4") !=
        std::string::npos);
  CHECK(built.err.find("it is sold by sea") != std::string::npos);
  CHECK(built.err.find("'land'") == std::string::npos);
  // An expectation that holds ends with 0; so does one that only warns, unless warnings are errors.
  CHECK(build(folder, head + "expect: [{name: land, that: sea.land_share >= $least}]\n").exit == 0);
  const std::string warns =
      head +
      "expect: [{name: s, that: sea.land_share > 50 % + $least, warn: true}, {name: m, that: max(metres) > 1 km}]\n";
  const Judged warned = build(folder, warns);
  CHECK(warned.exit == 0);
  CHECK(warned.err.find("warning: the expectation 's' is not met") != std::string::npos);
  CHECK(build(folder, warns, "--strict").exit == 4);
  // Knobs, and the text itself.
  CHECK(build(folder, head + "expect: [{name: l, that: sea.land_share >= $least}]\n", "--set knobs.least=45%").exit ==
        4);
  CHECK(build(folder, head + "expect: [{name: l, that: sea.land_share >= $least}]\n",
              "--set 'expect.0.that=sea.land_share > 60 %'")
            .exit == 4);
}

TEST_CASE("an expectation has a place in every format", "[expect]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml", head +
                               "expect: [{name: s, that: sea.land_share > 50 %, reason: none}, {name: \"o\", that: "
                               "sea.land_share > $least}]\n");
  const std::string call = "build " + (folder / "w.yaml") + " --out " + (folder / "out");
  const Ran lines = run(call + " --format json");
  CHECK(lines.exit == 4);
  Json unmet, problem;
  std::istringstream out(lines.out);
  for (std::string line; std::getline(out, line);) {
    const Json event = Json::parse(line);
    if (event["event"] == "expectation" && event["name"] == "s") unmet = event;
    if (event["event"] == "problem") problem = event;
  }
  CHECK(unmet["holds"] == false);
  CHECK(unmet["measured"][0]["of"] == "sea.land_share");
  CHECK(unmet["measured"][0]["text"].get<std::string>().find(" %") != std::string::npos);
  CHECK(problem["line"] == 11);
  CHECK(problem["column"] == 26);
  CHECK(problem["hint"] == "none");
  const Ran github = run(call + " --format github");
  CHECK(github.err.find("w.yaml,line=11,col=26::the expectation 's' is not met: sea.land_share is") !=
        std::string::npos);
}

TEST_CASE("what an expectation names is made, though no output needs it", "[expect]") {
  const TemporaryFolder folder;
  const std::string text = head +
                           "expect: [{name: high, that: max(metres) == 2 km}, {name: k, that: sea.land_share > "
                           "$least}]\n";
  const Judged built = build(folder, text);
  CHECK(built.exit == 0);
  CHECK(built.value("high") == 2000);
  const Ran plan = run("plan " + (folder / "w.yaml"));
  CHECK(plan.out.find("for the expectation 'high'") != std::string::npos);
  CHECK(plan.err.find("needs") == std::string::npos);
  // Without it, it does not run.
  write(folder / "w.yaml", head + "expect: [{name: k, that: sea.land_share > $least}]\n");
  CHECK(run("plan " + (folder / "w.yaml")).out.find("not run, as no output needs it: metres") != std::string::npos);
}

TEST_CASE("layers, classes and tables are measured as their files have them", "[expect]") {
  const TemporaryFolder folder;
  const std::string text = island(R"yaml(expect:
  - {name: sum, that: "sum(rivers.table.length) > 0 km"}
  - {name: longest, that: "max(rivers.table.length) > 0 m"}
  - {name: least, that: "min(rivers.table.length) > 0 m"}
  - {name: mean, that: "mean(rivers.table.length) > 0 m"}
  - {name: rows, that: "count(rivers.table) > 0"}
  - {name: order, that: "max(rivers.table.order) >= 1"}
  - {name: usual, that: "percentile(rivers.table.length, 50 %) > 0 km"}
  - {name: ratio, that: "mean(rivers.table.length) / max(rivers.table.length) < 1"}
  - {name: land, that: "share(land.land) == land.land_share"}
  - {name: cells, that: "count(land.land) == land.land_share * 16641"}
  - {name: tundra, that: "share(biomes, tundra, deep ocean) <= 100 %"}
  - {name: codes, that: "count(biomes, tundra) + count(biomes, 'deep ocean') > 0 cells"}
  - {name: heights, that: "mean(metres) in min(metres) .. max(metres)"
}
  - {name: none, that: "nans(metres) == 0"}
)yaml");
  const Judged built = build(folder, text, "--set outputs.0.layers.of_mean=metres", "island-42");
  INFO(built.err);
  REQUIRE(built.exit == 0);
  const Json features = Json::parse(read(folder / "out/island-42-rivers.geojson"))["features"];
  std::vector<double> lengths;
  for (const Json& one : features) lengths.push_back(one["properties"]["length"]);
  REQUIRE(lengths.size() > 10);
  CHECK(built.value("rows") == static_cast<double>(lengths.size()));
  CHECK(built.value("longest") == *std::max_element(lengths.begin(), lengths.end()));
  CHECK(built.value("least") == *std::min_element(lengths.begin(), lengths.end()));
  std::vector<double> ascending = lengths;
  std::sort(ascending.begin(), ascending.end());
  CHECK(built.value("usual") == ascending[(ascending.size() - 1) / 2]);
  double sum = 0;
  for (const double length : lengths) sum += length;
  CHECK(std::abs(built.value("sum") - sum) < 1e-9 * sum);
  CHECK(built.value("mean") == built.value("sum") / static_cast<double>(lengths.size()));
  const Json manifest = Json::parse(read(folder / "out/island-42.manifest.json"));
  double share = 0, cells = 0;
  for (const Json& one : manifest["layers"]["biomes"]["legend"]) {
    if (one["name"] != "tundra" && one["name"] != "deep ocean") continue;
    share += one["share"].get<double>();
    cells += one["cells"].get<double>();
  }
  CHECK(std::abs(built.value("tundra") - share) < 1e-12);
  CHECK(cells > 0);
  CHECK(built.of("codes")["measured"].size() == 2);
  CHECK(built.value("land") == manifest["numbers"]["land.land_share"]["value"]);
}

TEST_CASE("what is measured does not depend on tiles, threads or the cache", "[expect]") {
  const TemporaryFolder folder;
  const std::string text = head + R"yaml(expect:
  - {name: mean, that: mean(metres) < 0 m + $least * 0 m}
  - {name: sum, that: sum(terrain) < 1}
  - {name: share, that: share(sea.land) > 50 %, warn: true}
  - {name: frame, that: "share(sea.land, frame) > 50 %", warn: true}
  - {name: most, that: "percentile(metres, 99 %) < percentile(metres, $least)", warn: true}
)yaml";
  const Judged first = build(folder, text, "--cache off --threads 1 --tile whole");
  REQUIRE(first.expectations.size() == 5);
  CHECK(build(folder, text, "--cache off --threads 2 --tile 16").expectations == first.expectations);
  const std::string cache = "--cache " + (folder / "cache");
  for (int i = 0; i < 2; ++i) CHECK(build(folder, text, cache).expectations == first.expectations);
  const Ran again = run("build " + (folder / "w.yaml") + " --format json --out " + (folder / "out") + " " + cache);
  CHECK(again.out.find("\"ran\":0,\"painted_again\":0") != std::string::npos);
}

TEST_CASE("a column that a table has not is found out by the build", "[expect]") {
  const TemporaryFolder folder;
  const Judged built = build(folder, island(R"yaml(expect:
  - {name: misspelt, that: "max(rivers.table.lenght) > 0 km"}
  - {name: unit, that: "max(rivers.table.length) > 3 %"}
)yaml"),
                             "", "island-42");
  CHECK(built.exit == 4);
  CHECK(built.err.find("'rivers.table' has no column 'lenght'") != std::string::npos);
  CHECK(built.err.find("did you mean 'length'?") != std::string::npos);
  CHECK(built.err.find("'3 %' is not a length") != std::string::npos);
}

TEST_CASE("numbers are the whole world's where a window is written, and the rest is not checked", "[expect]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml", head +
                               "expect: [{name: s, that: sea.land_share > 50 %}, {name: m, that: max(metres) > 9 km}, "
                               "{name: k, that: sea.land_share > $least}]\n");
  const Ran ran = run("build " + (folder / "w.yaml") + " --window 0,0,20x20 --out " + (folder / "out"));
  CHECK(ran.exit == 4);
  CHECK(ran.err.find("'m': not checked: a window is written") != std::string::npos);
  const Json all = Json::parse(read(folder / "out/t-42-window-0-0-20x20.manifest.json"))["expectations"];
  CHECK(all[0]["holds"] == false);
  CHECK(all[1]["holds"] == nullptr);
  CHECK(all[2]["holds"] == true);
}

TEST_CASE("included files bring expectations of their own", "[expect]") {
  const TemporaryFolder folder;
  write(folder / "land.yaml", "expect:\n  - {name: from outside, that: sea.land_share > 50 %}\n");
  const std::string with = "include: [land.yaml]\n" + head;
  const Judged built = build(folder, with + "expect: [{name: own, that: sea.land_share > $least}]\n");
  CHECK(built.exit == 4);
  REQUIRE(built.expectations.size() == 2);
  CHECK(built.of("own")["holds"] == true);
  CHECK(built.of("from outside")["holds"] == false);
  CHECK(built.err.find("land.yaml:2:") != std::string::npos);
  const Judged twice = build(folder, with + "expect: [{name: from outside, that: sea.land_share > $least}]\n");
  CHECK(twice.exit == 2);
  CHECK(twice.err.find("there are two expectations 'from outside'") != std::string::npos);
}

TEST_CASE("JUnit has a suite for each world, whole and well-formed", "[expect][junit]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml", head + R"yaml(expect:
  - {name: "a < b & \"c\" \u0007", that: sea.land_share > 50 %, reason: "]]> <reason>"}
  - {name: warns, that: sea.land_share > 50 %, warn: true}
  - {name: holds, that: sea.land_share > $least}
)yaml");
  const std::string call =
      "build " + (folder / "w.yaml") + " --quiet --out " + (folder / "out") + " --junit " + (folder / "reports/j.xml");
  CHECK(run(call + " --seed 1 --seed 2").exit == 4);
  CHECK(fs::exists(folder / "out/t-2.exr"));  // the second world is built though the first is not as expected
  write(folder / "look.py", R"yaml(import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
for suite in root:
    print(suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("errors"), suite.get("skipped"))
    for case in suite.findall("testcase"):
        print(" ", ascii(case.get("name")), case.get("line"), [child.tag for child in case])
)yaml");
  const auto look = [&] {
    return shell(TERRAWRIGHT_PYTHON " " + (folder / "look.py") + " " + (folder / "reports/j.xml"));
  };
  const std::string cases =
      "  'world' None []\n  'a < b & \"c\" \\ufffd' 12 ['failure']\n"
      "  'warns' 13 ['system-out']\n  'holds' 14 []\n";
  CHECK(look().out == "t 1 4 1 0 0\n" + cases + "t 2 4 1 0 0\n" + cases);
  // A window's are skipped, a broken config is an error.
  write(folder / "w.yaml", head +
                               "expect: [{name: m, that: max(metres) > 9 km}, {name: k, that: sea.land_share > "
                               "$least}]\n");
  CHECK(run(call + " --window 0,0,20x20").exit == 0);
  CHECK(look().out == "t 42 3 0 0 1\n  'world' None []\n  'm' 11 ['skipped']\n  'k' 11 []\n");
  write(folder / "w.yaml", head + "expect: [{name: m, that: max(metrse) > $least}]\n");
  CHECK(run(call).exit == 2);
  CHECK(look().out == "w 1 0 1 0\n  'world' 11 ['error']\n");
  CHECK(run(call + " --seed 1 --seed 2").exit == 2);
  CHECK(look().out == "w 1 0 1 0\n  'world' 11 ['error']\n");
  write(folder / "w.yaml", head + "expect: [{name: k, that: sea.land_share > $least}]\n");
  CHECK(run("validate " + (folder / "w.yaml") + " --junit " + (folder / "reports/j.xml")).exit == 0);
  CHECK(look().out == "t 42 1 0 0 0\n  'world' None []\n");
  // An unwritable file is reported before anything is built.
  fs::remove_all(folder / "out");
  const Ran nowhere =
      run("build " + (folder / "w.yaml") + " --out " + (folder / "out") + " --junit " + folder.path().string());
  CHECK(nowhere.exit == 2);
  CHECK(nowhere.err.find("--junit") != std::string::npos);
  CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("huge and deep expressions are refused", "[expect]") {
  const TemporaryFolder folder;
  const auto said = [&](const std::string& that) {
    write(folder / "w.yaml",
          head + "expect: [{name: m, that: \"" + that + "\"}, {name: k, that: sea.land_share > $least}]\n");
    const Ran ran = run("validate " + (folder / "w.yaml"));
    CHECK(ran.exit == 2);
    return ran.err;
  };
  const std::string deep(100, '('), huge(100000, '('), minus(1000, '-');
  CHECK(said(deep + "1 < 2").find("brackets are at most 64 deep") != std::string::npos);
  CHECK(said(huge).find("at most 2000 characters") != std::string::npos);
  CHECK(said(minus + "1 < 2").find("expected a number") != std::string::npos);
  std::string many = "expect:\n";
  for (int i = 0; i < 1001; ++i) many += "  - {name: n" + std::to_string(i) + ", that: sea.land_share > $least}\n";
  write(folder / "w.yaml", head + many);
  CHECK(run("validate " + (folder / "w.yaml")).err.find("at most 1000 expectations") != std::string::npos);
}

namespace {

// Noise between two heights, of which sea.islets makes land above 0; with a layer in the file, and more.
std::string noise(const std::string& range, const std::string& world = "", const std::string& layer = "land.land",
                  const std::string& more = "") {
  return "terrawright: 1\nname: t\nworld: {size: [65, 65], seed: 42" + world +
         "}\nstages:\n  noise: {use: heights.noise@1, with: {" + range +
         "}}\n  first: {use: sea.islets@1, in: {height: noise}, with: {keep: all}}\n"
         "  land: {use: sea.islets@1, in: {height: first.height}, with: {keep: all}}\n"
         "outputs: [{file: \"t-{seed}.exr\", layers: {x: " +
         layer + ", first: first.land}}]\n" + more;
}
const std::string low = "lowest: -2, highest: -1", high = "lowest: 1, highest: 2", both = "lowest: -1, highest: 1";

}  // namespace

TEST_CASE("any build warns of a world without land, and of land that the frame cuts", "[expect][land]") {
  using Catch::Contains;
  const TemporaryFolder folder;
  const Judged empty = build(folder, noise(low));
  CHECK(empty.exit == 0);
  CHECK_THAT(empty.err, Contains("w.yaml:7:15: warning: the world has no land: share(land.land) is 0 %"));
  CHECK_THAT(empty.err, Contains("add an expectation: that: \"share(land.land) == 0 %\""));
  CHECK(empty.expectations.size() == 1);
  CHECK(build(folder, noise(low), "--strict").exit == 4);
  const Judged cut = build(folder, noise(high));
  CHECK(cut.exit == 0);
  CHECK_THAT(cut.err, Contains("warning: the frame cuts the land: share(land.land, frame) is 100 %"));
  CHECK_THAT(cut.err, !Contains("first.land") && !Contains("no land"));
  CHECK(build(folder, noise(high), "--strict").exit == 4);
  // From the cache, and by other threads and tiles, it is reported as well.
  for (int i = 0; i < 2; ++i)
    CHECK(build(folder, noise(both), "--tile 16 --threads 2 --cache " + (folder / "cache")).err ==
          build(folder, noise(both), "--cache off --threads 1").err);
  // The remedies help, as an expectation that fails does: it alone speaks then.
  for (const auto& [range, that] : {std::pair(low, "share(land.land) == 0 %"), std::pair(low, "land.land_share == 0 %"),
                                    std::pair(high, "share(land.land, frame) <= 100 %")}) {
    const Judged meant =
        build(folder, noise(range, "", "land.land", "expect: [{name: m, that: \"" + std::string(that) + "\"}]\n"),
              "--strict");
    CHECK(meant.exit == 0);
    CHECK(meant.err.empty());
  }
  CHECK_THAT(
      build(folder, noise(high, "", "land.land", "expect: [{name: m, that: \"share(land.land, frame) < 5 %\"}]\n")).err,
      Contains("'m' is not met") && !Contains("cuts"));
  // An upper bound for land does not exclude an empty world.
  CHECK_THAT(
      build(folder, noise(low, "", "land.land", "expect: [{name: m, that: \"share(land.land) <= 40 %\"}]\n")).err,
      Contains("the world has no land"));
  // One expectation does not silence the other.
  CHECK_THAT(
      build(folder, noise(low, "", "land.land", "expect: [{name: m, that: \"share(land.land, frame) < 5 %\"}]\n")).err,
      Contains("the world has no land"));
}

TEST_CASE("nothing warns of land that nobody uses, that is no island, or that a file cuts", "[expect][land]") {
  const TemporaryFolder folder;
  // Masks that nothing reads are not made: then `first` has the last one.
  CHECK_THAT(build(folder, noise(both, "", "noise")).err,
             Catch::Contains("share(first.land, frame) is") && !Catch::Contains("share(land"));
  // sea.level keeps no islands: its land may go on beyond the frame, but it is missed where there is none.
  const std::string level =
      "terrawright: 1\nname: t\nworld: {size: [65, 65], seed: 42}\nknobs: {sea: 60 %}\nstages:\n"
      "  noise: {use: heights.noise@1}\n  sea: {use: sea.level@1, in: {height: noise}, with: {percentile: $sea}}\n"
      "outputs: [{file: t.exr, layers: {land: sea.land}}]\n";
  CHECK(build(folder, level, "--strict").exit == 0);
  CHECK(build(folder, level, "--set 'knobs.sea=100 %'").err.find("the world has no land") != std::string::npos);
  // If nothing reads the mask its share is used.
  std::string metres = level;
  metres.replace(metres.find("outputs:"), std::string::npos,
                 "  metres: {use: shape.metres@1, in: {height: noise, level: sea.level}}\n"
                 "outputs: [{file: t.exr, layers: {height: metres}}]\n");
  CHECK(build(folder, metres, "--strict").exit == 0);
  CHECK_THAT(build(folder, metres, "--set 'knobs.sea=100 %'").err,
             Catch::Contains("the world has no land: sea.land_share is 0 %") &&
                 Catch::Contains("add an expectation: that: \"sea.land_share == 0 %\""));
  // A drawing or DEM goes on where its file ends.
  fs::copy_file(std::string(TERRAWRIGHT_ROOT) + "/configs/hand_drawn.png", folder / "dem.png");
  std::string dem = noise(both);
  dem.replace(dem.find("heights.noise@1, with: {" + both), 24 + both.size(),
              "source.image@1, with: {file: dem.png, resample: bspline");
  const Judged window = build(folder, dem, "--strict");
  INFO(window.err);
  CHECK(window.exit == 0);
  // In a window nothing is known.
  CHECK(build(folder, noise(low), "--strict --window 0,0,20x20", "t-42-window-0-0-20x20").exit == 0);
}

TEST_CASE("a world that wraps on both axes has no frame to measure", "[expect][land]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml",
        noise(both, ", wrap: both", "land.land", "expect: [{name: f, that: \"share(land.land, frame) == 0 %\"}]\n"));
  const Ran ran = run("validate " + (folder / "w.yaml"));
  CHECK(ran.exit == 2);
  CHECK(ran.err.find("the world wraps on both axes, so it has no frame") != std::string::npos);
}

TEST_CASE("the frame is measured as the mask in the file has it", "[expect][land]") {
  const TemporaryFolder folder;
  const std::string text = R"yaml(terrawright: 1
name: t
world: {size: [65, 65], seed: 42, wrap: x}
stages:
  noise: {use: heights.noise@1, with: {wavelength: 16 km}}
  sea: {use: sea.level@1, in: {height: noise}}
  ends: {use: shape.formula@1, in: {mask: sea.land}, with: {formula: mask and (v == 0 or v == 1)}}
  all: {use: shape.formula@1, in: {mask: sea.land}, with: {formula: (mask or not mask) and (v == 0 or v == 1)}}
outputs: [{file: "t-{seed}.exr", layers: {land: sea.land}}]
expect:
  - {name: frame, that: "share(sea.land, frame) < 0 %", warn: true}
  - {name: ends, that: "share(ends.mask) < 0 %", warn: true}
  - {name: all, that: "share(all.mask) < 0 %", warn: true}
)yaml";
  const Judged built = build(folder, text, "--cache off");
  INFO(built.err);
  REQUIRE(built.expectations.size() == 3);
  CHECK(built.value("ends") > 0);
  CHECK(built.value("ends") < built.value("all"));
  CHECK(std::abs(built.value("frame") - built.value("ends") / built.value("all")) < 1e-12);
}

TEST_CASE("a world keeps what its knobs promise at the widths that it is made for", "[expect][land][sizes]") {
  const TemporaryFolder folder;
  const auto shipped = [&](const std::string& name, int side, double width, const std::string& more = "") {
    const std::string land = name == "coast" ? "ashore.land" : "land.land";
    const bool dry = name == "valley" || name == "badlands" || name == "canyon" || name == "crater" || name == "dunes";
    const std::string layer = dry ? "h: sea.mask" : "land: " + land;
    const Ran ran = run("build configs/" + name + ".yaml --quiet --set 'world.size=[" + std::to_string(side) + "," +
                        std::to_string(side) + "]' --set 'world.cell=" + std::to_string(width / side) +
                        " m' --set 'outputs=[{file: \"{name}-{seed}.exr\", layers: {" + layer + "}}]' --out " +
                        (folder / "out") + " " + more);
    INFO(ran.err);
    Json manifest;  // each world is built with the seed that it is shipped with
    for (const auto& entry : fs::directory_iterator(folder / "out")) {
      if (entry.path().string().find("/" + name + "-") != std::string::npos &&
          entry.path().string().find(".manifest.json") != std::string::npos)
        manifest = Json::parse(read(entry.path().string()));
    }
    return std::pair(Judged{ran.exit, ran.err, manifest["expectations"]}, manifest);
  };
  struct Widths {
    const char* name;
    double least, most;
  };
  for (const Widths& world : std::vector<Widths>{{"realistic", 64e3, 1024e3},
                                                 {"long_island", 64e3, 1024e3},
                                                 {"two_massifs", 64e3, 1024e3},
                                                 {"fjords", 64e3, 1024e3},
                                                 {"island", 32e3, 512e3},
                                                 {"continent", 256e3, 4096e3},
                                                 {"archipelago", 16e3, 256e3},
                                                 {"volcano", 10e3, 160e3},
                                                 {"delta", 64e3, 1024e3},
                                                 {"hand_drawn", 56e3, 900e3},
                                                 {"atoll", 12e3, 192e3},
                                                 {"valley", 500, 16e3},
                                                 {"badlands", 500, 16e3},
                                                 {"canyon", 500, 16e3},
                                                 {"crater", 500, 16e3},
                                                 {"dunes", 500, 16e3},
                                                 {"coast", 500, 16e3}}) {
    CHECK(world.most / world.least >= 16);
    for (const int side :
         terrawright::test::at_length() ? std::vector<int>{257, 513, 1025, 2049} : std::vector<int>{257}) {
      for (const double width : {world.least, std::sqrt(world.least * world.most), world.most}) {
        const Judged built = shipped(world.name, side, width).first;
        INFO(world.name << " " << side << " cells, " << width << " m: " << built.err);
        CHECK(built.exit == 0);
        REQUIRE(built.expectations.size() >= 2);
        for (const Json& one : built.expectations) {
          INFO(one.dump());
          CHECK(one["holds"] == true);
        }
      }
    }
  }
  // A knob that is turned moves what is expected.
  const auto turned = shipped("realistic", 513, 128e3, "--set 'knobs.sea=74 %' --set 'knobs.peak=2 km'").second;
  const double land = turned["numbers"]["land.land_share"]["value"], summit = turned["layers"]["metres"]["maximum"];
  CHECK(turned["expectations"][0]["holds"] == (land >= 0.21 && land <= 0.31));
  CHECK(turned["expectations"][1]["holds"] == (summit >= 1600 && summit <= 2400));
  const auto wide = shipped("volcano", 257, 41e3, "--set 'stages.cone.with.radius=40 km'").first;
  CHECK(wide.of("land within the frame")["holds"] == false);
}
