// SPDX-License-Identifier: Apache-2.0
// Tiles for maps on the web, read by others.
#include <filesystem>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

std::string world(const std::string& outputs, const std::string& facts = "latitude: 52 deg, longitude: 11 deg",
                  const std::string& size = "[300, 260]", const std::string& formula = "3000 * a - 1200") {
  return "terrawright: 1\nname: web\nworld: {size: " + size + ", cell: 1 km, seed: 42, " + facts +
         "}\nstages:\n  noise: {use: heights.noise@1, with: {kind: gradient, wavelength: 60 km}}\n"
         "  metres: {use: shape.formula@1, in: {a: noise}, with: {unit: m, formula: \"height = " +
         formula + "; mask = a > 0.5\"}}\n  relief: {use: view.relief@1, in: {height: metres.height}}\noutputs:\n" +
         outputs;
}

Ran build(const TemporaryFolder& folder, const std::string& text, const std::string& more = "") {
  write(folder / "w.yaml", text);
  return run("build " + folder / "w.yaml" + " --out " + folder / "out" + " --quiet " + more);
}

void check_python(const std::string& arguments) {
  const Ran ran = shell(TERRAWRIGHT_PYTHON " -W ignore " TERRAWRIGHT_ROOT "/tests/cli/pyramid.py " + arguments);
  INFO("Are gdal-bin and python3-gdal there? scripts/setup.sh installs them.\n" << ran.out << ran.err);
  CHECK(ran.exit == 0);
}

const std::string heights = "  - {file: h.tif, layers: {height: metres.height}}\n";

}  // namespace

TEST_CASE("Heights in tiles are where GDAL warps the GeoTIFF to", "[cli.pyramid]") {
  const TemporaryFolder folder;
  const auto [facts, code, more] = GENERATE(table<std::string, std::string, std::string>({
      {"latitude: 52 deg, longitude: 11 deg", "terrarium", ""},
      {"latitude: 52 deg, longitude: 11 deg", "mapbox", ", zoom: [3, 9], outside: -50 m"},
      {"latitude: -33.3 deg, longitude: -170.25 deg", "terrarium", ", side: 512, zoom: [2, 8]"},
      {"latitude: 0 deg", "terrarium", ", zoom: [0, 8]"},
      {"latitude: 85 deg", "terrarium", ", zoom: [0, 7]"},  // part of it lies beyond the map
  }));
  const std::string window = more.empty() ? GENERATE("", "--window 40,22,194x202") : "";
  const std::string pyramid =
      "  - {pyramid: {file: \"t/{z}/{x}/{y}.png\", encoding: " + code + more + "}, layers: {height: metres.height}}\n";
  const Ran ran = build(folder, world(heights + pyramid, facts), window);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const std::string outside = more.find("outside") == std::string::npos ? "0" : "-50";
  check_python("values " + folder / "out/h.tif" + " " + folder / "out/t" + " " + code + " " + outside);
}

TEST_CASE("Pictures in tiles are where GDAL warps the GeoTIFF to, and transparent beyond the world", "[cli.pyramid]") {
  const TemporaryFolder folder;
  const Ran ran = build(folder, world("  - {file: p.tif, layers: {relief: relief}}\n"
                                      "  - {pyramid: {file: \"t/{z}/{x}/{y}.png\"}, layers: {relief: relief}}\n"));
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  check_python("picture " + folder / "out/p.tif" + " " + folder / "out/t");
}

TEST_CASE("Masks and classes in tiles are those of the nearest cell", "[cli.pyramid]") {
  const TemporaryFolder folder;
  const std::string text = world(
      "  - {file: m.tif, layers: {mask: metres.mask}}\n"
      "  - {pyramid: {file: \"t/{z}/{x}/{y}.png\"}, layers: {mask: metres.mask}}\n");
  const Ran ran = build(folder, text);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  check_python("codes " + folder / "out/m.tif" + " " + folder / "out/t");
}

TEST_CASE("A pyramid that ends early has the upper tiles of one that does not", "[cli.pyramid]") {
  const TemporaryFolder folder;
  const std::string tail = "}, layers: {relief: relief}}\n";
  const Ran ran = build(folder, world("  - {pyramid: {file: \"all/{z}/{x}/{y}.png\"" + tail +
                                      "  - {pyramid: {file: \"upper/{z}/{x}/{y}.png\", zoom: [4, 5]" + tail));
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  CHECK_FALSE(fs::exists(folder / "out/upper/3"));
  CHECK_FALSE(fs::exists(folder / "out/upper/6"));
  CHECK(fs::exists(folder / "out/all/7"));
  for (const std::string zoom : {"4", "5"})
    CHECK(shell("diff -r " + folder / ("out/all/" + zoom) + " " + folder / ("out/upper/" + zoom)).exit == 0);
}

TEST_CASE("A .pmtiles file has the tiles of the folder", "[cli.pyramid]") {
  const TemporaryFolder folder;
  const std::string encoding = GENERATE("", ", encoding: mapbox, side: 512");
  const std::string layer = encoding.empty() ? "relief" : "metres.height";
  const Ran ran =
      build(folder, world("  - {pyramid: {file: \"t/{z}/{x}/{y}.png\"" + encoding + "}, layers: {l: " + layer +
                          "}}\n  - {pyramid: {file: \"{name}-{layer}.pmtiles\"" + encoding + "}, layers: {l: " + layer +
                          "}}\n"));
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  check_python("same " + folder / "out/t" + " " + folder / "out/web-l.pmtiles");
}

TEST_CASE("A pyramid is whole, in the manifest, and not written twice", "[cli.pyramid]") {
  const TemporaryFolder folder;
  const std::string outputs =
      "  - {pyramid: {file: \"t/{z}/{x}/{y}.png\", zoom: [5, 8]}, layers: {relief: relief}}\n"
      "  - {pyramid: {file: \"t.pmtiles\"}, layers: {relief: relief}}\n";
  REQUIRE(build(folder, world(outputs), "--cache " + folder / "cache").exit == 0);
  const Json manifest = Json::parse(read(folder / "out/web-42.manifest.json"));
  REQUIRE(manifest["files"].size() == 2);
  CHECK(manifest["files"][0]["path"] == "t");
  CHECK(manifest["files"][0]["list"] == ".terrawright-files");
  CHECK(manifest["files"][1]["path"] == "t.pmtiles");
  CHECK_FALSE(manifest["files"][1].contains("list"));
  CHECK(manifest["config"]["outputs"][0]["pyramid"] ==
        Json({{"file", "t/{z}/{x}/{y}.png"}, {"side", 256}, {"zoom", {5, 8}}}));
  CHECK(shell("cd " + folder / "out/t" + " && sha256sum --check --quiet .terrawright-files").exit == 0);
  CHECK(shell("cd " + folder / "out" + " && sha256sum t/.terrawright-files t.pmtiles").out ==
        manifest["files"][0]["sha256"].get<std::string>() + "  t/.terrawright-files\n" +
            manifest["files"][1]["sha256"].get<std::string>() + "  t.pmtiles\n");

  REQUIRE(build(folder, world(outputs), "--cache " + folder / "cache" + " --sums " + folder / "out/sums.txt").exit ==
          0);
  const Ran checked = shell("cd " + folder / "out" + " && sha256sum --check --strict sums.txt");
  CHECK(checked.exit == 0);
  CHECK(checked.out.find("t/tile.json: OK") != std::string::npos);

  const auto before = fs::last_write_time(folder / "out/t/tile.json");
  REQUIRE(build(folder, world(outputs), "--cache " + folder / "cache").exit == 0);
  CHECK(fs::last_write_time(folder / "out/t/tile.json") == before);
  CHECK(Json::parse(read(folder / "out/web-42.manifest.json")) == manifest);

  // Other zooms: no tile of the old ones stays.
  CHECK(fs::exists(folder / "out/t/5"));
  std::string deeper = outputs;
  deeper.replace(deeper.find("[5, 8]"), 6, "[6, 8]");
  REQUIRE(build(folder, world(deeper), "--cache " + folder / "cache").exit == 0);
  CHECK_FALSE(fs::exists(folder / "out/t/5"));
  CHECK(fs::exists(folder / "out/t/6"));

  // Files that no build wrote are not deleted.
  write(folder / "out/t/mine.txt", "mine");
  const Ran refused = build(folder, world(outputs), "--cache off");
  CHECK(refused.exit == 1);
  CHECK(refused.err.find("no build wrote 'mine.txt'") != std::string::npos);
  CHECK(read(folder / "out/t/mine.txt") == "mine");
  CHECK_FALSE(fs::exists(folder / "out/t/5"));
}

TEST_CASE("What an encoding cannot tell is counted", "[cli.pyramid]") {
  const TemporaryFolder folder;
  const std::string outputs =
      "  - {pyramid: {file: \"{layer}.pmtiles\", encoding: terrarium}, layers: {height: metres.height}}\n";
  const std::string picture = "  - {file: p.png, layers: {relief: relief}}\n";
  const std::string text = world(outputs + picture, "latitude: 0 deg", "[300, 260]", "100000 * a");
  const Ran ran = build(folder, text);
  CHECK(ran.exit == 0);
  CHECK(ran.err.find("height.pmtiles lie outside its range and were clipped") != std::string::npos);
  CHECK(ran.err.find("mapbox -10000 to 1667721.5") != std::string::npos);
  const Ran strict = build(folder, text, "--strict");
  CHECK(strict.exit == 1);
  CHECK(strict.err.find("terrarium tells -32768 to 32767.99") != std::string::npos);
  std::string mapbox = text;
  mapbox.replace(mapbox.find("terrarium}"), 9, "mapbox");
  CHECK(build(folder, mapbox, "--strict").exit == 0);
}

TEST_CASE("plan says which tiles there are, and counts their memory", "[cli.pyramid]") {
  const TemporaryFolder folder;
  const std::string outputs = "  - {pyramid: {file: \"t/{z}/{x}/{y}.png\"}, layers: {relief: relief}}\n";
  REQUIRE(build(folder, world(outputs)).exit == 0);
  std::int64_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "out/t"))
    count += entry.path().extension() == ".png" ? 1 : 0;
  const std::string of = folder / "w.yaml" + " --out " + folder / "out";
  const Ran plan = run("plan " + of);
  CHECK(plan.out.find("/t\n      " + std::to_string(count) + " tiles of 256 x 256 pixels, zoom ") != std::string::npos);
  const Json said = Json::parse(run("plan --json " + of).out);
  CHECK(said["outputs"][0]["pyramid"]["tiles"] == count);
  const Json described = Json::parse(read(folder / "out/t/tile.json"));
  CHECK(said["outputs"][0]["pyramid"]["bounds"] == described["bounds"]);
  CHECK(said["outputs"][0]["files"] == Json::array({folder / "out/t"}));

  write(folder / "large.yaml", world("  - {pyramid: {file: \"t/{z}/{x}/{y}.png\", side: 512}, layers: {r: relief}}\n"));
  const Json large = Json::parse(run("plan --json " + folder / "large.yaml").out);
  CHECK(large["memory"]["peak"].get<double>() > said["memory"]["peak"].get<double>() + 5e6);
}

TEST_CASE("A pyramid of coarser cells lies where the world does, and says what its cells are", "[cli.pyramid]") {
  const TemporaryFolder folder;
  // Around all of the globe: the last coarse cell reaches beyond it.
  const std::string around = "latitude: 0 deg", size = "[200, 80]";
  const std::string coarsen = GENERATE("7", "8");
  std::string text = world(
      "  - {pyramid: {file: \"t/{z}/{x}/{y}.png\"}, layers: {r: relief}, coarsen: " + coarsen + "}\n", around, size);
  text.replace(text.find("cell: 1 km"), 10, "cell: 200 km");
  text.replace(text.find("wavelength: 60 km"), 17, "wavelength: 6000 km");
  const Ran ran = build(folder, text);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const Json described = Json::parse(read(folder / "out/t/tile.json"));
  CHECK(described["terrawright"]["metres_per_cell"] == 200000.0 * std::stod(coarsen));
  CHECK(described["terrawright"]["coarsen"] == std::stoi(coarsen));
  CHECK(described["bounds"][2].get<double>() <= 180);
}

TEST_CASE("A world has the same tiles whatever its own are", "[cli.pyramid]") {
  const TemporaryFolder one, other;
  const std::string outputs =
      "  - {pyramid: {file: \"t.pmtiles\", encoding: terrarium}, layers: {height: metres.height}}\n";
  REQUIRE(build(one, world(outputs), "--tile 64 --threads 3").exit == 0);
  REQUIRE(build(other, world(outputs), "--tile 300 --threads 1").exit == 0);
  CHECK((read(one / "out/t.pmtiles") == read(other / "out/t.pmtiles")));
}
