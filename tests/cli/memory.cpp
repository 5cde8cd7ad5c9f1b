// SPDX-License-Identifier: Apache-2.0
// A build takes no more memory than it was given, nor than plan says: all of the process, libraries and writers
// included.
#include <cmath>
#include <sstream>

#include "cli/program.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"

using namespace terrawright::test;

namespace {

struct Used {
  double planned, resident;  // MB; of all its processes
  std::string hashes;        // of all layers that are written
  std::string said;
};

// The program runs as long as it takes, or is asked to stop after `seconds`.
Used build(const std::string& world, const std::string& options, int seconds = 0) {
  const TemporaryFolder folder;
  const Ran plan = run("plan " + world + " " + options + " --json");
  REQUIRE(plan.exit == 0);
  const Ran ran = shell(TERRAWRIGHT_PYTHON " " TERRAWRIGHT_ROOT "/tests/cli/resident.py " + (folder / "cost") + " " +
                        std::to_string(seconds) + " " TERRAWRIGHT_PROGRAM " build " + world + " " + options +
                        " --sha256 --out " + (folder / "out"));
  INFO(ran.err);
  REQUIRE(ran.exit == (seconds == 0 ? 0 : 130));
  Used built{Json::parse(plan.out)["memory"]["peak"].get<double>() / 1e6, 1e9, ran.out, ran.err};
  std::istringstream(read(folder / "cost")) >> built.resident;
  return built;
}

std::string island(int side) {
  return "tests/worlds/earlier/island.yaml --set world.size=[" + std::to_string(side) + "," + std::to_string(side) +
         "]";
}

}  // namespace

TEST_CASE("Tiles, overviews and .zarr folders take no more memory than plan says", "[memory][outputs]") {
  const Used built = build(
      island(1025) +
          " --set outputs.0.file={name}.zarr"
          " --set 'outputs.1={tiles: {side: 1024, overlap: 1, file: \"{x}_{y}.exr\"}, layers: {height: metres, land: "
          "sea.land}}' --set 'outputs.2={file: t.tif, layers: {height: metres}, overviews: true}'",
      "--threads 2");
  CHECK(built.resident <= built.planned);
}

TEST_CASE("Meshes take no more memory than plan says", "[memory][outputs]") {
  const Used built =
      build(island(2049) +
                " --set 'outputs.0={file: m.glb, layers: {height: metres}, texture: picture, error: [0 m, 20 m]}'"
                " --set 'outputs.1={file: m.obj, layers: {height: metres}, error: 100 m}'"
                " --set 'outputs.2={file: c.glb, layers: {height: metres}, error: 100 m, coarsen: 2}'",
            "--threads 2");
  CHECK(built.resident <= built.planned);
}

TEST_CASE("Views take no more memory than plan says", "[memory][outputs]") {
  const std::string budget = GENERATE("", ", budget: 4 MB");
  const Used built =
      build(island(2049) + " --set 'outputs=[{file: v.html, scene: {height: metres, drape: [picture, sea, wind.wind]" +
                budget + "}}]'",
            "--threads 2");
  INFO(built.resident << " MB of " << built.planned);
  CHECK(built.resident <= built.planned);
}

TEST_CASE("Packs take no more memory than plan says", "[memory][cli.packs]") {
  const Used built = build(
      "examples/360-packs/world.yaml --set world.size=[1100,900] --set outputs.0.fit=resample --set "
      "outputs.3.fit=resample",
      "--threads 2");
  INFO(built.resident << " MB of " << built.planned);
  CHECK(built.resident <= built.planned);
}

TEST_CASE("A build takes no more memory than plan says", "[memory][length]") {
  for (const int side : {257, 1025, at_length() ? 4097 : 2049}) {
    for (const std::string threads : {"--threads 1", "--threads 2"}) {
      if (side > 1025 && threads == "--threads 1" && !at_length()) continue;
      const Used built = build(island(side), threads);
      INFO(side << " " << threads);
      CHECK(built.resident <= built.planned);
    }
  }
}

TEST_CASE("A build takes no more memory than it is given, and makes the same", "[memory][length]") {
  const int side = at_length() ? 4097 : 3073;
  const Used free = build(island(side), "--threads 2");
  for (const int megabytes : {350, 600}) {
    if (megabytes == 600 && !at_length()) continue;
    const Used held = build(island(side), "--threads 2 --memory " + std::to_string(megabytes) + "MB");
    INFO(megabytes << " MB");
    CHECK(held.hashes == free.hashes);
    CHECK(held.planned <= megabytes);
    CHECK(free.planned > megabytes);
    CHECK(held.resident <= megabytes);
  }
}

TEST_CASE("Many threads, and many sectors of a wind, take no more memory than plan says",
          "[memory][forecast][length]") {
  for (const std::string world : {"continent", "fjords", "volcano"}) {
    for (const std::string threads : {"4", "8"}) {
      if (threads == "4" && !at_length()) continue;
      const Used built = build("configs/" + world + ".yaml", "--threads " + threads + " --cache off");
      INFO(world << " " << threads << ": " << built.resident << " MB of " << built.planned);
      CHECK(built.resident <= built.planned);
    }
  }
}

TEST_CASE("A file counts from the pass that ends its last layer; with a cache from the first", "[memory][forecast]") {
  const TemporaryFolder folder;
  const auto first_pass = [&](const std::string& cache) {
    const Ran plan = run("plan " + island(1025) + " --threads 2 --memory 64GB --json --cache " + cache);
    REQUIRE(plan.exit == 0);
    return Json::parse(plan.out)["passes"][0]["memory"].get<double>();
  };
  CHECK(first_pass("off") + 8e6 < first_pass(folder / "cache"));
}

TEST_CASE("plan asks for little more memory than a build takes", "[memory][forecast][length]") {
  // Chunks of one value share their cells, which nobody knows before: a large sea takes less than is asked for.
  const std::vector<std::pair<std::string, double>> worlds = {
      {"island_map", 1.3}, {"archipelago", 1.6}, {"atoll", 1.85},      {"fractal_island", 1.6},
      {"continent", 1.6},  {"hand_drawn", 1.6},  {"two_massifs", 1.6}, {"realistic", 1.6}};
  for (std::size_t n = 0; n < worlds.size(); n += at_length() ? 1 : 4) {
    const auto& [world, most] = worlds[n];
    const Used built = build("configs/" + world + ".yaml", "--threads 2 --cache off");
    INFO(world << ": " << built.resident << " MB of " << built.planned);
    CHECK(built.resident <= built.planned);
    if (built.planned > 100) CHECK(built.planned <= most * built.resident);
  }
}

namespace {

// One layer of it outlives a pass, and it has no file: what grows is control data.
std::string much(int side) {
  std::string yaml = "terrawright: 1\nname: much\nworld: {size: [" + std::to_string(side) + ", " +
                     std::to_string(side) + "], cell: 1 m, seed: 1}\nstages:\n  n0: {use: heights.noise@1}\n";
  for (int i = 1; i <= 8; ++i) {
    const std::string before = "n" + std::to_string(i - 1);
    yaml += "  n" + std::to_string(i) + ": {use: shape.blend@1, in: {a: " + before + ", b: " + before +
            "}, with: {mode: max}}\n";
  }
  return yaml +
         "  metres: {use: shape.formula@1, in: {a: n8}, with: {formula: a, unit: m}}\n"
         "  classes: {use: biome.table@1, in: {height: metres}, with: {rules: [{code: 108, height_from: 0 m}, "
         "{code: 110}]}}\n"
         "  text: {use: view.ascii@1, in: {classes: classes}, with: {columns: 40}}\n"
         "outputs: [{print: true, layers: {t: text}}]\n";
}

}  // namespace

TEST_CASE("Tiles and chunks beyond number take no more memory than is given", "[memory][control][length]") {
  const TemporaryFolder folder;
  struct Case {
    int side;
    std::string tile;
  };
  for (const Case& is : {Case{at_length() ? 30000 : 12000, "--tile 8"}, Case{200000, ""}}) {
    write(folder / "much.yaml", much(is.side));
    const std::string world = (folder / "much.yaml") + " --threads 2 --cache off " + is.tile;
    const auto least = Json::parse(run("plan " + world + " --json").out)["memory"]["least"].get<double>();
    const Used built = build(world, "--memory " + std::to_string(static_cast<std::int64_t>(least / 1e6) + 1) + "MB",
                             at_length() ? 15 : 3);
    INFO(is.side << ": " << built.resident << " MB of " << least / 1e6);
    CHECK(built.resident <= least / 1e6 + 1);
  }
}

TEST_CASE("Disk is counted by what each format compresses, and told where that may not be enough", "[disk]") {
  const TemporaryFolder folder;
  const auto world = [&](std::int64_t side, const std::string& output) {
    write(folder / "d.yaml", "terrawright: 1\nname: d\nworld: {size: [" + std::to_string(side) + ", " +
                                 std::to_string(side) +
                                 "], cell: 10 m, seed: 1}\nstages:\n  n: {use: heights.noise@1}\n"
                                 "  m: {use: shape.formula@1, in: {a: n}, with: {formula: a * 9, unit: m}}\n"
                                 "outputs:\n  - {" +
                                 output + "}\n");
    return (folder / "d.yaml") + " --memory 200GB --out " + (folder / "out");
  };
  const auto disk = [&](std::int64_t side, const std::string& output) {
    return Json::parse(run("plan " + world(side, output) + " --json").out)["disk"];
  };
  const double cells = 1025.0 * 1025.0;
  CHECK(disk(1025, "file: a.tif, layers: {m: m}")["files"] == 4 * cells);
  // Nine of them, of which the last ones repeat the world's last cells, or are cut.
  const std::string tiles = "tiles: {side: 512, file: \"t/{x}_{y}.tif\"";
  CHECK(disk(1025, tiles + "}, layers: {m: m}")["files"] == 4 * 9 * 512 * 512);
  CHECK(disk(1025, tiles + ", edge: cut}, layers: {m: m}")["files"] == 4 * cells);
  CHECK(disk(1025, "file: a.zarr, layers: {m: m}")["files"] == cells);
  CHECK(disk(1025, "pack: unity, folder: p, heights: m, range: [-9 m, 9 m]")["files"] == 2 * cells);
  CHECK(disk(1025, "pack: generic, folder: p, heights: m, range: [-9 m, 9 m]")["files"].get<double>() > 3 * cells);
  // Room for what is expected, and none for twice as much.
  const std::string zarr = "file: \"{seed}.zarr\", layers: {m: m}";
  const auto side = static_cast<std::int64_t>(std::sqrt(disk(1025, zarr)["free"].get<double>() / 2));
  const Ran ran = run("validate " + world(side, zarr));
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
  CHECK(ran.err.find("warning: this world may need up to ") != std::string::npos);
  // One has room, and three of them have none: nothing begins.
  for (const char* call : {"validate --seed 1 --seed 2 --seed 3 ", "build --cache off --seed 1 --seed 2 --seed 3 ",
                           "sweep --cache off --seeds 1..3 "}) {
    const Ran three = shell("timeout 60 " TERRAWRIGHT_PROGRAM " " + std::string(call) + world(side, zarr));
    INFO(call << three.out << three.err);
    CHECK(three.exit == 2);
    CHECK(three.err.find("these 3 worlds need about ") != std::string::npos);
  }
  CHECK(shell("ls -A " + (folder / "out")).out.empty());
}

TEST_CASE("A world that needs more disk than is free is refused before it starts", "[disk]") {
  const TemporaryFolder folder;
  std::string yaml = much(1000000);
  yaml.replace(yaml.find("outputs:"), std::string::npos,
               "outputs: [{file: a.zarr, layers: {a: n1, b: n2, c: n3, d: n4, e: n5, f: n6, g: n7, h: n8}}]\n");
  write(folder / "t.yaml", yaml);
  const std::string checked = (folder / "t.yaml") + " --memory 200GB --out " + (folder / "out");
  const std::string world = checked + " --cache off";
  const auto disk = Json::parse(run("plan " + world + " --json").out)["disk"];
  CHECK(disk["files"].get<double>() > 1e12);
  CHECK(disk["waiting"].get<double>() > 1e12);
  REQUIRE(disk["free"].get<double>() < disk["files"].get<double>());
  CHECK(run("plan " + world).out.find("so build will not begin") != std::string::npos);
  for (const std::string& command : {"validate " + checked, "plan " + world, "build " + world}) {
    const Ran ran = shell("timeout 60 " TERRAWRIGHT_PROGRAM " " + command);
    INFO(command << "\n" << ran.err);
    CHECK(ran.exit == 2);
    const std::vector<std::string> parts = {"t.yaml:3:", "of disk in " + (folder / "out"), "of files", "are free there",
                                            "--out"};
    for (const std::string& part : parts) CHECK(ran.err.find(part) != std::string::npos);
  }
  CHECK(shell("ls -A " + (folder / "out")).out.empty());
}
