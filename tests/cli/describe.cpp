// SPDX-License-Identifier: Apache-2.0

#include "cli/program.hpp"
#include "support/catch.hpp"
#include "support/stage_files.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Json described(const std::string& stage) {
  const Ran ran = run("describe " + stage + " --json");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  return Json::parse(ran.out);
}

const char* shapes = R"(
#include "terrawright/stage.hpp"
using namespace terrawright;
struct All {
  In<Height> height; Out<Height> out;
  static void describe(Spec<All>& s) {
    s.stage("test.all", "Needs the whole raster.").revision(3).whole();
    s.port(&All::height, "height", "Any.");
    s.port(&All::out, "height", "The same.").like("height");
  }
  void paint(Tile& tile) const { tile.each_cell([&](auto x, auto y) { tile[out](x, y) = tile[height](x, y); }); }
};
struct Lee {
  In<Height> height; In<Class> kind; Out<Height> out;
  int reach = 7;
  static Rect west(const Lee& lee, const Rect& tile) {
    return {tile.x - lee.reach, tile.y, tile.width + lee.reach, tile.height};
  }
  static void describe(Spec<Lee>& s) {
    s.stage("test.lee", "Looks to the west | only.").reads_latitude();
    s.port(&Lee::height, "height", "Any.").window(&Lee::west);
    s.port(&Lee::kind, "kind", "Classes.").optional();
    s.port(&Lee::out, "height", "The same.").like("height");
    s.parameter(&Lee::reach, "reach", "How far.").range(0, 100).unit("cells");
  }
  void arrange(Arrangement&) { if (reach == 0) throw Failure("reach", "too near"); }
  void paint(Tile& tile) const { tile.each_cell([&](auto x, auto y) { tile[out](x, y) = tile[height](x, y); }); }
};
struct Shy {
  In<Height> height; Out<Height> out;
  static void describe(Spec<Shy>& s) {
    s.stage("test.shy", "Refuses its defaults.");
    s.port(&Shy::height, "height", "Any.").halo(2);
    s.port(&Shy::out, "height", "The same.").like("height");
  }
  void arrange(Arrangement&) { throw Failure("", "not today"); }
  void paint(Tile&) const {}
};
struct Either {
  In<Height> height; In<Class> kind; Out<Mask> out;
  static void describe(Spec<Either>& s) {
    s.stage("test.either", "Takes one of two.");
    s.port(&Either::height, "height", "Any.").optional().halo(2);
    s.port(&Either::kind, "kind", "Classes.").optional().halo(3);
    s.port(&Either::out, "mask", "None.");
  }
  void arrange(Arrangement& a) {
    if (a.connected(height) == a.connected(kind)) throw Failure("", "one of two");
  }
  void paint(Tile&) const {}
};
TERRAWRIGHT_PLUGIN("test.shapes", "2.1", stage<All>(), stage<Lee>(), stage<Shy>(), stage<Either>())
)";

}  // namespace

TEST_CASE("docs/stages and the schema are what the program says of its stages", "[describe][docs]") {
  const TemporaryFolder folder;
  const Ran ran = shell("scripts/docs.sh " TERRAWRIGHT_PROGRAM " " + folder.path().string());
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const Ran pages = shell("diff -r docs/stages " + (folder / "docs/stages"));
  INFO("run scripts/docs.sh and look at what changed\n" << pages.out.substr(0, 4000));
  CHECK(pages.exit == 0);
  CHECK(shell("cmp schema/terrawright.schema.json " + (folder / "schema/terrawright.schema.json")).exit == 0);
  for (const char* page : {"docs/tutorial/README.md", "docs/glossary.md"}) {
    INFO(page << ": run scripts/tutorial.sh");
    CHECK(shell(std::string("diff ") + page + " " + (folder / page)).out.empty());
  }
}

TEST_CASE("A unit that is not known is told with those that are, wherever a stage's own one matters",
          "[describe][units]") {
  const TemporaryFolder folder;
  const auto compile = [&](const std::string& parameter, const std::string& port) {
    write(folder / "raised.cpp", R"(
#include "terrawright/stage.hpp"
using namespace terrawright;
struct Raised {
  In<Height> height; Out<Height> out;
  double by = 1;
  static void describe(Spec<Raised>& s) {
    s.stage("test.raised", "Higher ground.");
    s.port(&Raised::height, "height", "Any.").unit(PORT);
    s.port(&Raised::out, "height", "Higher.").like("height");
    s.parameter(&Raised::by, "by", "By how much.").unit(PARAMETER).range(0, 10);
  }
  void paint(Tile&) const {}
};
TERRAWRIGHT_PLUGIN("test.raised", "1", stage<Raised>())
)");
    const Ran compiled = compile_plugin("g++ -O1 '-DPARAMETER=\"" + parameter + "\"' '-DPORT=\"" + port + "\"'",
                                        folder / "raised.cpp", folder / "raised.so");
    INFO(compiled.err);
    REQUIRE(compiled.exit == 0);
  };
  write(folder / "t.yaml",
        "terrawright: 1\nname: t\nworld: {size: [33, 33], cell: 1 km, seed: 1}\nstages:\n  h: {use: heights.noise@1}\n"
        "  m: {use: shape.metres@1, in: {height: h, level: 0}}\n"
        "  r: {use: test.raised@1, in: {height: m}, with: {by: 3 m}}\noutputs: [{file: t.exr, layers: {r: r}}]\n");
  const std::string plugins = " --plugins " + (folder / "raised.so"), known = "known units: m, km, cm, mm, m2, ";
  const auto said = [&] { return run("validate " + (folder / "t.yaml") + plugins).err; };
  compile("metres", "m");
  CHECK_THAT(said(), Catch::Contains(
                         "gives its parameter 'by' the unit 'metres', which is unknown: did you mean 'm'? " + known));
  compile("degs", "m");
  CHECK_THAT(said(), Catch::Contains("'degs', which is unknown: did you mean 'deg'? " + known));
  compile("furlong", "m");
  CHECK_THAT(said(), Catch::Contains("'furlong', which is unknown: " + known));
  compile("m", "metres");  // units of ports may be a stage's own
  CHECK_THAT(said(), Catch::Contains("needs metres, but 'm' is in m\n") &&
                         Catch::Contains("'metres' is unknown: did you mean 'm'? " + known));
  compile("m", "m");
  CHECK(said().empty());
}

TEST_CASE("A plugin's pages are made as those of the program, with pictures", "[describe][docs]") {
  if (shell("/usr/bin/python3 -c 'import numpy, PIL, zarr, yaml'").exit != 0) {
    WARN("what draws pictures is not here: pages of a plugin were not made");
    return;
  }
  const TemporaryFolder folder;
  const Ran compiled = compile_plugin("g++ -O2", "examples/100-plugin/*.cpp", folder / "shapes.so");
  INFO(compiled.err);
  REQUIRE(compiled.exit == 0);
  const std::string pages = folder / "pages", made = std::string("scripts/docs.sh " TERRAWRIGHT_PROGRAM " ") + pages +
                                                     " --plugins " + (folder / "shapes.so") +
                                                     " --sources examples/100-plugin";
  const Ran ran = shell(made);
  INFO(ran.out << ran.err);
  REQUIRE(ran.exit == 0);
  const std::string of_stages = pages + "/docs/stages/", terrace = read(of_stages + "example.terrace.md");
  CHECK_THAT(terrace, Catch::Contains("| comes with | org.example.shapes 1.0.0 |"));
  CHECK_THAT(terrace, Catch::Contains("(pictures/example.terrace.hills.png)") &&
                          Catch::Contains("(pictures/example.terrace.made.png)") &&
                          Catch::Contains("(pictures/example.terrace.step.2.png)") &&
                          Catch::Contains("## What values do"));
  // Nothing says what these show: what flows into them, and what comes out.
  for (const std::string stage : {"example.box_mean", "example.equalise"})
    CHECK_THAT(read(of_stages + stage + ".md"), Catch::Contains("(pictures/" + stage + ".hills.png)") &&
                                                    Catch::Contains("(pictures/" + stage + ".made.png)"));
  const std::string index = read(of_stages + "README.md");
  CHECK_THAT(index, Catch::Contains("\n## example\n") && Catch::Contains("[example.terrace](example.terrace.md)") &&
                        Catch::Contains("pictures/example.equalise.png"));
  CHECK(index.find("sea.level") == std::string::npos);
  // A second time nothing is drawn, and the pages of the program never go.
  const std::string picture = of_stages + "pictures/example.terrace.made.png";
  const auto drawn = fs::last_write_time(picture);
  REQUIRE(shell(made).exit == 0);
  CHECK(fs::last_write_time(picture) == drawn);
  CHECK(shell(std::string("scripts/docs.sh " TERRAWRIGHT_PROGRAM " . --plugins ") + (folder / "shapes.so") +
              " --sources examples/100-plugin")
            .exit == 2);
}

TEST_CASE("Examples that describe shows are worlds that build would take", "[describe]") {
  const TemporaryFolder folder;
  int examples = 0;
  for (const StageFile& file : stage_files()) {
    if (!file.is_example()) continue;
    const std::string world = file.path.string();
    const std::string id = file.family + "." + file.path.stem().string();
    INFO(id);
    const auto example = described(id)["example"];
    CHECK(example == read(world));
    const Ran ran = run("validate --quiet " + world);
    INFO(ran.err);
    CHECK(ran.exit == 0);
    ++examples;
  }
  CHECK(examples >= 12);
}

TEST_CASE("describe says shape, access, what it means for the world, revision and origin", "[describe]") {
  const std::string relief = run("describe view.relief").out;
  for (const char* part : {"Runs tile by tile, after one or more rounds that survey all tiles", "cells around it",
                           "World: the stage sets no limit", "Of the world it reads the size of a cell", "revision",
                           "from terrawright", "Example", "use: view.relief@1", "exact minimum and maximum"}) {
    INFO(part);
    CHECK(contains(relief, part));
  }
  const auto biomes = described("biome.whittaker");
  CHECK(biomes["inputs"][0]["name"] == "height");
  CHECK(biomes["inputs"][0]["halo"]["paint"]["left"] == 1);
  CHECK(biomes["inputs"][1]["halo"]["paint"]["left"] == 0);
  CHECK(biomes["shape"]["name"] == "tiles");
  const auto level = described("sea.level@1");
  CHECK(level["shape"]["name"] == "rounds");
  CHECK(level["parameters"][0]["default"] == "60 %");
  CHECK(level["outputs"][0]["main"] == true);
  CHECK(level["outputs"][1]["main"] == false);
  CHECK(described("island.particle_roll")["shape"]["name"] == "one answer");
  CHECK(run("describe sea.level --json --markdown").exit == 2);
}

void compile_into(const TemporaryFolder& folder, const std::string& name, const std::string& source) {
  write(folder / (name + ".cpp"), source);
  const Ran compiled = shell("g++ -std=c++17 -O0 -ffp-contract=off -fvisibility=hidden -fPIC -shared -Ipipeline/sdk " +
                             (folder / (name + ".cpp")) + " -o " + (folder / (name + ".so")));
  INFO(compiled.err);
  REQUIRE(compiled.exit == 0);
}

TEST_CASE("describe asks a plugin's stages for their windows", "[describe][plugins]") {
  const TemporaryFolder folder;
  compile_into(folder, "shapes", shapes);
  const std::string plugins = " --plugins " + folder.path().string();
  const std::string all = run("describe test.all" + plugins).out;
  CHECK(contains(all, "revision 3, from test.shapes 2.1, " + (folder / "shapes.so")));
  CHECK(contains(all, "Runs whole: it gets each layer as one raster"));
  CHECK(contains(all, "World: bounded by memory: 8 bytes for each cell of its layers"));
  CHECK(contains(all, "reads the whole raster"));
  CHECK_FALSE(contains(all, "Example"));

  const std::string lee = run("describe test.lee" + plugins).out;
  CHECK(contains(lee, "reads the tile and 7 cells to the left"));
  CHECK(contains(lee, "Of the world it reads the latitude"));
  CHECK(contains(run("describe test.lee --markdown" + plugins).out, "Looks to the west | only."));
  const auto json = Json::parse(run("describe test.lee --json" + plugins).out);
  CHECK(json["inputs"][0]["halo"]["paint"] == Json({{"left", 7}, {"up", 0}, {"right", 0}, {"down", 0}}));
  CHECK(json["example"].is_null());
  CHECK(json["parameters"][0]["maximum"] == 100);

  const std::string either = run("describe test.either" + plugins).out;
  CHECK(contains(either, "reads the tile and 2 cells around it"));
  CHECK(contains(either, "reads the tile and 3 cells around it"));

  const Ran shy = run("describe test.shy" + plugins);
  CHECK(shy.exit == 0);
  CHECK(contains(shy.out, "reads cells that depend on its parameters"));
}

TEST_CASE("describe knows every kind of parameter, columns, choices and a plugin's own example",
          "[describe][plugins]") {
  const TemporaryFolder folder;
  compile_into(folder, "kinds", R"(
#include "terrawright/stage.hpp"
using namespace terrawright;
enum class Way { up, down };
struct Step {
  double at = 0.5;
  Colour colour = rgb(0x0a0b0c);
  static void describe(Parameters<Step>& row) {
    row.parameter(&Step::at, "at", "Where it is.").unit("m").range(0, 9);
    row.parameter(&Step::colour, "colour", "What it looks like.");
  }
};
struct Kinds {
  Out<Height> out;
  Colour paint_on = rgb(0x2f6d9e);
  std::optional<Colour> edge;
  std::vector<std::int64_t> counts = {1, 2};
  std::vector<std::string> names = {"a", "b"};
  std::vector<Step> steps = {{1, rgb(0xffffff)}};
  std::int64_t wide = 0;
  Way way = Way::up;
  static void describe(Spec<Kinds>& s) {
    s.stage("test.kinds", "Has one of each.").example("# its own example\n");
    s.port(&Kinds::out, "height", "Flat.").unit("1");
    s.parameter(&Kinds::paint_on, "paint_on", "A colour.").advanced();
    s.parameter(&Kinds::edge, "edge", "A colour or none.").word("none");
    s.parameter(&Kinds::counts, "counts", "Whole numbers.");
    s.parameter(&Kinds::names, "names", "Texts.");
    s.parameter(&Kinds::steps, "steps", "Rows.");
    s.parameter(&Kinds::wide, "wide", "A large one.").range(std::int64_t{0}, INT64_MAX - 1);
    s.parameter(&Kinds::way, "way", "A choice.").choices({"up", "down"}).choice_docs({"To the sky.", "To the sea."});
  }
  void paint(Tile& tile) const { tile.each_cell([&](auto x, auto y) { tile[out](x, y) = 0; }); }
};
TERRAWRIGHT_PLUGIN("test.kinds", "1", terrawright::stage<Kinds>())
)");
  const std::string text = run("describe test.kinds --plugins " + folder.path().string()).out;
  for (const char* part :
       {"edge: colour, as \"#rrggbb\", or none", "default: none", "counts: list of whole numbers", "default: [1, 2]",
        "names: list of texts", "default: [a, b]", "default: [[1 m, \"#ffffff\"]]",
        "at: number in m, 0 to 9; without it 0.5 m. Where it is.", "wide: whole number, 0 to 9223372036854775806",
        "down: To the sea.", "# its own example", "paint_on: colour, as \"#rrggbb\"; advanced"}) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  }
  CHECK(text.find("paint_on") > text.find("way:"));
  const auto json = Json::parse(run("describe test.kinds --json --plugins " + folder.path().string()).out);
  CHECK(json["parameters"][0]["type"] == "colour");
  CHECK(json["parameters"][0]["default"] == "#2f6d9e");
  CHECK(json["parameters"][2]["default"] == Json({1, 2}));
  CHECK(json["parameters"][3]["items"] == "text");
  CHECK(json["parameters"][5]["maximum"] == INT64_MAX - 1);
  CHECK(json["parameters"][6]["choice_docs"][1] == "To the sea.");
  CHECK(json["example"] == "# its own example\n");
}
