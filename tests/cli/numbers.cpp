// SPDX-License-Identifier: Apache-2.0
// The numbers of a world stand in its manifest, whether or not anything reads or writes what they are of.
#include <algorithm>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

double shares(const Json& legend) {
  double sum = 0;
  for (const Json& entry : legend) sum += entry["share"].get<double>();
  return sum;
}
std::uint64_t cells(const Json& legend) {
  std::uint64_t sum = 0;
  for (const Json& entry : legend) sum += entry["cells"].get<std::uint64_t>();
  return sum;
}

}  // namespace

TEST_CASE("islands, lakes, rivers and classes of the shipped worlds are counted in the manifest", "[numbers]") {
  const TemporaryFolder folder;
  for (const std::string name : {"island", "realistic"}) {
    INFO(name);
    const Ran ran = run("build configs/" + name + ".yaml --set world.size=[257,257] --set world.cell=1km " +
                        "--set stages.lakes.with.min_area=9 --set stages.lakes.with.min_depth=1m --quiet --out " +
                        folder.path().string());
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    const Json manifest = Json::parse(read(folder / (name + "-42.manifest.json")));
    const Json& numbers = manifest["numbers"];
    const auto number = [&](const std::string& of, const std::string& unit) {
      INFO(of);
      REQUIRE(numbers.contains(of));
      CHECK(numbers[of]["unit"] == unit);
      return numbers[of]["value"].get<double>();
    };
    CHECK(number("land.islands", "1") == 1);
    CHECK(number(name == "island" ? "shores.islands" : "outline/land.islands", "1") == 1);

    // Every river has a reach that joins no other, and its longest is as long as a reach at least.
    const Json lines = Json::parse(read(folder / (name + "-42-rivers.geojson")));
    double ends = 0, longest_reach = 0, all = 0;
    for (const Json& line : lines["features"]) {
      ends += line["properties"]["next_reach"] == 0;
      longest_reach = std::max(longest_reach, line["properties"]["length"].get<double>());
      all += line["properties"]["length"].get<double>();
    }
    const double rivers = number("rivers.rivers", "1"), longest = number("rivers.longest", "km");
    CHECK(rivers > 0);
    CHECK(rivers <= ends);
    CHECK(longest >= longest_reach);
    CHECK(longest < all);

    const double lakes = number("lakes.lakes", "1"), share = number("lakes.share", "%");
    if (name == "island") {
      const std::string table = read(folder / "island-42-lakes.csv");
      CHECK(lakes == static_cast<double>(std::count(table.begin(), table.end(), '\n') - 1));
      CHECK(lakes > 0);
      const double land = number("land.land_share", "1") * 257 * 257;  // cells of a square kilometre
      CHECK(share == Approx(100 * number("lakes.area", "km2") / land).epsilon(1e-12));
    }

    // The same in the manifest as beside the picture.
    const Json& legend = manifest["layers"]["biomes"]["legend"];
    const Json beside = Json::parse(read(folder / (name + "-42-biomes.legend.json")))["classes"];
    REQUIRE(legend.size() == beside.size());
    for (std::size_t i = 0; i < legend.size(); ++i) {
      for (const char* key : {"code", "name", "cells", "share"}) CHECK(legend[i][key] == beside[i][key]);
    }
    CHECK(shares(legend) == Approx(1).epsilon(1e-12));
    CHECK(cells(legend) == 257 * 257);
    // For a layer in no file.
    CHECK(cells(manifest["layers"]["drainage/receivers"]["legend"]) == 257 * 257);
  }
}

TEST_CASE("numbers of a composite's parts stand under the parts' names, read by nobody", "[numbers][composites]") {
  const TemporaryFolder folder;
  write(folder / "t.yaml", R"(terrawright: 1
name: t
world: {size: [65, 65], seed: 42}
composites:
  my.shore@1:
    doc: The sea, and land without islets.
    in: {height: Heights.}
    stages:
      level: {use: sea.level@1, in: {height: $height}}
      land: {use: sea.islets@1, in: {height: $height, level: level.level}, with: {keep: all}}
    out: {height: land.height, islands: land.islands}
    main: height
stages:
  terrain: {use: heights.diamond_square@1}
  shore: {use: my.shore@1, in: {height: terrain}}
outputs: [{file: t.exr, layers: {height: shore}}]
)");
  const Ran ran = run("build " + (folder / "t.yaml") + " --quiet --out " + (folder / "out"));
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const Json numbers = Json::parse(read(folder / "out/t-42.manifest.json"))["numbers"];
  CHECK(numbers["shore/land.islands"]["value"].get<double>() >= 1);
  CHECK(numbers["shore/land.islands"]["value"].get<double>() <=
        numbers["shore/land.components"]["value"].get<double>());
}

TEST_CASE("a class that the legend of a plugin does not know has its share too", "[numbers][plugins]") {
  const TemporaryFolder folder;
  write(folder / "stripes.cpp", R"(
#include "terrawright/stage.hpp"
using namespace terrawright;
struct Stripes {
  In<Height> height; Out<Class> stripes;
  static void describe(Spec<Stripes>& s) {
    s.stage("test.stripes", "Stripes.");
    s.port(&Stripes::height, "height", "Any.");
    s.port(&Stripes::stripes, "stripes", "Classes by column.");
  }
  void arrange(Arrangement& a) { a.set_legend(stripes, {{1, "first", {1, 2, 3, 255}, "a"}, {9, "never", {4, 5, 6, 255}, "b"}}); }
  void paint(Tile& tile) const {
    tile.each_cell([&](std::int64_t x, std::int64_t y) { tile[stripes](x, y) = x < 3 ? 1 : 700; });
  }
};
TERRAWRIGHT_PLUGIN("test.stripes", "1", terrawright::stage<Stripes>())
)");
  const Ran compiled = compile_plugin("g++", folder / "stripes.cpp", folder / "stripes.so");
  INFO(compiled.err);
  REQUIRE(compiled.exit == 0);
  write(folder / "t.yaml", R"(terrawright: 1
name: t
world: {size: [12, 4], seed: 42}
stages:
  terrain: {use: heights.noise@1}
  stripes: {use: test.stripes@1, in: {height: terrain}}
outputs: [{file: t.exr, layers: {stripes: stripes}}]
)");
  const Ran ran = run("build " + (folder / "t.yaml") + " --plugins " + folder.path().string() + " --quiet --out " +
                      (folder / "out"));
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  CHECK(Json::parse(read(folder / "out/t-42.manifest.json"))["layers"]["stripes"]["legend"] == Json::parse(R"([
      {"code": 1, "name": "first", "colour": [1, 2, 3], "cells": 12, "share": 0.25},
      {"code": 9, "name": "never", "colour": [4, 5, 6], "cells": 0, "share": 0.0},
      {"code": 700, "cells": 36, "share": 0.75}])"));
}
