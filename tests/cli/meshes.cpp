// SPDX-License-Identifier: Apache-2.0
// Meshes by the eyes of assimp, against rasters by those of GDAL.

#include "cli/program.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"

using namespace terrawright::test;

namespace {

// A land in a world that is neither square nor of 2^n + 1 cells, nor at 0 degrees.
std::string world(const std::string& outputs, const std::string& size = "[150, 131]") {
  return "terrawright: 1\nname: mesh\nworld: {size: " + size +
         ", cell: 250 m, seed: 42, latitude: 52 deg, longitude: 11 deg}\nstages:\n"
         "  terrain: {use: heights.diamond_square@1, with: {seeding: island, stencil: cubic}}\n"
         "  sea: {use: sea.level@1, in: {height: terrain}}\n"
         "  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}\n"
         "  picture: {use: view.relief@1, in: {height: metres}}\n"
         "outputs:\n" +
         outputs;
}

void build(const TemporaryFolder& folder, const std::string& text, const std::string& more = "",
           const std::string& out = "out") {
  write(folder / "w.yaml", text);
  const Ran ran = run("build " + folder / "w.yaml" + " --out " + folder / out + " --quiet " + more);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
}

void check(const TemporaryFolder& folder, const std::string& mesh, const std::string& errors_and_picture) {
  const Ran ran = shell(std::string(TERRAWRIGHT_PYTHON) + " -W ignore " TERRAWRIGHT_ROOT "/tests/cli/meshes.py " +
                        folder / "out/h.tif" + " " + folder / ("out/" + mesh) + " 11 52 " + errors_and_picture);
  INFO("Are assimp-utils and python3-gdal there? scripts/setup.sh installs them.\n" << ran.out << ran.err);
  CHECK(ran.exit == 0);
}

const std::string all = R"(
  - {file: h.tif, layers: {height: metres}}
  - {file: p.png, layers: {picture: picture}}
  - {file: one.glb, layers: {height: metres}, texture: picture, error: 20 m}
  - {file: levels.glb, layers: {height: metres}, texture: picture, error: [0 m, 15 m, 0.2 km]}
  - {file: plain.glb, layers: {height: metres}, error: 50 m}
  - {file: one.obj, layers: {height: metres}, texture: picture, error: 20 m}
  - {file: plain.obj, layers: {height: metres}, error: 100 m}
)";

}  // namespace

TEST_CASE("assimp finds the heights of the raster in meshes, at their place and within the error",
          "[cli.meshes][length]") {
  const TemporaryFolder folder;
  const std::string window = GENERATE("", "--window 21,12,98x77", "--window 0,1,2x40");
  build(folder, world(all), window);
  const std::string picture = " " + folder / "out/p.png";
  check(folder, "levels.glb", "0 15 200" + picture);
  check(folder, "one.obj", "20" + picture);
  if (!window.empty() && !at_length()) return;
  check(folder, "one.glb", "20" + picture);
  check(folder, "plain.glb", "50");
  check(folder, "plain.obj", "100");
}

TEST_CASE("a coarser mesh lies where a coarser raster lies", "[cli.meshes]") {
  const TemporaryFolder folder;
  const std::string window = GENERATE("", "--window 20,12,96x80");
  build(folder,
        world("  - {file: h.tif, layers: {height: metres}, coarsen: 4}\n"
              "  - {file: p.png, layers: {picture: picture}, coarsen: 4}\n"
              "  - {file: c.glb, layers: {height: metres}, texture: picture, error: 20 m, coarsen: 4}\n"),
        window);
  check(folder, "c.glb", "20 " + folder / "out/p.png");
}

TEST_CASE("a mesh is the same whatever tiles and threads make it, and in the manifest", "[cli.meshes]") {
  const TemporaryFolder folder;
  const std::string text = world(all, "[600, 530]");
  build(folder, text, "--cache off", "one");
  build(folder, text, "--cache off --tile 100 --threads 3", "two");
  for (const char* file : {"one.glb", "levels.glb", "one.obj", "one.mtl", "one.texture.png"})
    CHECK(read(folder / "one/" + file) == read(folder / "two/" + file));
  const Json manifest = Json::parse(read(folder / "one/mesh-42.manifest.json"));
  std::vector<std::string> files;
  for (const Json& file : manifest["files"]) {
    files.push_back(file["path"]);
    const Ran sum = shell("sha256sum " + folder / "one/" + files.back());
    CHECK(sum.out.substr(0, 64) == file["sha256"].get<std::string>());
  }
  CHECK(files == std::vector<std::string>{"h.tif", "p.png", "p.png.aux.xml", "one.glb", "levels.glb", "plain.glb",
                                          "one.obj", "one.mtl", "one.texture.png", "plain.obj"});
  const Json& outputs = manifest["config"]["outputs"];
  CHECK(outputs[2]["texture"] == "picture");
  CHECK(outputs[3]["error_metres"] == Json({0, 15, 200}));
  CHECK_FALSE(outputs[0].contains("error_metres"));
}

TEST_CASE("plan lists the files of a mesh and counts its memory", "[cli.meshes]") {
  const TemporaryFolder folder;
  const auto plan = [&](const std::string& outputs, const std::string& more = "") {
    write(folder / "w.yaml", world(outputs, "[2049, 2049]"));
    return run("plan " + folder / "w.yaml" + " --json --out " + folder / "out " + more);
  };
  const auto peak = [&](const std::string& outputs) {
    return Json::parse(plan(outputs).out)["memory"]["peak"].get<std::int64_t>();
  };
  const std::string raster = "  - {file: h.tif, layers: {height: metres}}\n";
  const std::string two = raster + "  - {file: a.tif, layers: {height: metres}}\n";
  const std::string mesh = "  - {file: a.obj, layers: {height: metres}, texture: picture, error: 5 m}\n";
  const Json files = Json::parse(plan(mesh).out)["outputs"][0]["files"];
  REQUIRE(files.size() == 3);
  CHECK(files[1] == folder / "out/a.mtl");
  CHECK(files[2] == folder / "out/a.texture.png");
  // Heights and errors of all cells, and a band of vertices.
  const std::int64_t cells = 2049 * 2049;
  CHECK(peak(raster + "  - {file: a.glb, layers: {height: metres}, error: 5 m}\n") - peak(two) ==
        8 * cells + 257 * 2049 * 16);
  const Ran refused = plan(mesh, "--memory 100MB");
  CHECK(refused.exit == 2);
  CHECK(refused.err.find("to write this file of 2049 x 2049 cells takes 42.0 MB of memory") != std::string::npos);
  CHECK(refused.err.find("write coarsen: 2 for a file of fewer cells, or a part with --window") != std::string::npos);
}
