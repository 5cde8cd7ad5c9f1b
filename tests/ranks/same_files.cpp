// SPDX-License-Identifier: Apache-2.0
// However many processes build a world, and however they go about it, its files are the same.
#include "ranks/mpirun.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

struct Manner {
  int processes;
  std::string how;
};

void are_the_same(const std::string& world, const std::vector<Manner>& manners) {
  const TemporaryFolder folder;
  REQUIRE(run("build " + world + " --cache off --quiet --out " + (folder / "one")).exit == 0);
  for (std::size_t i = 0; i < manners.size(); ++i) {
    const auto& [processes, how] = manners[i];
    INFO(processes << " processes, " << how);
    const std::string out = folder / ("out" + std::to_string(i)), cache = folder / ("cache" + std::to_string(i));
    const Ran ran = mpirun(processes, world + " " + how + " --cache " + cache + " --out " + out);
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    CHECK(same_files(folder / "one", out));
    // One process is the program alone.
    for (int process = 0; process < processes && processes > 1; ++process) CHECK(painted_by(ran.err, process) > 0);
    CHECK(painted_by(ran.err, processes) == -1);
    CHECK(shell("ls -A " + cache + "/making").out.empty());
  }
}

}  // namespace

TEST_CASE("one, two, three and four processes write the files that one program writes", "[ranks]") {
  are_the_same("tests/worlds/earlier/island.yaml --set world.size=[1300,1100]",
               {{1, ""}, {2, ""}, {3, "--threads 2"}, {4, "--threads 1"}});
}

TEST_CASE("tiles of another size and little memory change no file of several processes", "[ranks]") {
  are_the_same("tests/worlds/earlier/realistic.yaml --set world.size=[1100,1300]",
               {{2, "--tile 100"}, {3, "--tile 1024"}, {2, "--memory 250MB"}});
}

TEST_CASE("files of every sort of several processes are those of one", "[ranks]") {
  are_the_same(
      "configs/island.yaml --set world.size=[1100,1100] --set 'world.cell=80 m' --set 'outputs=["
      "{file: a.zarr, layers: {height: metres, biome: biomes}}, {file: h.tif, layers: {height: metres}}, "
      "{file: m.glb, layers: {height: metres}, texture: picture, error: [10 m, 100 m]}, "
      "{tiles: {side: 512, file: \"t_x{x}_y{y}.png\"}, layers: {height: metres}, range: [-4000 m, 3000 m]}, "
      "{file: l.csv, layers: {l: lakes.table}}, {file: r.geojson, layers: {r: rivers.table}}, "
      "{file: \"{layer}.exr\", layers: {height: metres, biome: biomes}, coarsen: 4, overviews: true}, "
      "{file: \"{layer}.tif\", layers: {height: metres, biome: biomes}, cog: true}, "
      "{pyramid: {file: \"a/{z}/{x}/{y}.png\"}, layers: {p: picture}}, "
      "{pyramid: {file: h.pmtiles, encoding: terrarium}, layers: {h: metres}}, "
      "{file: v.html, scene: {height: drainage.filled, drape: [picture, wind.wind, rivers.discharge], "
      "lines: rivers.table, points: lakes.table}}, "
      "{pack: unity, folder: u, heights: metres, fit: resample, weights: {sea: land.ocean, land: rest}, "
      "tables: {lakes: lakes.table}}, {pack: generic, folder: g, heights: metres, tables: {rivers: rivers.table}}]'",
      {{2, ""}, {3, "--tile 100"}});
}

TEST_CASE("a world that takes its layers whole, and one whose axes join", "[ranks]") {
  are_the_same("stages/water/endorheic/endorheic.yaml --set world.size=[1025,1025]", {{2, ""}});
  are_the_same("configs/tileable.yaml --set world.size=[1024,1024]", {{3, ""}});
}

TEST_CASE("what several processes kept serves one, and the other way round", "[ranks]") {
  const TemporaryFolder folder;
  const std::string world =
      "tests/worlds/earlier/island.yaml --set world.size=[1300,1100] --cache " + (folder / "cache");
  const Ran first = mpirun(2, world + " --out " + (folder / "a"));
  REQUIRE(first.exit == 0);
  CHECK(number_before(first.err, "ran,") == 21);
  const Ran second = run("build " + world + " --out " + (folder / "b"));
  REQUIRE(second.exit == 0);
  CHECK(number_before(second.err, "ran,") < 15);
  const Ran third = mpirun(3, world + " --out " + (folder / "c"));
  REQUIRE(third.exit == 0);
  CHECK(number_before(third.err, "ran,") < 15);
  CHECK(same_files(folder / "a", folder / "b"));
  CHECK(same_files(folder / "a", folder / "c"));
}

TEST_CASE("several processes judge a world as one does", "[ranks][expect]") {
  const TemporaryFolder folder;
  write(folder / "t.yaml",
        "terrawright: 1\nname: t\nworld: {size: [1300, 1100], cell: 250 m, seed: 42}\nstages:\n"
        "  terrain: {use: heights.diamond_square@1}\n  sea: {use: sea.level@1, in: {height: terrain}}\n"
        "outputs:\n  - {file: t.exr, layers: {height: terrain}}\n"
        "expect:\n  - {name: mean, that: mean(terrain) < 1}\n  - {name: land, that: share(sea.land) > 99 %}\n"
        "  - {name: highest, that: max(terrain) > 0}\n");
  const Ran one = run("build " + (folder / "t.yaml") + " --quiet --cache off --out " + (folder / "one"));
  const Ran two = mpirun(2, (folder / "t.yaml") + " --quiet --cache " + (folder / "c") + " --out " + (folder / "two"));
  INFO(two.err);
  CHECK(one.exit == 4);
  CHECK(two.exit == 4);
  const std::string problem = "the expectation 'land' is not met: share(sea.land) is ";
  CHECK(two.err.find(problem) != std::string::npos);
  CHECK(two.err.find(problem) == two.err.rfind(problem));
  const std::string a = read(folder / "one/t-42.manifest.json"), b = read(folder / "two/t-42.manifest.json");
  const std::size_t begin = a.find("\"expectations\"");
  REQUIRE(begin != std::string::npos);
  CHECK(b.find(a.substr(begin)) != std::string::npos);
}
