// SPDX-License-Identifier: Apache-2.0
// Packs, read back by what the documentation of each program says (packs/importers.py).
#include <filesystem>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

const std::string example = "examples/360-packs/world.yaml";

// Stages of the example with other outputs.
std::string world(const std::string& size, const std::string& outputs) {
  const std::string text = read(TERRAWRIGHT_ROOT "/" + example);
  const std::size_t begin = text.find("\nstages:");
  return "terrawright: 1\nname: w\nworld: {size: " + size + ", cell: 32 m, seed: 11, latitude: 46 deg}\n" +
         text.substr(begin, text.find("outputs:") - begin) + "outputs:\n" + outputs;
}

const std::string weights =
    R"(weights: {grass: rest, sand: {layer: biomes, classes: [coast, shelf, deep ocean]}, rock: rock, snow: snow.mask})";
const std::string tables = "tables: {rivers: lines, lakes: lakes.table}";
const std::string truth =
    "  - {file: truth.zarr, layers: {height: land, rock: rock, snow: snow.mask, biome: biomes}, sidecar: false}\n";
const std::string of_truth =
    R"('{"grass": "rest", "sand": {"layer": "biome", "classes": ["coast", "shelf", "deep ocean"]}, )"
    R"("rock": "rock", "snow": "snow"}')";

std::string pack(const std::string& program, const std::string& more = "", const std::string& name = "") {
  const std::string range = program == "godot" ? "" : ", range: [-310 m, 905 m]";
  return "  - {pack: " + program + ", folder: " + (name.empty() ? program : name) + ", heights: land, " + weights +
         range + more + "}\n";
}

void build(const TemporaryFolder& folder, const std::string& text, const std::string& more = "") {
  write(folder / "w.yaml", text);
  const Ran ran = run("build " + folder / "w.yaml" + " --out " + folder / "out" + " --quiet " + more);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
}

Ran validate(const TemporaryFolder& folder, const std::string& text, const std::string& more = "") {
  write(folder / "w.yaml", text);
  return run("validate " + folder / "w.yaml" + " " + more);
}

void compare(const TemporaryFolder& folder, const std::string& packs) {
  const std::string out = folder / "out/";
  const Ran ran = shell("cd " + out +
                        " && PYTHONDONTWRITEBYTECODE=1 " TERRAWRIGHT_PYTHON " -W ignore " TERRAWRIGHT_ROOT
                        "/tests/cli/packs/compare.py truth.zarr " +
                        of_truth + " " + packs);
  INFO("Are python3-gdal and python3-zarr there? scripts/setup.sh installs them.\n" << ran.out << ran.err);
  CHECK(ran.exit == 0);
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path().lexically_relative(folder).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("The packs of the example are read back by what each program's documentation says", "[cli.packs]") {
  const TemporaryFolder folder;
  const std::string text = read(TERRAWRIGHT_ROOT "/" + example);
  build(folder, text + truth);
  compare(folder, "coast-unreal coast-unity coast-godot coast-generic");
  const Ran script = shell(TERRAWRIGHT_PYTHON " -B " TERRAWRIGHT_ROOT "/tests/cli/packs/unreal_script.py " +
                           folder / "out/coast-unreal");
  INFO(script.err);
  CHECK(script.exit == 0);
  for (const std::string pack : {"unreal", "unity", "godot"}) {
    for (const std::string table : {"rivers", "lakes"}) {
      const std::string rows = read(folder / ("out/coast-" + pack + "/tables/" + table + ".csv"));
      CHECK(std::count(rows.begin(), rows.end(), '\n') > 20);
    }
  }
}

TEST_CASE("Packs of worlds that are not square, with and without another size", "[cli.packs]") {
  const TemporaryFolder folder;
  const std::string size = GENERATE(as<std::string>(), "[253, 127]", "[300, 261]", "[65, 129]");
  build(folder, world(size, pack("unreal", ", fit: resample, " + tables) + pack("unity", ", fit: resample, " + tables) +
                                pack("godot", ", fit: resample, " + tables) + pack("generic", ", " + tables) + truth));
  compare(folder, "unreal unity godot generic");
}

TEST_CASE("Tiles of packs share borders where the program wants it, and have its names", "[cli.packs]") {
  const TemporaryFolder folder;
  build(folder, world("[253, 127]", pack("unreal", ", tiles: {side: 126}") +
                                        pack("unity", ", tiles: {side: 64}, fit: resample") +
                                        pack("godot", ", tiles: {side: 64}, fit: resample") +
                                        pack("generic", ", tiles: {side: 63, overlap: 1}") + truth));
  compare(folder, "unreal unity godot generic");
  const auto unreal = files_in(folder / "out/unreal/heights");
  CHECK(unreal == std::vector<std::string>{"heights_x0_y0.png", "heights_x1_y0.png"});  // and nothing else
  const auto unity = files_in(folder / "out/unity/heights");
  CHECK(unity.front() == "heights_0_0.raw");
  CHECK(unity.size() == 8);
  const Json sheet = Json::parse(read(folder / "out/unity/sheet.json"));
  CHECK(sheet["files"][0]["heights"][0] == "heights/heights_0_1.raw");  // the northern ones have the larger Z
  CHECK(files_in(folder / "out/godot/heights").back() == "heights_3_1.exr");
}

TEST_CASE("A pack without a range has that of the world, and more textures than a file has channels", "[cli.packs]") {
  const TemporaryFolder folder;
  const std::string many =
      "weights: {grass: rest, sand: {layer: biomes, classes: [coast, shelf, deep ocean]}, rock: rock, snow: snow.mask, "
      "ice: {layer: biomes, classes: [5]}, a_sea: shore.ocean}";
  std::string outputs;
  for (const std::string program : {"unreal", "unity", "godot", "generic"})
    outputs += "  - {pack: " + program + ", folder: " + program + ", heights: land, fit: resample, " + many + "}\n";
  build(folder, world("[65, 65]", outputs));
  const Json sheet = Json::parse(read(folder / "out/unity/sheet.json"));
  const Json manifest = Json::parse(read(folder / "out/w-11.manifest.json"));
  CHECK(sheet["heights"]["minimum"] == manifest["layers"]["land"]["minimum"]);
  CHECK(sheet["heights"]["maximum"] == manifest["layers"]["land"]["maximum"]);
  CHECK(sheet["files"][0]["weights"] == Json::array({"weights/weights0.png", "weights/weights1.png"}));
}

TEST_CASE("A pack is the same by the name of its writer", "[cli.packs]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml", world("[513, 513]", R"(
  - {pack: unity, folder: a, heights: land, range: [-300 m, 900 m], weights: {rock: rock, grass: rest, sand: {layer: biomes, classes: [coast]}}, tables: {lakes: lakes.table}, tiles: {side: 256}}
  - write: game.pack@1
    file: b
    in: {heights: land, weights: {sand: {layer: biomes, classes: [coast]}, rock: rock}, tables: {lakes: lakes.table}}
    with: {program: unity, range: [-300 m, 900 m], textures: [rock, grass, sand], side: 256}
)"));
  const Ran ran = run("build " + folder / "w.yaml" + " --out " + folder / "out");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const Ran diff = shell("diff -r " + folder / "out/a" + " " + folder / "out/b");
  INFO(diff.out);
  CHECK(diff.exit == 0);
}

TEST_CASE("A pack appears as a whole, is in the manifest, and is not written again", "[cli.packs]") {
  const TemporaryFolder folder;
  const std::string text = world("[65, 65]", pack("generic") + pack("godot", ", fit: resample"));
  const std::string cache = "--cache " + folder / "cache" + " --sums " + folder / "out/sums.txt";
  build(folder, text, cache);
  const Json manifest = Json::parse(read(folder / "out/w-11.manifest.json"));
  CHECK(manifest["files"][0]["path"] == "generic");
  CHECK(manifest["files"][0]["list"] == ".terrawright-files");
  CHECK(manifest["config"]["outputs"][0]["weights"]["sand"]["classes"][0] == "coast");
  const Ran sums = shell("cd " + folder / "out/generic" + " && sha256sum --check --quiet .terrawright-files");
  CHECK(sums.exit == 0);
  const Ran all = shell("cd " + folder / "out" + " && sha256sum --check --strict sums.txt");
  CHECK(all.exit == 0);
  CHECK(has(all.out, "generic/weights/grass.png: OK"));
  CHECK(has(shell("sha256sum " + folder / "out/generic/.terrawright-files").out, manifest["files"][0]["sha256"]));
  const auto when = std::filesystem::last_write_time(folder / "out/generic/heights.png");
  build(folder, text, cache);
  CHECK(std::filesystem::last_write_time(folder / "out/generic/heights.png") == when);
  // Another order of textures is another pack.
  std::string other = text;
  other.replace(other.find("grass: rest, "), 13, "");
  build(folder, other, cache);
  CHECK(std::filesystem::last_write_time(folder / "out/generic/heights.png") != when);
  CHECK(!std::filesystem::exists(folder / "out/generic/weights/grass.png"));
  // Files that a user added are not lost.
  write(folder / "out/generic/mine.txt", "mine");
  write(folder / "w.yaml", text);
  const Ran refused = run("build " + folder / "w.yaml" + " --quiet --out " + folder / "out " + cache);
  CHECK(refused.exit == 1);
  CHECK(has(refused.err, "mine.txt"));
  CHECK(read(folder / "out/generic/mine.txt") == "mine");
}

TEST_CASE("A pack of a window is the window's, with the range of the world", "[cli.packs]") {
  const TemporaryFolder folder;
  const std::string with_range =
      world("[300, 261]", pack("unreal", ", fit: resample, " + tables) + pack("generic", ", " + tables) + truth);
  build(folder, with_range, "--window 40,22,200x190");
  compare(folder, "unreal generic");
  const Json sheet = Json::parse(read(folder / "out/generic/sheet.json"));
  CHECK(sheet["world"]["window"] == "40,22,200x190");
  CHECK(sheet["heights"]["minimum"] == -310);
  const std::string without = world("[300, 261]", "  - {pack: generic, folder: g, heights: land}\n");
  CHECK(validate(folder, without).exit == 0);
  write(folder / "w.yaml", without);
  const Ran ran = run("build " + folder / "w.yaml" + " --quiet --out " + folder / "o --window 40,22,200x190");
  CHECK(ran.exit == 2);
  CHECK(has(ran.err, "which --window does not see"));
}

TEST_CASE("Cells beyond the range of a pack are told, and refused where warnings are", "[cli.packs]") {
  const TemporaryFolder folder;
  const std::string text = world("[65, 65]", "  - {pack: generic, folder: g, heights: land, range: [0 m, 100 m], " +
                                                 weights + ", " + tables + "}\n");
  write(folder / "w.yaml", text);
  const Ran told = run("build " + folder / "w.yaml" + " --quiet --out " + folder / "out");
  CHECK(told.exit == 0);
  CHECK(has(told.err, "lie outside its range and were clipped"));
  CHECK(run("build " + folder / "w.yaml" + " --quiet --strict --out " + folder / "other").exit == 1);
  CHECK(!std::filesystem::exists(folder / "other/g"));
}

TEST_CASE("Packs have the same bytes whatever the tiles and threads of the build are", "[cli.packs]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml", world("[600, 530]", pack("unity", ", fit: resample") + pack("generic", ", " + tables)));
  std::string sums;
  for (const std::string options : {"--threads 1", "--threads 2 --tile 128"}) {
    const Ran ran = run("build " + folder / "w.yaml" + " --quiet --cache off --out " + folder / "out " + options);
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    const std::string now = Json::parse(read(folder / "out/w-11.manifest.json"))["files"].dump();
    CHECK((sums.empty() || sums == now));
    sums = now;
  }
}

TEST_CASE("A build that is killed, or fails, at any step leaves the old pack or the new one, whole",
          "[cli.packs][kills][preloaded]") {
  const std::string what = GENERATE("KILL_AT", "FAIL_AT");
  const TemporaryFolder folder;
  const std::string outputs =
      "  - {pack: unity, folder: p, heights: land, range: [-310 m, 905 m], fit: resample, weights: {snow: snow.mask, "
      "grass: rest}, tiles: {side: 32}}\n";
  write(folder / "w.yaml", world("[65, 65]", outputs));
  const auto command = [&](const std::string& percentile, const std::string& to) {
    return TERRAWRIGHT_PROGRAM " build " + folder / "w.yaml" +
           " --quiet --cache off --set stages.sea.with.percentile=" + percentile + "% --out " + folder / to;
  };
  REQUIRE(shell(command("50", "old")).exit == 0);
  REQUIRE(shell(command("60", "new")).exit == 0);
  const auto list = [&](const std::string& of) { return read(folder / (of + "/p/.terrawright-files")); };
  int olds = 0, news = 0;
  for (int step = 1; news < 3; ++step) {
    REQUIRE(step < 100);
    std::filesystem::remove_all(folder / "to");
    std::filesystem::copy(folder / "old", folder / "to", std::filesystem::copy_options::recursive);
    const Ran ran = shell("ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 LD_PRELOAD=" TERRAWRIGHT_AT_CALL " " +
                          what + "=" + std::to_string(step) + " " + command("60", "to"));
    INFO(what << " " << step << ": " << ran.exit << ran.err);
    CHECK(shell("cd " + folder / "to/p" + " && sha256sum --check --quiet .terrawright-files").exit == 0);
    const bool is_old = list("to") == list("old");
    CHECK((is_old || list("to") == list("new")));
    olds += is_old ? 1 : 0;
    news += is_old ? 0 : 1;
    if (what == "FAIL_AT") CHECK(shell("find " + folder / "to" + " -name '.terrawright-*.part'").out.empty());
  }
  CHECK(olds > 10);
}

TEST_CASE("A level from edge to edge is packed for three engines", "[cli.packs]") {
  const TemporaryFolder folder;
  const Ran ran = run("build examples/360-packs/level.yaml --quiet --out " + folder / "out");
  INFO(ran.err);
  CHECK(ran.exit == 0);
  CHECK(ran.err.empty());
  for (const char* pack : {"unreal", "unity", "godot"})
    CHECK(files_in(folder / ("out/level-" + std::string(pack))).size() >= 3);
}
