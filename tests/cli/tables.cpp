// SPDX-License-Identifier: Apache-2.0
// Tables: written, printed, shown by every verb, and refused where they do not belong.

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

// The corners of the world as a table of points, their two diagonals as one of lines, and a table without places.
const std::string corners = R"(
#include "terrawright/stage.hpp"
using namespace terrawright;
struct Corners {
  In<Height> height; Out<Table> corners, diagonals, sizes; double right = 0, down = 0;
  static void describe(Spec<Corners>& s) {
    s.stage("test.corners", "Tables of corners.");
    s.port(&Corners::height, "height", "Any.");
    s.port(&Corners::corners, "corners", "One row a corner.").points();
    s.port(&Corners::diagonals, "diagonals", "One row a diagonal.").lines().by_name();
    s.port(&Corners::sizes, "sizes", "Width and height.").by_name();
  }
  void arrange(Arrangement& world) {
    right = static_cast<double>(world.width() - 1);
    down = static_cast<double>(world.height() - 1);
  }
  struct Nothing {};
  Next<Nothing> resolve(Resolving& world) const {
    Table points, lines, plain;
    points.texts("corner", {"north west", "south east"});
    points.point(0, 0);
    points.point(right, down);
    world.table(corners, points);
    lines.integers("diagonal", "1", {1});
    const std::vector<terrawright_point> way = {{0, 0}, {right, down}};
    lines.line(way.begin(), way.end());
    world.table(diagonals, lines);
    plain.reals("side", "cells", {right + 1, down + 1});
    world.table(sizes, plain);
    return done(Nothing{});
  }
  void paint(Tile&) const {}
};
TERRAWRIGHT_PLUGIN("test.corners", "1", terrawright::stage<Corners>())
)";

const std::string& library_folder() {
  static const TemporaryFolder folder;
  static const std::string path = [] {
    write(folder / "corners.cpp", corners);
    const Ran ran = compile_plugin("g++", folder / "corners.cpp", folder / "corners.so");
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    return folder.path().string();
  }();
  return path;
}

class World {
 public:
  explicit World(const std::string& outputs, const std::string& world = "size: [17, 9], cell: 1 km, seed: 42") {
    write(folder_ / "t.yaml", "terrawright: 1\nname: t\nworld: {" + world +
                                  "}\nstages:\n  height: {use: heights.diamond_square@1}\n"
                                  "  corners: {use: test.corners@1, in: {height: height}}\noutputs:\n" +
                                  outputs);
  }
  Ran run(const std::string& verb, const std::string& more = "") const {
    return terrawright::test::run(verb + " " + (folder_ / "t.yaml") + " --plugins " + library_folder() + " --out " +
                                  (folder_ / "o") + more);
  }
  std::string path(const std::string& name) const { return folder_ / ("o/" + name); }
  std::string file(const std::string& name) const { return read(path(name)); }

 private:
  TemporaryFolder folder_;
};

const std::string csv = "corner,x (cells),y (cells)\r\nnorth west,0,0\r\nsouth east,16,8\r\n";

}  // namespace

TEST_CASE("a table is written, printed, or both, and the manifest knows it", "[tables]") {
  const World world(
      "  - {file: \"{name}.csv\", print: true, layers: {corners: corners}}\n"
      "  - {file: \"{name}.geojson\", layers: {diagonals: corners.diagonals}}\n"
      "  - {print: true, layers: {sizes: corners.sizes}}\n");
  const Ran ran = world.run("build", " --quiet --sha256");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const std::string shown = csv + "side (cells)\r\n17\r\n9\r\n";
  CHECK(ran.out.compare(0, shown.size(), shown) == 0);
  const std::string hash = shell("sha256sum <" + world.path("t.csv") + " | cut -d' ' -f1").out;
  CHECK_THAT(ran.out, Catch::Contains("sha256 " + hash.substr(0, 64) + " corners\n"));
  CHECK(std::count(ran.out.begin() + static_cast<std::ptrdiff_t>(shown.size()), ran.out.end(), '\n') == 3);
  CHECK(world.file("t.csv") == csv);
  const Json lines = Json::parse(world.file("t.geojson"));
  CHECK(lines["name"] == "diagonals");
  CHECK(lines["terrawright"]["world"] == "t");
  CHECK(lines["features"][0]["geometry"]["coordinates"][0][1] == 40.035972841);
  const Json manifest = Json::parse(world.file("t-42.manifest.json"));
  CHECK(manifest["tables"]["corners"]["rows"] == 2);
  CHECK(manifest["tables"]["corners.sizes"]["xxh3_128"].get<std::string>().size() == 32);
  CHECK(manifest["nodes"]["corners"]["recipes"]["diagonals"] == lines["terrawright"]["recipe"]);
  for (const char* tiles : {" --tile 3 --threads 3", " --tile whole --threads 1"}) {
    CHECK(world.run("build", std::string(" --quiet") + tiles).out == shown);
    CHECK(Json::parse(world.file("t-42.manifest.json"))["tables"] == manifest["tables"]);
  }
}

TEST_CASE("plan, graph, describe and validate know tables", "[tables]") {
  const World world("  - {file: \"{name}.csv\", layers: {corners: corners}}\n");
  CHECK(world.run("validate").exit == 0);
  CHECK_THAT(world.run("plan").out, Catch::Contains("corners: table, from corners"));
  CHECK_THAT(world.run("graph").out, Catch::Contains("label=\"corners (table)\""));
  const auto plan = Json::parse(world.run("plan", " --json").out);
  CHECK(plan["outputs"][0]["layers"]["corners"]["kind"] == "table");
  const std::string plugins = " --plugins " + library_folder();
  const std::string text = run("describe test.corners" + plugins).out;
  CHECK_THAT(text, Catch::Contains("corners: table of points\n"));
  CHECK_THAT(text, Catch::Contains("diagonals: table of lines, read as NODE.diagonals\n"));
  CHECK_THAT(text, Catch::Contains("sizes: table, read as NODE.sizes\n"));
  const auto described = Json::parse(run("describe test.corners --json" + plugins).out);
  CHECK(described["outputs"][0]["places"] == "points");
  CHECK(described["outputs"][0]["kinds"] == Json::array({"table"}));
  CHECK_FALSE(described["outputs"][2].contains("places"));
}

TEST_CASE("a table goes where tables go, and is refused elsewhere before anything runs", "[tables]") {
  const auto said = [](const std::string& output) {
    const Ran ran = World("  - " + output + "\n").run("validate");
    CHECK(ran.exit == 2);
    CHECK_THAT(ran.err, Catch::Contains("t.yaml:8:"));
    return ran.err;
  };
  CHECK_THAT(said("{file: a.geojson, layers: {sizes: corners.sizes}}"),
             Catch::Contains("takes rows that have places on the map"));
  CHECK_THAT(said("{file: a.png, layers: {sizes: corners.sizes}}"),
             Catch::Contains("'sizes' is a table, which no writer of .png files takes"));
  CHECK_THAT(said("{file: a.exr, layers: {h: height, c: corners}}"), Catch::Contains(".csv or .geojson file"));
  CHECK_THAT(said("{file: a.csv, layers: {h: height}}"),
             Catch::Contains("'h' is a height, but a .csv file needs a table"));
  CHECK_THAT(said("{file: a.csv, layers: {c: corners, d: corners.diagonals}}"),
             Catch::Contains("'d' is one too many for a .csv file"));
  CHECK_THAT(said("{file: a.csv, layers: {c: corners}, range: [0, 1]}"),
             Catch::Contains("`range` belongs to .png files"));
  CHECK_THAT(said("{file: a.csv, layers: {c: corners}, legend: height}"),
             Catch::Contains("`legend` belongs to .png files"));
}

TEST_CASE("a world that no degrees fit is refused before anything runs", "[tables]") {
  const std::string output = "  - {file: a.geojson, layers: {c: corners}}\n";
  const Ran pole = World(output, "size: [17, 9], cell: 500 km, seed: 1, latitude: 80 deg").run("validate");
  CHECK(pole.exit == 2);
  CHECK_THAT(pole.err, Catch::Contains("t.yaml:8:12: error: a .geojson file holds degrees on the globe, and this "
                                       "world's latitude would go from 62.0 to 98.0"));
  const Ran around = World(output, "size: [1700, 9], cell: 50 km, seed: 1").run("validate");
  CHECK(around.exit == 2);
  CHECK_THAT(around.err, Catch::Contains("longitude would go from -498.6 to 498.6"));
  CHECK(World(output).run("validate").exit == 0);
}
