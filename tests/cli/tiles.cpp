// SPDX-License-Identifier: Apache-2.0
// Outputs in tiles, as the program plans and builds them.
#include <filesystem>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

// 129 x 70 cells in 4 x 3 tiles, and a picture of the whole.
const std::string tiled = R"(terrawright: 1
name: t
world: {size: [129, 70], cell: 1 km, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
outputs:
  - {tiles: {side: 32, overlap: 1, file: "{name}/x{x}_y{y}.png"}, layers: {height: terrain}, range: [-10, 10]}
  - {file: "t.png", layers: {height: terrain}, range: [-10, 10]}
)";

struct World {
  TemporaryFolder folder;
  World() { write(folder / "t.yaml", tiled); }
  std::string to(const std::string& out) const { return (folder / "t.yaml") + " --quiet --out " + (folder / out); }
};

std::size_t files_in(const fs::path& folder) {
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) files += entry.is_regular_file() ? 1 : 0;
  return files;
}

}  // namespace

TEST_CASE("tiles are planned, built and listed with their hashes", "[tiles]") {
  const World world;
  const Ran plan = run("plan " + world.to("a"));
  CHECK_THAT(plan.out, Catch::Contains("4 x 3 tiles of 33 x 33 cells"));
  CHECK_THAT(plan.out, Catch::Contains("t/x0_y0.png\n  ... "));
  const Json planned = Json::parse(run("plan --json " + world.to("a")).out)["outputs"][0];
  REQUIRE(planned["files"].size() == 2 * 12);  // each with its place beside it
  CHECK(planned["tiles"] ==
        Json{{"columns", 4}, {"rows", 3}, {"side", 32}, {"overlap", 1}, {"width", 33}, {"height", 33}});
  const Ran built = run("build " + world.to("a"));
  INFO(built.err);
  REQUIRE(built.exit == 0);
  const Json manifest = Json::parse(read(world.folder / "a/t-42.manifest.json"));
  CHECK(manifest["files"].size() == 2 * 13);
  for (const Json& file : manifest["files"]) {
    const std::string path = world.folder / ("a/" + file["path"].get<std::string>());
    CHECK(fs::file_size(path) == file["bytes"]);
    CHECK(shell("sha256sum " + path).out.substr(0, 64) == file["sha256"]);
  }
  for (const Json& file : planned["files"]) CHECK(fs::exists(file.get<std::string>()));
  CHECK(files_in(world.folder / "a") == 2 * 13 + 1);
  CHECK(manifest["config"]["outputs"][0]["tiles"]["overlap"] == 1);
}

TEST_CASE("a tile is the same file as that of its window", "[tiles]") {
  const World world;
  REQUIRE(run("build " + world.to("a")).exit == 0);
  REQUIRE(run("build --window 32,0,33x33 " + world.to("b")).exit == 0);
  CHECK((read(world.folder / "a/t/x1_y0.png") == read(world.folder / "b/t.png")));
  CHECK(read(world.folder / "a/t/x1_y0.png.aux.xml") == read(world.folder / "b/t.png.aux.xml"));
  CHECK(read(world.folder / "a/t/x1_y0.png.aux.xml") != read(world.folder / "a/t/x0_y0.png.aux.xml"));
  // The window's own tiles begin at its corner.
  REQUIRE(fs::exists(world.folder / "b/t/x0_y0.png"));
  CHECK((read(world.folder / "a/t/x1_y0.png") == read(world.folder / "b/t/x0_y0.png")));
  CHECK_FALSE(fs::exists(world.folder / "b/t/x1_y0.png"));
}

TEST_CASE("tiles do not depend on the engine's tiles, threads or the cache", "[tiles]") {
  const World world;
  REQUIRE(run("build " + world.to("a")).exit == 0);
  for (const std::string& how :
       std::vector<std::string>{"--tile 16 --threads 1", "--tile whole", "--cache " + (world.folder / "cache")}) {
    REQUIRE(run("build " + how + " " + world.to("b")).exit == 0);
    INFO(how);
    CHECK(shell("diff -r " + (world.folder / "a") + " " + (world.folder / "b")).out.empty());
  }
  // An up-to-date file is not written again; a touched one is, as are its fellows.
  const std::string cached = "build --cache " + (world.folder / "cache") + " " + world.to("b");
  const auto before = fs::last_write_time(world.folder / "b/t/x0_y0.png");
  REQUIRE(run(cached).exit == 0);
  CHECK(fs::last_write_time(world.folder / "b/t/x0_y0.png") == before);
  write(world.folder / "b/t/x3_y2.png", "mine");
  REQUIRE(run(cached).exit == 0);
  CHECK(shell("diff -r " + (world.folder / "a") + " " + (world.folder / "b")).out.empty());
}

TEST_CASE("tiles appear all or not at all", "[tiles]") {
  const World world;
  REQUIRE(run("build " + world.to("a")).exit == 0);
  const std::string first = read(world.folder / "a/t/x0_y0.png");
  // A range that clips is refused with --strict when all tiles are written, and before the first has its name.
  const Ran refused = run("build " + world.to("a") + " --strict --set 'outputs.0.range=[0, 0.1]'");
  INFO(refused.err);
  CHECK(refused.exit == 1);
  CHECK_THAT(refused.err, Catch::Contains("which --strict refuses"));
  CHECK((read(world.folder / "a/t/x0_y0.png") == first));
  CHECK(files_in(world.folder / "a") == 2 * 13 + 1);
  CHECK(fs::exists(world.folder / "a/t-42.manifest.json"));
}

TEST_CASE("few open files are enough for many tiles", "[tiles]") {
  const World world;
  const Ran built =
      shell("ulimit -n 64; " TERRAWRIGHT_PROGRAM " build " + world.to("a") + " --set outputs.0.tiles.side=8");
  INFO(built.err);
  CHECK(built.exit == 0);
  CHECK(files_in(world.folder / "a") == 2 * (16 * 9 + 1) + 1);
}

TEST_CASE("a tile that would replace another file is refused", "[tiles]") {
  const World world;
  const auto said = [&](const std::string& file) {
    const Ran ran = run("validate " + (world.folder / "t.yaml") + " --set outputs.1.file=" + file);
    return std::to_string(ran.exit) + ran.err;
  };
  CHECK_THAT(said("t/x3_y2.png"), Catch::Contains("2") && Catch::Contains("two outputs write 'x3_y2.png'") &&
                                      Catch::Contains("the other one"));
  CHECK(said("t/x4_y2.png") == "0");
}

TEST_CASE("a build of many tiles tells of them in a line", "[tiles]") {
  const World world;
  const Ran built = run("build " + (world.folder / "t.yaml") + " --out " + (world.folder / "a"));
  CHECK_THAT(built.out, Catch::Contains("x{x}_y{y}.png  4 x 3 tiles of 33 x 33 cells, "));
  CHECK_FALSE(built.out.find("x1_y1.png") != std::string::npos);
  const Ran events = run("build --format json " + (world.folder / "t.yaml") + " --out " + (world.folder / "a"));
  CHECK_THAT(events.out, Catch::Contains("x1_y1.png"));
}
