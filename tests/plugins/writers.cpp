// SPDX-License-Identifier: Apache-2.0
// terrawright/writer.h from C: a writer gets the true content, and each broken rule is reported.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

#include "cli/program.hpp"
#include "graph/sha256.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::test;

namespace {

void compile(const std::string& options, const std::string& library) {
  const Ran compiled = shell(
      "gcc -std=c11 -O1 -Wall -Wextra -Wpedantic -Werror -fPIC -shared -ffp-contract=off "
      "-fvisibility=hidden -Ipipeline/sdk " +
      options + " -o " + library);
  INFO(compiled.err);
  REQUIRE(compiled.exit == 0);
}

// A world of heights, a slope, a number and a table.
std::string world(const std::string& outputs) {
  return "terrawright: 1\nname: t\nworld: {size: [60, 50], cell: 30 m, seed: 3}\n"
         "stages:\n"
         "  noise: {use: heights.noise@1, with: {wavelength: 600 m}}\n"
         "  sea: {use: sea.level@1, in: {height: noise}, with: {percentile: 40 %}}\n"
         "  land: {use: sea.islets@1, in: {height: noise, level: sea.level}}\n"
         "  metres: {use: shape.metres@1, in: {height: noise, level: sea.level}}\n"
         "  drainage: {use: water.drainage@1, in: {height: metres, ocean: land.ocean}}\n"
         "  lakes: {use: water.lakes@1, in: {height: metres, filled: drainage.filled, receivers: drainage.receivers, "
         "ocean: land.ocean}}\n"
         "  slope: {use: shape.slope@1, in: {height: metres}}\n"
         "outputs:\n" +
         outputs;
}

std::vector<std::string> lines(const std::string& file) {
  std::istringstream stream(read(file));
  std::vector<std::string> all;
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

}  // namespace

TEST_CASE("A writer of a plugin in C is found by ending and by name, and its file holds the cells",
          "[plugins.writers]") {
  const TemporaryFolder folder;
  compile("-Wno-missing-field-initializers examples/700-writer/esri_ascii.c", folder / "esri.so");
  const std::string options =
      " --plugins " + folder.path().string() + " --cache off --quiet --sha256 --out " + (folder / "out");
  for (const char* others : {"", " --threads 1 --tile 16", " --threads 3 --tile whole"}) {
    const Ran ran = run("build examples/700-writer/world.yaml" + options + others);
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    const auto grid = lines(folder / "out/grid.asc");
    REQUIRE(grid.size() == 6 + 90);
    CHECK(grid[0] == "ncols 120");
    CHECK(grid[4] == "cellsize 25");
    graph::Sha256 cells;
    for (std::size_t y = 6; y < grid.size(); ++y) {
      std::istringstream row(grid[y]);
      std::string number;
      int count = 0;
      for (; row >> number; ++count) {
        const float value = std::strtof(number.c_str(), nullptr);
        cells.add(&value, sizeof value);
      }
      CHECK(count == 120);
    }
    CHECK(ran.out.find(cells.hex()) != std::string::npos);  // that of the layer
    CHECK(read(folder / "out/grid-short.asc").size() < read(folder / "out/grid.asc").size());
  }
  const Ran part = run("build examples/700-writer/world.yaml" + options + " --window 10,20,50x40");
  INFO(part.err);
  REQUIRE(part.exit == 0);
  CHECK(lines(folder / "out/grid.asc")[2] == "xllcorner 250");
  CHECK(lines(folder / "out/grid.asc")[3] == "yllcorner 750");
  const std::string manifest = read(folder / "out/grid-4-window-10-20-50x40.manifest.json");
  CHECK(manifest.find("\"plugin\": \"org.example.esri_ascii\"") != std::string::npos);
  CHECK(run("verify --files " + (folder / "out")).exit == 0);
}

TEST_CASE("What a writer is given is what there is", "[plugins.writers]") {
  const TemporaryFolder folder;
  compile("tests/plugins/made/writers.c", folder / "made.so");
  write(folder / "t.yaml", world("  - {file: \"{name}.lst\", coarsen: 2, layers: {height: metres, sea: sea.level, "
                                 "slope: slope, lakes: lakes.table}}\n"
                                 "  - {file: \"{name}.csv\", layers: {lakes: lakes.table}}\n"));
  const std::string command = "build " + (folder / "t.yaml") + " --quiet --plugins " + folder.path().string() +
                              " --cache " + (folder / "cache") + " --out " + (folder / "out");
  const Ran ran = run(command);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const auto list = lines(folder / "out/t.lst");
  REQUIRE(list.size() > 8);
  CHECK(list[0] == "L.lst|.lst|t|3|0,0,60x50|2");
  CHECK(list[1] == "item height port 0 kind 1 unit m 30x25 recipe 64 legend 0 places 0 title  metres 1");
  CHECK(list[2] == "extremes hold");
  CHECK(list[3].find("item sea port 1 kind 9") == 0);
  CHECK(list[4].find("number ") == 0);
  CHECK(list[5].find("item slope port 1 kind 2") == 0);
  CHECK(list[6] == "extremes hold");
  CHECK(list[7].find("item lakes port 1 kind 12 unit ") == 0);
  CHECK(list[7].find("places 4") != std::string::npos);
  CHECK(list.back() == "back L.l");
  // Rows are those of the program's own table.
  const auto csv = lines(folder / "out/t.csv");
  REQUIRE(csv.size() > 2);
  REQUIRE(list.size() == 8 + (csv.size() - 1) + 1);
  for (std::size_t r = 1; r < csv.size(); ++r) {
    std::istringstream own(csv[r]), given(list[7 + r].substr(4));
    for (std::string a, b; std::getline(own, a, ',') && std::getline(given, b, ',');)
      CHECK((a.empty() ? b == "nan" : std::strtod(a.c_str(), nullptr) == std::strtod(b.c_str(), nullptr)));
  }
  CHECK(read(folder / "out/beside.txt") == "bends");
  // Raw hashes of what is no layer either.
  const Ran hashes = run("build " + (folder / "t.yaml") + " --quiet --sha256 --cache off --plugins " +
                         folder.path().string() + " --out " + (folder / "hashed"));
  INFO(hashes.err);
  CHECK(hashes.exit == 0);
  CHECK(read(folder / "hashed/t.lst") == read(folder / "out/t.lst"));
  // Again: the files stand. With another build of the plugin they do not.
  const auto before = std::filesystem::last_write_time(folder / "out/t.lst");
  REQUIRE(run(command).exit == 0);
  CHECK(std::filesystem::last_write_time(folder / "out/t.lst") == before);
  compile("-O2 tests/plugins/made/writers.c", folder / "made.so");
  REQUIRE(run(command).exit == 0);
  CHECK(std::filesystem::last_write_time(folder / "out/t.lst") != before);
}

TEST_CASE("Items in lists have titles, classes that count, and the first one that is the same", "[plugins.writers]") {
  const TemporaryFolder folder;
  compile("tests/plugins/made/writers.c", folder / "made.so");
  std::string text = world(
      "  - {file: \"{name}.lst\", layers: {others: {Steep: slope, Kinds: {layer: kinds, classes: "
      "['2', 1]}, Again: slope.slope}, height: metres}}\n");
  text.insert(text.find("outputs:"), "  kinds: {use: shape.steps@1, in: {field: slope}, with: {count: 3}}\n");
  const std::string options = " --quiet --plugins " + folder.path().string() + " --out " + (folder / "out");
  write(folder / "t.yaml", text);
  const Ran ran = run("build " + (folder / "t.yaml") + options);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  std::vector<std::string> told;
  for (const std::string& line : lines(folder / "out/t.lst"))
    if (line.find("item ") == 0 || line.find("same ") == 0 || line.find("class ") == 0)
      told.push_back(line.find("item ") == 0 ? line.substr(0, 22) + line.substr(line.find(" title")) : line);
  CHECK(told == std::vector<std::string>{"item slope port 1 kind title Steep metres 0",
                                         "item kinds port 1 kind title Kinds metres 0", "class 2", "class 1",
                                         "item slope.slope port  title Again metres 0", "same as 0",
                                         "item height port 0 kin title  metres 1"});
  const std::string manifest = read(folder / "out/t-3.manifest.json");
  CHECK(manifest.find("\"Kinds\"") != std::string::npos);
  // Items that do not fit these flags.
  const auto says = [&](const std::string& layers) {
    write(folder / "u.yaml", world("  - {file: \"{name}.lst\", layers: " + layers + "}\n"));
    const Ran refused = run("build " + (folder / "u.yaml") + options);
    CHECK(refused.exit == 2);
    return refused.err;
  };
  CHECK_THAT(says("{height: [metres]}"), Catch::Contains("'height' of made.list@1 takes one node alone"));
  CHECK_THAT(says("{height: {layer: metres, classes: [1]}}"), Catch::Contains("takes all classes of a layer"));
  CHECK_THAT(says("{height: metres, others: {a: {layer: slope, classes: [1]}}}"),
             Catch::Contains("'a' is of a scalar, which has no classes"));
}

TEST_CASE("Each sentence of writer.h that a writer breaks is told, and leaves no file", "[plugins.writers]") {
  const TemporaryFolder folder;
  compile("tests/plugins/made/writers.c", folder / "made.so");
  struct Case {
    const char* mode;
    int exit;
    const char* says;
  };
  const Case cases[] = {
      {"refuses", 2, "this mode is refused"},
      {"refuses", 2, "choose another mode"},
      {"refuses", 2, "and this item too"},
      {"silent", 2, "it refused without a reason"},
      {"outside", 2, "it names a file '../outside.txt', which is no plain name"},
      {"reads_early", 2, "it asks whether to stop in create"},
      {"parallel_early", 2, "it works on several threads in create"},
      {"no_body", 1, "it works on several threads without a body"},
      {"parallel", 0, ""},
      {"much_memory", 2, "of memory"},
      {"unopened", 1, "it goes to a file that is not open"},
      {"twice", 1, "it opens a file twice"},
      {"unannounced", 1, "which create did not announce"},
      {"beyond", 1, "it reads cells beyond the item"},
      {"no_item", 1, "it reads cells of what is no layer"},
      {"no_room", 1, "without room for it"},
      {"rows_of_layer", 1, "it reads rows of what is no table"},
      {"bytes_of_layer", 1, "no text, grid or number"},
      {"unread", 1, "it reads back what it has not written"},
      {"reserves_unopened", 1, "it goes to a file that is not open"},
      {"reserves_all", 1, "cannot write the file"},
      {"clips_nothing_seen", 1, "it counts cells of a file that nobody sees"},
      {"content_of_none", 1, "it tells the content of no item"},
      {"content_nobody_sees", 1, "it tells the content of a file that nobody sees"},
      {"content_unnamed", 1, "it tells the content of what has no name"},
      {"content_of_letters", 1, "no SHA-256 in 64 digits of hex"},
      {"late_disk", 1, "it says what its files take in write"},
      {"much_disk", 2, "of disk"},
      {"unprepared", 1, "its helper is not there"},
      {"unprepared", 1, "install the helper"},
      {"prepares_a_file", 1, "it opens a file in prepare"},
      {"odd_preparation", 1, "prepare answers 9"},
      {"tells", 0, "10 cells of"},
      {"adds", 1, "it adds a file to what is no folder"},
      {"closes", 1, "it closes a file that is not inside a folder"},
      {"attributes_of_none", 1, "it asks what files say of what is no layer"},
      {"attributes_nowhere", 1, "it asks what files say of an item into NULL"},
      {"late_memory", 1, "it says what memory it needs in write"},
      {"odd_answer", 1, "write answers 7"},
      {"stops", 1, "it stopped although nobody asked it to"},
      {"fails", 1, "it failed without saying why"},
      {"hole", 1, "it leaves a hole in a file"},
      {"keeps", 0, ""},
      {"keeps_of_none", 2, "it keeps something of what is no layer"},
      {"asks_early", 2, "it asks what was kept in create"},
      {"kept_nowhere", 1, "it asks what was kept without a place for it"},
      {"keeps_at_null", 1, "it keeps bytes at NULL"},
      {"unannounced_keep", 1, "it keeps something of an item that create did not announce"},
      {"more_scratch", 1, "it takes more scratch memory than the 1048576 bytes that it said it needs"},
      {"nothing", 0, ""},
      {"all_memory", 2, "of memory"},
      {"says_why", 1, "height: it is too high"},
      {"says_why", 1, "make it lower"},
      {"aborts", -1, "failed in write"},
      {"extension", 0, ""},
      {"warns", 0, "this mode is odd"},
  };
  for (const Case& one : cases) {
    std::filesystem::remove_all(folder / "out");
    write(folder / "t.yaml",
          world("  - {write: made.list@1, file: \"{name}.dat\", in: {height: metres}, with: {mode: " +
                std::string(one.mode) + "}}\n"));
    const Ran ran = run("build " + (folder / "t.yaml") + " --quiet --cache off --plugins " + folder.path().string() +
                        " --out " + (folder / "out"));
    INFO(one.mode << ": exit " << ran.exit << "\n" << ran.err);
    CHECK((one.exit < 0 ? ran.exit > 2 : ran.exit == one.exit));
    CHECK(ran.err.find(one.says) != std::string::npos);
    CHECK(std::filesystem::exists(folder / "out/t.dat") == (one.exit == 0));
    CHECK(std::filesystem::exists(folder / "out/beside.txt") == (one.exit == 0));
  }
}

TEST_CASE("A layer of which a writer finds what it kept is not made for it", "[plugins.writers]") {
  const TemporaryFolder folder;
  compile("tests/plugins/made/writers.c", folder / "made.so");
  const auto build = [&](const std::string& mode, const std::string& limit) {
    write(folder / "t.yaml",
          world("  - {file: \"{name}.lst\", layers: {height: metres}, mode: " + mode + ", limit: [" + limit + "]}\n"));
    const Ran ran = run("build " + (folder / "t.yaml") + " --quiet --cache " + (folder / mode) + " --plugins " +
                        folder.path().string() + " --log " + (folder / "log") + " --out " + (folder / "out"));
    INFO(mode << ran.err);
    REQUIRE(ran.exit == 0);
    const std::string log = read(folder / "log");
    return std::pair(read(folder / "out/t.lst"), log.find("\"painted again\"") != std::string::npos);
  };
  // A cache each. A file with other parameters is written again: of cells, or of what was kept.
  for (const char* mode : {"looks", "keeps", "keeps_too_little"}) {
    INFO(mode);
    const auto first = build(mode, "1 m"), again = build(mode, "1 m, 2 m");
    CHECK(first.first == build("looks", "1 m").first);
    CHECK(again.first == build("looks", "1 m, 2 m").first);
    CHECK(first.first != again.first);
    CHECK(again.second == (std::string(mode) != "keeps"));
  }
}

TEST_CASE("A writer reserves room, has files of its own for a while and knows what files say of a layer",
          "[plugins.writers]") {
  const TemporaryFolder folder;
  compile("tests/plugins/made/writers.c", folder / "made.so");
  const auto written = [&](const std::string& mode) {
    std::filesystem::remove_all(folder / "out");
    write(folder / "t.yaml",
          world("  - {file: \"{name}.lst\", layers: {height: metres}, mode: " + mode + "}\n" +
                "  - {file: h.png, layers: {height: metres}, range: [-9 km, 9 km], sidecar: false}\n"));
    const Ran ran = run("build " + (folder / "t.yaml") + " --quiet --cache off --plugins " + folder.path().string() +
                        " --out " + (folder / "out"));
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    std::size_t files = 0;  // none is left of those for a while
    for ([[maybe_unused]] const auto& one : std::filesystem::directory_iterator(folder / "out")) ++files;
    CHECK(files == 4);
    const std::string bytes = read(folder / "out/t.lst"), manifest = read(folder / "out/t-3.manifest.json");
    CHECK(manifest.find(graph::sha256(bytes)) != std::string::npos);
    return bytes;
  };
  std::string reserved(100, '\0');
  reserved[50] = 'x';
  CHECK(written("reserves") == reserved);
  CHECK(written("temporary") == "onetwo");
  // As GDAL finds them in a file of the program.
  std::istringstream said(written("attributes"));
  const Ran gdal = shell("gdalinfo " + (folder / "out/h.png"));
  std::string line;
  std::size_t count = 0;
  REQUIRE(std::getline(said, line));
  CHECK(line.find("Software=terrawright ") == 0);
  for (; std::getline(said, line); ++count) {
    REQUIRE(line.find("terrawright:") == 0);
    line.replace(line.find(':'), 1, "_");  // as GDAL does
    CHECK(gdal.out.find(line) != std::string::npos);
  }
  CHECK(count > 8);
}

TEST_CASE("A writer of tiles is asked for each, with the extremes of all, and reads values in a layer's unit",
          "[plugins.writers]") {
  const TemporaryFolder folder;
  const std::string options = " --quiet --cache off --plugins " + folder.path().string() + " --out " + (folder / "out");
  const std::string tiles = "  - {tiles: {side: 40, file: \"{x}_{y}.lst\"}, layers: {height: metres}, mode: place}\n";
  compile("tests/plugins/made/writers.c", folder / "made.so");
  write(folder / "t.yaml", world(tiles));
  CHECK(run("build " + (folder / "t.yaml") + options).err.find("made.list@1 has no `tiles`") != std::string::npos);
  compile("-DFLAGS=TERRAWRIGHT_WRITER_TILES tests/plugins/made/writers.c", folder / "made.so");
  write(folder / "t.yaml",
        world(tiles + "  - {file: \"{layer}.lst\", layers: {height: metres}, mode: place, limit: 1 km}\n"));
  const Ran ran = run("build " + (folder / "t.yaml") + options);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const std::string all = read(folder / "out/height.lst"), extremes = all.substr(17, all.rfind('|') - 17);
  CHECK(all == "2|height.lst|0,0|" + extremes + "|1000");
  for (const auto& [name, window] : {std::pair("0_0", "0,0"), std::pair("1_0", "40,0"), std::pair("0_1", "0,40")})
    CHECK(read(folder / ("out/" + std::string(name) + ".lst")) ==
          "5|" + std::string(name) + ".lst|" + window + "|" + extremes + "|0");
  // Facts that a writer gives of its file are in the manifest.
  write(folder / "t.yaml", world("  - {file: t.lst, layers: {height: metres}, mode: tells}\n"));
  REQUIRE(run("build " + (folder / "t.yaml") + options).exit == 0);
  const std::string manifest = read(folder / "out/t-3.manifest.json");
  const std::string digits = "0123456789abcdef";
  CHECK(manifest.find("\"height\": \"" + digits + digits + digits + digits + "\"") != std::string::npos);
}

TEST_CASE("A writer's folder holds what it adds and appears whole; each name that is none inside it is told",
          "[plugins.writers]") {
  const TemporaryFolder folder;
  const std::string source = "tests/plugins/made/folder.c";
  compile(source, folder / "made.so");
  const auto ran_with = [&](const std::string& mode, const std::string& options = "") {
    write(
        folder / "t.yaml",
        world("  - {write: made.folder@1, file: \"{name}.set\", in: {height: metres}, with: {mode: " + mode + "}}\n"));
    return run("build " + (folder / "t.yaml") + " --quiet --plugins " + folder.path().string() + " --cache " +
               (folder / "cache") + " --out " + (folder / "out") + options);
  };
  const Ran ran = ran_with("good");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  CHECK(ran.err.find("3 cells of") != std::string::npos);
  CHECK(ran.err.find("make it flat") != std::string::npos);
  const std::string plan = "plan " + (folder / "t.yaml") + " --plugins " + folder.path().string();
  CHECK(run(plan).out.find("t.set\n      three files\n      made.folder@1") != std::string::npos);
  CHECK(run(plan + " --json").out.find("\"made\": {\"files\": 3}") != std::string::npos);
  CHECK(read(folder / "out/t.set/deep/er/large.bin") == std::string("Large\0\0\0", 8));
  CHECK(read(folder / "out/t.set/.small") == "gone");
  CHECK(std::filesystem::file_size(folder / "out/t.set/deep/empty") == 0);
  CHECK(read(folder / "out/t.set/chunks/0.0").size() > 1000);
  CHECK(lines(folder / "out/t.set/.terrawright-files").size() == 4);
  CHECK(shell("cd " + (folder / "out/t.set") + " && sha256sum --check --quiet .terrawright-files").exit == 0);
  CHECK(run("verify --files " + (folder / "out")).exit == 0);
  const std::string before = read(folder / "out/t.set/chunks/0.0");
  REQUIRE(ran_with("good", " --set world.seed=4").exit == 0);
  const std::string changed = read(folder / "out/t.set/chunks/0.0");
  CHECK(changed != before);
  const std::pair<const char*, const char*> cases[] = {
      {"beside", "it names a file beside a folder"},
      {"early", "it adds a file in create"},
      {"bad_json", "it tells what is no JSON object"},
      {"late", "it says what it makes in write"},
      {"n0", "'../up', which is no plain name inside a folder"},
      {"n1", "'/root'"},
      {"n2", "'a//b'"},
      {"n3", "'a/./b'"},
      {"n4", "'a/'"},
      {"n5", "''"},
      {"n6", "which is no plain name"},
      {"n7", "'c:drive'"},
      {"n8", "'.'"},
      {"n9", "which is no plain name"},
      {"n10", "'.terrawright-files'"},
      {"main", "''"},
      {"many", "it opens more than 512 files"},
      {"put", "it goes to a file that is not open"},
      {"twice", "it adds the file 'a' twice"},
      {"inside", "where a file and a folder would have one name"},
      {"above", "where a file and a folder would have one name"},
      {"opened", "where a file and a folder would have one name"},
      {"huge", "it goes beyond the end of any file"},
      {"tells_layers", "it tells `layers`, which the program does"},
      {"tells_much", "it tells more than 4096 bytes"},
      {"closes_twice", "it goes to a file that is not open"},
      {"puts_closed", "it goes to a file that is not open"},
      {"closes_temporary", "it closes a file that is not inside a folder"},
      {"at_null", "it writes bytes at NULL"},
      {"beyond", "it adds a chunk beyond the item"},
      {"before", "it adds a chunk beyond the item"},
      {"item_9", "it adds a chunk of what is no layer"},
  };
  for (const auto& [mode, says] : cases) {
    const Ran failed = ran_with(mode, " --set world.seed=5");
    INFO(mode << ": exit " << failed.exit << "\n" << failed.err);
    CHECK((failed.exit == 1 || failed.exit == 2));
    CHECK(failed.err.find(says) != std::string::npos);
    CHECK(read(folder / "out/t.set/chunks/0.0") == changed);  // as it was
  }
  write(folder / "t.yaml",
        world("  - {write: made.folder@1, tiles: {side: 32, file: \"{x}-{y}.set\"}, in: {height: metres}}\n"));
  CHECK(run("validate " + (folder / "t.yaml") + " --plugins " + folder.path().string()).err.find("`tiles`") !=
        std::string::npos);
}

TEST_CASE("What cannot go to a writer, and a writer that is described wrongly, is told", "[plugins.writers]") {
  const TemporaryFolder folder;
  compile("tests/plugins/made/writers.c", folder / "made.so");
  const auto validate = [&](const std::string& output) {
    write(folder / "t.yaml", world("  - {file: t.lst, " + output + "}\n"));
    return run("validate " + (folder / "t.yaml") + " --plugins " + (folder / "made.so"));
  };
  const std::pair<const char*, const char*> cases[] = {
      {"layers: {height: metres}", ""},
      {"layers: {anything: metres}", ""},
      {"layers: {height: metres, a: slope, b: slope}", ""},
      {"layers: {height: noise}", "'height' of made.list@1 needs m, but 'height' has no unit"},
      {"layers: {height: slope}", "needs a height, but 'height' is a scalar"},
      {"layers: {land: land.ocean}", "'land' is a mask, but made.list@1 needs a"},
      {"layers: {land: land.ocean}", "made.list@1 needs 'height'"},
      {"layers: {height: metres, other: metres}", "'other' is one too many"},
      {"layers: {height: metres}, mode: good", ""},
      {"layers: {height: metres}, mode: good, with: {mode: good}", "'mode' stands in `with` and beside `file`"},
      {"layers: {height: metres}, others: slope", ""},
      {"layers: {height: metres}, texture: slope", "`texture` belongs to .glb and .obj files"},
      {"layers: {height: metres}, error: 5 m", "write one of these, or remove `error`"},
      {"layers: {height: metres}, tiled: true", "`tiled` belongs to .exr, .tif and .tiff files"},
      {"layers: {height: metres}, range: [0 m, 1 m]", "`range` belongs to .png files"},
      {"layers: {height: metres}, limit: [0, 1 km]", ""},
      {"layers: {height: metres}, limit: 4 deg", "'limit': '4 deg' is not a length"},
      {"layers: {height: metres}, tiles: {side: 9, file: \"{x}_{y}.lst\"}", "to one file or to tiles, not to both"},
      {"layers: {height: metres}, print: true", "only a text or a table can be printed"},
      {"layers: {height: metres}, with: {made: 1}", "made.list@1 has no parameter 'made'"},
      {"layers: {height: metres}, in: {height: metres}", "`in` or `layers`, not both"},
      {"write: made.list@2, in: {height: metres}", "there is no writer 'made.list@2'"},
      {"write: list, in: {height: metres}", "'list' is not the name of a writer"},
  };
  for (const auto& [output, says] : cases) {
    const Ran ran = validate(output);
    INFO(output << "\n" << ran.err);
    CHECK(ran.exit == (*says == 0 ? 0 : 2));
    CHECK(ran.err.find(says) != std::string::npos);
  }
  // Two for one ending; ones that say of themselves what is not so.
  compile("-DID='\"other.list\"' tests/plugins/made/writers.c", folder / "two.so");
  write(folder / "t.yaml", world("  - {file: t.lst, layers: {height: metres}}\n"));
  const Ran two = run("validate " + (folder / "t.yaml") + " --plugins " + (folder / "made.so") + " --plugins " +
                      (folder / "two.so"));
  INFO(two.err);
  CHECK(two.exit == 2);
  CHECK(two.err.find("several writers have the ending '.lst'") != std::string::npos);
  const std::pair<const char*, const char*> wrong[] = {
      {"-DENDING='\"LST\"'", "has the ending 'LST'"},    {"-DFLAGS=4", "has a flag that this engine does not know"},
      {"-DFLAGS=3", "makes a folder, and writes tiles"}, {"-DLIMIT='\"unit of depth\"'", "which is none of its ports"},
      {"-DLIMIT='\"furlong\"'", "which is unknown"},     {"-DID='\"list\"'", "has an id that is not family.word"},
      {"-DID='\"made.list\"'", "is there already"}};
  for (const auto& [options, says] : wrong) {
    compile(std::string(options) + " tests/plugins/made/writers.c", folder / "wrong.so");
    const Ran ran = run("stages --plugins " + (folder / "made.so") + " --plugins " + (folder / "wrong.so"));
    INFO(options << "\n" << ran.err);
    CHECK(ran.exit == 3);
    CHECK(ran.err.find(says) != std::string::npos);
  }
}

TEST_CASE("Formats of the program are writers, by their endings and by their names", "[plugins.writers]") {
  const TemporaryFolder folder;
  const auto outputs = [&](const std::string& of, const std::string& range) {
    return "  - {" + of + "png@1, file: w.png, in: {height: metres}, with: {range: " + range + ", sidecar: false}}\n";
  };
  write(folder / "t.yaml", world(outputs("write: raster.", "[-1 km, 1000]") +
                                 "  - {file: f.png, layers: {height: metres}, range: [-1000 m, 1 km], sidecar: false}\n"
                                 "  - {file: \"{layer}.exr\", layers: {height: metres, slope: slope}, tiled: true}\n"
                                 "  - {write: raster.exr@1, file: w.exr, in: {height: metres}, with: {for: tinyexr}}\n"
                                 "  - {file: f.exr, layers: {height: metres}, for: tinyexr}\n"));
  const Ran ran = run("build " + (folder / "t.yaml") + " --quiet --cache off --out " + (folder / "out"));
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  CHECK(read(folder / "out/w.png").size() > 1000);
  CHECK(read(folder / "out/w.png") == read(folder / "out/f.png"));
  CHECK(read(folder / "out/w.exr") == read(folder / "out/f.exr"));
  CHECK(std::filesystem::exists(folder / "out/height.exr"));
  CHECK(std::filesystem::exists(folder / "out/slope.exr.aux.xml"));
  const std::pair<const char*, const char*> cases[] = {
      {"file: a.png, layers: {legend: land.ocean}", ""},  // alone, whatever its name
      {"file: a.png, layers: {m: land.ocean}, tiled: false, cog: false, sidecar: true", ""},
      {"file: a.png, layers: {m: land.ocean}, tiled: true", "`tiled` belongs to .exr, .tif and .tiff files"},
      {"file: a.png, layers: {m: land.ocean}, dpi: 100", "`dpi` belongs to print.png@1, which does not write this"},
      {"file: a.tif, layers: {m: metres}, overviews: 3", "'overviews'"},
      {"file: a.png, layers: {m: metres}", "its grey values in a .png file need a range"},
      {"file: a.png, layers: {m: metres}, range: [1 km, 0]", "'range' ends at 0, which is not above 1000"},
      {"file: a.png, layers: {m: metres}, range: [1 deg, 2 deg]", "'1 deg' is not a length"},
      {"file: a.png, layers: {m: metres}, range: [1 km]", "'range' has 1 item;"},
      {"file: a.png, layers: {n: sea.level}", "'n' is a number, which no writer of .png files takes"},
      {"file: a.png, layers: {l: lakes.table}", "which no writer of .png files takes"},
      {"file: a.tif, layers: {m: land.ocean, h: metres}", "'h' is one too many for a .tif file"},
      {"file: a.exr, layers: {l: lakes.table}", "'l' is a table, but an .exr file needs a"},
      {"file: a.zarr, layers: {m: metres}, range: [0, 1]", "`range` belongs to .png files"},
      {"tiles: {side: 9, file: \"{x}_{y}.csv\"}, layers: {l: lakes.table}", "a .csv file has no `tiles`"},
  };
  for (const auto& [output, says] : cases) {
    write(folder / "t.yaml", world("  - {" + std::string(output) + "}\n"));
    const Ran checked = run("validate " + (folder / "t.yaml"));
    INFO(output << "\n" << checked.err);
    CHECK(checked.exit == (*says == 0 ? 0 : 2));
    CHECK(checked.err.find(says) != std::string::npos);
    CHECK(checked.err.find("raster.png@1: ") == std::string::npos);  // who is not named is not told
  }
}

TEST_CASE("A copy of a format's folder under another id and ending is a format of its own", "[plugins.writers]") {
  const TemporaryFolder folder;
  std::string source = read(TERRAWRIGHT_ROOT "/writers/table/csv/csv.cpp");
  const std::pair<std::string, std::string> names[] = {
      {"table.csv", "table.tsv"}, {"\".csv\"", "\".tsv\""}, {"(table, csv,", "(table, tsv,"}};
  for (const auto& [from, to] : names) {
    REQUIRE(source.find(from) != std::string::npos);
    source.replace(source.find(from), from.size(), to);
  }
  write(folder / "tsv.cpp", source);
  write(folder / "plugin.cpp",
        "#include <cstring>\n"
        "#include \"terrawright/writer.hpp\"\n"
        "const terrawright_writer* terrawright_writer_tsv_of_table();\n"
        "static const void* extension(const char* id) {\n"
        "  static const terrawright_writer* const list[] = {terrawright_writer_tsv_of_table()};\n"
        "  static const terrawright_writers all = {sizeof all, 0, list, 1};\n"
        "  return std::strcmp(id, TERRAWRIGHT_WRITERS) == 0 ? &all : nullptr;\n"
        "}\n"
        "extern \"C\" TERRAWRIGHT_EXPORT const terrawright_plugin* terrawright_plugin_v1(const terrawright_engine*) {\n"
        "  static const terrawright_plugin plugin = {sizeof plugin, TERRAWRIGHT_ABI_MAJOR, TERRAWRIGHT_ABI_MINOR, 0,\n"
        "      \"org.example.tsv\", \"1.0.0\", \"C++\", nullptr, 0, nullptr, extension};\n"
        "  return &plugin;\n"
        "}\n");
  const Ran compiled =
      shell("g++ -std=c++17 -O1 -fPIC -shared -ffp-contract=off -fvisibility=hidden -Ipipeline/sdk -Iwriters " +
            (folder / "tsv.cpp") + " " + (folder / "plugin.cpp") + " writers/encode/csv.cpp -o " + (folder / "tsv.so"));
  INFO(compiled.err);
  REQUIRE(compiled.exit == 0);
  const std::string plugins = " --plugins " + (folder / "tsv.so");
  write(folder / "t.yaml", world("  - {file: \"{name}.csv\", layers: {lakes: lakes.table}}\n"
                                 "  - {file: \"{name}.tsv\", layers: {lakes: lakes.table}}\n"));
  CHECK(run("describe table.tsv" + plugins).out.find("Files: .tsv") != std::string::npos);
  CHECK(run("schema" + plugins).out.find("table.tsv@1") != std::string::npos);
  CHECK(run("plan " + (folder / "t.yaml") + plugins).out.find("t.tsv") != std::string::npos);
  const Ran ran = run("build " + (folder / "t.yaml") + plugins + " --quiet --cache off --out " + (folder / "out"));
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  CHECK(read(folder / "out/t.tsv").size() > 20);
  CHECK(read(folder / "out/t.tsv") == read(folder / "out/t.csv"));
  write(folder / "t.yaml", world("  - {file: \"{name}.png\", layers: {lakes: lakes.table}}\n"));
  CHECK(run("validate " + (folder / "t.yaml") + plugins).err.find("write it to a .csv, .geojson or .tsv file") !=
        std::string::npos);
}
