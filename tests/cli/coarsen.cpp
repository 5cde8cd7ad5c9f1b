// SPDX-License-Identifier: Apache-2.0
// Coarser outputs and pictures in squares, as the program plans and builds them.
#include <cstdlib>
#include <filesystem>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

const std::string world_text = R"(terrawright: 1
name: c
world: {size: [131, 70], cell: 100 m, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
  high: {use: shape.formula@1, in: {a: terrain}, with: {formula: "height = a; mask = a > 0", unit: m}}
outputs:
  - {file: fine.tif, layers: {height: high.height}}
  - {file: coarse.tif, layers: {height: high.height}, coarsen: 8}
  - {file: coarse.zarr, layers: {height: high.height, land: high.mask}, coarsen: 8 cells}
  - {file: coarse.exr, layers: {height: high.height, land: high.mask}, coarsen: 8, overviews: true}
  - {file: coarse.png, layers: {land: high.mask}, coarsen: 8}
  - {tiles: {side: 8, overlap: 1, file: "x{x}_y{y}.tif"}, layers: {height: high.height}, coarsen: 8}
)";

struct World {
  TemporaryFolder folder;
  World() { write(folder / "c.yaml", world_text); }
  std::string to(const std::string& out) const { return (folder / "c.yaml") + " --quiet --out " + (folder / out); }
  bool python(const std::string& program) const {
    write(folder / "look.py",
          "import json, os\nimport numpy, zarr\nfrom osgeo import gdal\ngdal.UseExceptions()\nos.chdir('" +
              (folder / "") + "')\n" +
              "read = lambda file: gdal.Open(file).ReadAsArray()\n"
              "facts = lambda file: {k.replace('terrawright:', ''): v for k, v in "
              "json.loads(gdal.Open(file).GetMetadataItem('TIFFTAG_IMAGEDESCRIPTION')).items()}\n" +
              program);
    return std::system((std::string(TERRAWRIGHT_PYTHON " -W ignore ") + (folder / "look.py")).c_str()) == 0;
  }
};

}  // namespace

TEST_CASE("coarse files hold the same blocks in every format, and say how large their cells are", "[coarsen]") {
  const World world;
  const Ran built = run("build " + world.to("a"));
  INFO(built.err);
  REQUIRE(built.exit == 0);
  CHECK(world.python(R"(
fine, coarse = read('a/fine.tif'), read('a/coarse.tif')
assert coarse.shape == (9, 17), coarse.shape
for y in range(9):
  for x in range(17):
    mean = fine[8 * y:8 * y + 8, 8 * x:8 * x + 8].astype('f8').mean()
    assert abs(coarse[y, x] - mean) <= 1e-6 * (1 + abs(mean)), (y, x)
group = zarr.open('a/coarse.zarr', 'r')
assert (group['height'][:] == coarse).all()
assert group.attrs['coarsen'] == 8 and group.attrs['metres_per_cell'] == 800
assert group['height'].attrs['metres_per_cell'] == 800
picture = read('a/coarse.png')
assert ((picture > 0) == (group['land'][:] > 0)).all()
of = facts('a/coarse.tif')
assert (of['coarsen'], of['metres_per_cell'], of['window'], of['world_size']) == ('8', '800', '0,0,131x70', '131x70'), of
assert 'coarsen' not in facts('a/fine.tif')
tile = read('a/x1_y0.tif')
assert tile.shape == (9, 9) and (tile == coarse[:9, 8:17]).all()
assert facts('a/x1_y0.tif')['window'] == '64,0,67x70', facts('a/x1_y0.tif')
)"));
  const Json manifest = Json::parse(read(world.folder / "a/c-42.manifest.json"));
  CHECK(manifest["config"]["outputs"][1]["coarsen"] == 8);
  CHECK(manifest["config"]["outputs"][3]["overviews"] == true);
}

TEST_CASE("a window's coarse cells are those of the world, and one that cuts through them is refused", "[coarsen]") {
  const World world;
  REQUIRE(run("build " + world.to("a")).exit == 0);
  const Ran cut = run("plan --window 30,16,40x30 " + world.to("b"));
  CHECK(cut.exit == 2);
  CHECK_THAT(cut.err, Catch::Contains("cuts through the blocks of 8 x 8 cells"));
  CHECK_THAT(cut.err, Catch::Contains("write --window 24,16,48x32"));
  REQUIRE(run("build --window 24,16,107x54 " + world.to("b")).exit == 0);
  CHECK(world.python(R"(
assert (read('b/coarse.tif') == read('a/coarse.tif')[2:, 3:]).all()
assert facts('b/coarse.tif')['window'] == '24,16,107x54'
)"));
}

TEST_CASE("coarse files do not depend on tiles, threads or what the cache has", "[coarsen]") {
  const World world;
  REQUIRE(run("build --tile 32 --threads 2 --cache " + (world.folder / "cache") + " " + world.to("a")).exit == 0);
  REQUIRE(run("build --tile whole --threads 1 --cache " + (world.folder / "cache") + " " + world.to("b")).exit == 0);
  for (const char* file : {"coarse.tif", "coarse.exr", "coarse.png", "x1_y0.tif", "coarse.zarr/height/0.0"})
    CHECK((read(world.folder / (std::string("a/") + file)) == read(world.folder / (std::string("b/") + file))));
}

TEST_CASE("an .exr in squares and with overviews is read by source.image", "[coarsen]") {
  const World world;
  write(world.folder / "s.yaml", R"(terrawright: 1
name: s
world: {size: [131, 70], cell: 100 m, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
  image: {use: source.image@1, with: {file: made/t.exr}}
outputs:
  - {file: a.tif, layers: {h: terrain}}
  - {file: b.tif, layers: {h: image}}
)");
  for (const char* how : {"tiled", "overviews"}) {
    write(world.folder / "t.yaml", std::string(R"(terrawright: 1
name: t
world: {size: [131, 70], cell: 100 m, seed: 42}
stages: {terrain: {use: heights.diamond_square@1}}
outputs: [{file: t.exr, layers: {h: terrain}, )") +
                                       how + ": true}]\n");
    REQUIRE(run("build " + (world.folder / "t.yaml") + " --quiet --out " + (world.folder / "made")).exit == 0);
    const Ran built = run("build " + (world.folder / "s.yaml") + " --quiet --out " + (world.folder / "out"));
    INFO(built.err);
    REQUIRE(built.exit == 0);
    CHECK(world.python("assert (read('out/a.tif') == read('out/b.tif')).all()\n"));
  }
}
