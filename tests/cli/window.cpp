// SPDX-License-Identifier: Apache-2.0
// build --window and plan --window.
#include <filesystem>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string world = "configs/island.yaml --set world.size=[200,150]";

}  // namespace

TEST_CASE("build --window writes into a folder of its own, so that the world stays", "[window]") {
  const TemporaryFolder folder;
  const std::string program =
      "cd " + folder.path().string() + " && " TERRAWRIGHT_PROGRAM " build " TERRAWRIGHT_ROOT "/";
  const Ran whole = shell(program + world + " --quiet"), part = shell(program + world + " --window 20,30,100x90");
  INFO(whole.err << part.err);
  CHECK(whole.exit == 0);
  REQUIRE(part.exit == 0);
  CHECK(contains(part.err, "window 20,30,100x90 of 200 x 150 cells"));
  CHECK(fs::exists(folder / "out/island/island-42.manifest.json"));
  CHECK(fs::exists(folder / "out/island/island-42.exr"));
  const std::string own = folder / "out/island/window-20-30-100x90/";
  CHECK(fs::exists(own + "island-42.exr"));
  CHECK(contains(read(own + "island-42.exr"), "20,30,100x90"));
  CHECK(contains(read(own + "island-42-biomes.png"), "20,30,100x90"));
  CHECK(contains(read(own + "island-42-biomes.legend.json"), "\"window\": \"20,30,100x90\""));
  CHECK(contains(read(own + "island-42-biomes.legend.json"), "\"cells\": 9000"));
  CHECK(contains(read(own + "island-42-rivers.geojson"), "\"window\":\"20,30,100x90\""));
  CHECK(fs::exists(own + "island-42-window-20-30-100x90.manifest.json"));
  CHECK_FALSE(fs::exists(own + "island-42.manifest.json"));
}

TEST_CASE("A window in units is the same window, whatever the tiles and threads", "[window]") {
  const TemporaryFolder folder;
  const auto hashes = [&](const std::string& arguments) {
    const Ran ran = run("build " + world + " --sha256 --quiet --out " + folder / "out" + " " + arguments);
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    return ran.out;
  };
  const std::string expected = hashes("--window 20,30,100x90");
  CHECK(contains(expected, " drainage/filled\n"));
  CHECK(hashes("--window 5km,7.5km,25kmx22.5km --tile 64 --threads 1") == expected);
  CHECK(hashes("--window '5 km, 30, 25000 m x 90' --tile whole") == expected);
  CHECK(hashes("--window 21,30,100x90") != expected);
  // --out is taken as it is given, and other files of the same names make a manifest untrue.
  CHECK(fs::exists(folder / "out/island-42-window-21-30-100x90.manifest.json"));
  CHECK_FALSE(fs::exists(folder / "out/island-42-window-20-30-100x90.manifest.json"));
}

TEST_CASE("Seeds have the same window each", "[window]") {
  const TemporaryFolder folder;
  REQUIRE(run("build " + world + " --quiet --seed 1 --seed 2 --window 0,0,64x64 --out " + folder / "out").exit == 0);
  for (const char* seed : {"1", "2"})
    CHECK(fs::exists(folder / ("out/island-" + std::string(seed) + "-window-0-0-64x64.manifest.json")));
}

TEST_CASE("plan --window says what it cuts", "[window]") {
  const Ran text = run("plan " + world + " --window 20,30,100x90");
  REQUIRE(text.exit == 0);
  CHECK(contains(text.out, "window 20,30,100x90: pass "));
  CHECK(contains(text.out, "out/island/window-20-30-100x90/island-42.exr"));
  const auto json = Json::parse(run("plan " + world + " --json --window 20,30,100x90").out);
  CHECK(json["window"] == Json{{"x", 20}, {"y", 30}, {"width", 100}, {"height", 90}});
  CHECK_FALSE(Json::parse(run("plan " + world + " --json").out).contains("window"));
}

TEST_CASE("A build of a window tells programs which", "[window]") {
  const TemporaryFolder folder;
  const Ran ran = run("build " + world + " --format json --window 20,30,100x90 --out " + folder / "out");
  REQUIRE(ran.exit == 0);
  CHECK(contains(ran.out, "\"window\":\"20,30,100x90\""));
}
