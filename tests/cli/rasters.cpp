// SPDX-License-Identifier: Apache-2.0
// Rasters lie where tables lie, by the eyes of GDAL.
#include <cmath>
#include <filesystem>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

// The rivers of the example, in a world that is neither square nor at 0 degrees.
std::string world(const std::string& outputs, const std::string& facts = "latitude: 52 deg, longitude: 11 deg",
                  const std::string& stages = "") {
  const std::string example = read(TERRAWRIGHT_ROOT "/stages/water/rivers/rivers.yaml");
  const std::size_t begin = example.find("stages:");
  return "terrawright: 1\nname: place\nworld: {size: [300, 260], cell: 1 km, seed: 42, " + facts + "}\n" +
         example.substr(begin, example.find("outputs:") - begin) + stages + "outputs:\n" + outputs;
}

void build(const TemporaryFolder& folder, const std::string& text, const std::string& more = "") {
  write(folder / "w.yaml", text);
  const Ran ran = run("build " + folder / "w.yaml" + " --out " + folder / "out" + " --quiet " + more);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
}

void check_python(const std::string& arguments) {
  const Ran ran = shell(TERRAWRIGHT_PYTHON " -W ignore " + arguments);
  INFO("Are gdal-bin and python3-gdal there? scripts/setup.sh installs them.\n" << ran.out << ran.err);
  CHECK(ran.exit == 0);
}

// Each raster, or those that lie beside one another, as `out` has them of one layer.
void check_places(const std::string& out, const std::string& layer) {
  check_python(TERRAWRIGHT_ROOT "/tests/cli/place.py " + out + "r.geojson " + out + "r.png -- " + out + "r.tif -- " +
               out + "r.exr " + out + "r.png -- " + out + "cog.tif -- ZARR:" + out + "r.zarr:/" + layer + " -- " + out +
               "png/*.png -- " + out + "tif/*.tif");
}

Json info(const std::string& file) {
  const Ran ran = shell("gdalinfo -json " + file);
  REQUIRE(ran.exit == 0);
  return Json::parse(ran.out);
}

const std::string rivers = R"(
  - {file: r.geojson, layers: {rivers: rivers.table}}
  - {file: r.png, layers: {river: rivers}}
  - {file: r.tif, layers: {river: rivers}}
  - {file: r.exr, layers: {river: rivers, height: filled}}
  - {file: cog.tif, layers: {river: rivers}, cog: true}
  - {file: r.zarr, layers: {river: rivers, height: filled}}
  - {tiles: {side: 128, overlap: 1, file: "png/{x}_{y}.png"}, layers: {river: rivers}}
  - {tiles: {side: 128, overlap: 1, edge: cut, file: "tif/{x}_{y}.tif"}, layers: {river: rivers}}
)";

std::vector<std::string> files_of(const std::string& manifest) {
  std::vector<std::string> files;
  const Json whole = Json::parse(read(manifest));
  for (const auto& file : whole["files"]) files.push_back(file["path"]);
  return files;
}

}  // namespace

TEST_CASE("A river of the GeoJSON lies on its cells of every raster", "[cli.rasters]") {
  const TemporaryFolder folder;
  const std::string facts = GENERATE(as<std::string>(), "latitude: 52 deg, longitude: 11 deg",
                                     "latitude: -33.3 deg, longitude: -170.25 deg", "latitude: 0 deg");
  const std::string window =
      facts == "latitude: 52 deg, longitude: 11 deg" ? GENERATE("", "--window 40,22,194x202") : "";
  build(folder, world(rivers, facts), window);
  check_places(folder / "out/", "river");
}

// If a block has a cell of a river its share of them is not 0.
const std::string shares = "  shares: {use: shape.formula@1, in: {mask: rivers}, with: {formula: weight = mask}}\n";

TEST_CASE("A coarser raster lies on the same corner with larger cells", "[cli.rasters]") {
  const TemporaryFolder folder;
  const std::string n = GENERATE("4", "8");  // 8 does not divide the world's size
  const std::string window = GENERATE("", "--window 40,24,192x200");
  const std::string layer = "layers: {share: shares.weight}", coarse = layer + ", coarsen: " + n;
  const std::string side = std::to_string(128 / std::stoi(n));
  build(folder,
        world("  - {file: r.geojson, layers: {rivers: rivers.table}}\n"
              "  - {file: fine.tif, " +
                  layer + "}\n  - {file: r.tif, " + coarse + "}\n  - {file: r.png, " + coarse +
                  "}\n  - {file: r.exr, " + coarse + "}\n  - {file: cog.tif, cog: true, " + coarse +
                  "}\n  - {file: r.zarr, " + coarse + "}\n  - {tiles: {side: " + side +
                  ", overlap: 1, file: \"png/{x}_{y}.png\"}, " + coarse + "}\n  - {tiles: {side: " + side +
                  ", overlap: 1, edge: cut, file: \"tif/{x}_{y}.tif\"}, " + coarse + "}\n",
              "latitude: 52 deg, longitude: 11 deg", shares),
        window);
  const std::string out = folder / "out/";
  check_places(out, "share");
  const Json fine = info(out + "fine.tif")["geoTransform"];
  const double cells = std::stod(n);
  const auto check = [&](const std::string& file, double column, double row) {
    INFO(file);
    const Json is = info(file)["geoTransform"];
    CHECK(is[0].get<double>() == Approx(fine[0].get<double>() + 128 * column * fine[1].get<double>()).epsilon(1e-12));
    CHECK(is[3].get<double>() == Approx(fine[3].get<double>() + 128 * row * fine[5].get<double>()).epsilon(1e-12));
    CHECK(is[1].get<double>() == Approx(cells * fine[1].get<double>()).epsilon(1e-12));
    CHECK(is[5].get<double>() == Approx(cells * fine[5].get<double>()).epsilon(1e-12));
  };
  for (const char* file : {"r.tif", "r.png", "cog.tif", "png/0_0.png", "tif/0_0.tif"}) check(out + file, 0, 0);
  for (const char* file : {"png/1_1.png", "tif/1_1.tif"}) check(out + file, 1, 1);
  check("ZARR:" + out + "r.zarr:/share", 0, 0);
}

TEST_CASE("The plan names the files of the manifest in its order", "[cli.rasters]") {
  const TemporaryFolder folder;
  const std::string outputs = R"(
  - {file: "{layer}.exr", layers: {height: filled, order: rivers.order}, coarsen: 4, overviews: true, for: godot}
  - {file: "{layer}-squares.exr", layers: {height: filled, wind: wind.wind, biome: biomes}, tiled: true}
  - {file: "{layer}-coarse.tif", layers: {biome: biomes, order: rivers.order}, coarsen: 8, cog: true}
  - {file: b.png, layers: {b: biomes}, legend: biomes, coarsen: 4}
  - {file: wide.png, layers: {b: biomes}, legend: {layer: biomes, beside: true}, coarsen: 4}
  - {tiles: {side: 40, file: "{x}_{y}.png"}, layers: {b: biomes}, coarsen: 4}
  - {file: r.csv, layers: {rivers: rivers.table}}
)";
  const std::string text =
      world(outputs, "latitude: 52 deg",
            "  biomes: {use: biome.whittaker@1, in: {height: filled, temperature: temperature, rain: rain.annual, "
            "ocean: land.ocean, lake: lakes, river: rivers}}\n");
  build(folder, text);
  const Ran plan = run("plan --json " + folder / "w.yaml" + " --out " + folder / "out");
  REQUIRE(plan.exit == 0);
  std::vector<std::string> planned;
  const Json outputs_of = Json::parse(plan.out);
  for (const auto& output : outputs_of["outputs"]) {
    for (const auto& file : output["files"])
      planned.push_back(std::filesystem::path(file.get<std::string>()).filename().string());
  }
  CHECK(planned == files_of(folder / "out/place-42.manifest.json"));
  CHECK(info(folder / "out/b.png")["size"] == Json{75, 65});
  CHECK(info(folder / "out/wide.png")["size"][0] > 75);
  CHECK(info(folder / "out/biome-coarse.tif")["size"] == Json{38, 33});
}

TEST_CASE("Sidecars are files of the output", "[cli.rasters]") {
  const TemporaryFolder folder;
  build(folder, world(rivers));
  const std::vector<std::string> files = files_of(folder / "out/place-42.manifest.json");
  for (const char* file : {"r.png.aux.xml", "r.exr.aux.xml", "png/0_0.png.aux.xml", "png/2_1.png.aux.xml"}) {
    INFO(file);
    CHECK(std::count(files.begin(), files.end(), file) == 1);
    CHECK(std::filesystem::exists(folder / "out/" + file));
  }
  const Ran plan = run("plan " + folder / "w.yaml" + " --out " + folder / "out");
  CHECK_THAT(plan.out, Catch::Contains("r.png.aux.xml"));
  // Without them where they are not wanted.
  const TemporaryFolder bare;
  build(bare, world("  - {file: r.png, layers: {river: rivers}, sidecar: false}\n"));
  CHECK(files_of(bare / "out/place-42.manifest.json") == std::vector<std::string>{"r.png"});
}

TEST_CASE("A longitude moves the world and changes no cell", "[cli.rasters]") {
  const auto hashes = [](const std::string& facts) {
    const TemporaryFolder folder;
    write(folder / "w.yaml", world("  - {file: r.tif, layers: {height: filled, wind: wind.wind}}\n", facts));
    write(folder / "w.yaml", world("  - {file: r.exr, layers: {height: filled, wind: wind.wind}}\n", facts));
    const Ran ran = run("build " + folder / "w.yaml" + " --out " + folder / "out" + " --sha256 --quiet");
    REQUIRE(ran.exit == 0);
    return ran.out;
  };
  CHECK(hashes("longitude: 77 deg") == hashes("latitude: 40 deg"));
  const TemporaryFolder folder;
  write(folder / "w.yaml", world(rivers, "longitude: 181 deg"));
  const Ran refused = run("validate " + folder / "w.yaml");
  CHECK(refused.exit == 2);
  CHECK_THAT(refused.err, Catch::Contains("'longitude'"));
}

TEST_CASE("A raster that lies on no globe has no place", "[cli.rasters]") {
  const TemporaryFolder folder;
  build(folder, world("  - {file: r.png, layers: {river: rivers}}\n  - {file: r.tif, layers: {river: rivers}}\n",
                      "latitude: 89.9 deg"));
  CHECK_FALSE(std::filesystem::exists(folder / "out/r.png.aux.xml"));
  CHECK(files_of(folder / "out/place-42.manifest.json") == std::vector<std::string>{"r.png", "r.tif"});
  CHECK_FALSE(info(folder / "out/r.tif").contains("coordinateSystem"));
}

TEST_CASE("GDAL turns the greys of a PNG into metres", "[cli.rasters]") {
  const TemporaryFolder folder;
  build(folder, world("  - {file: h.png, layers: {height: filled}, range: [-4000 m, 2000 m]}\n"
                      "  - {file: h.tif, layers: {height: filled}}\n"));
  check_python("-c \"\nfrom osgeo import gdal\nf, g = [gdal.Open('" + folder / "out/h.' + e)" +
               " for e in ('png', 'tif')]\n"
               "p, t = f.GetRasterBand(1), g.GetRasterBand(1)\n"
               "assert p.GetUnitType() == t.GetUnitType() == 'm' and p.GetDescription() == 'height'\n"
               "step = 6000 / 65535\n"
               "import numpy\n"
               "off = abs(p.ReadAsArray() * p.GetScale() + p.GetOffset() - t.ReadAsArray())\n"
               "assert off.max() <= step, off.max()\"");
}

TEST_CASE("Masks, classes, counts, vectors and colours of a .tif are what GDAL takes them for", "[cli.rasters]") {
  const TemporaryFolder folder;
  const std::string cog = GENERATE("", ", cog: true");
  build(folder,
        world("  - {file: biome.tif, layers: {biome: biomes}" + cog +
                  "}\n  - {file: biome.exr, layers: {b: biomes}}\n" + "  - {file: land.tif, layers: {land: land.land}" +
                  cog + "}\n" + "  - {file: wind.tif, layers: {wind: wind.wind}" + cog + "}\n" +
                  "  - {file: order.tif, layers: {order: rivers.order}" + cog + "}\n" +
                  "  - {file: relief.tif, layers: {relief: relief}" + cog + "}\n" +
                  "  - {file: all.zarr, layers: {biome: biomes, land: land.land, wind: wind.wind, order: rivers.order, "
                  "relief: relief}}\n",
              "latitude: 52 deg",
              "  biomes: {use: biome.whittaker@1, in: {height: filled, temperature: temperature, rain: rain.annual, "
              "ocean: land.ocean, lake: lakes, river: rivers}}\n"
              "  relief: {use: view.relief@1, in: {height: filled, biome: biomes, temperature: temperature}}\n"));
  check_python(TERRAWRIGHT_ROOT "/tests/cli/kinds.py " + folder / "out");
}

TEST_CASE("A cloud-optimised GeoTIFF is one to GDAL's validator", "[cli.rasters]") {
  const TemporaryFolder folder;
  const auto [width, height] =
      GENERATE(std::pair(1, 1), std::pair(256, 256), std::pair(700, 300), std::pair(1100, 1400));
  write(folder / "w.yaml",
        "terrawright: 1\nname: c\nworld: {size: [" + std::to_string(width) + ", " + std::to_string(height) +
            "], seed: 1}\nstages:\n  t: {use: heights.diamond_square@1}\n  l: {use: sea.level@1, in: "
            "{height: t}}\n  m: {use: sea.islets@1, in: {height: t, level: l.level}}\noutputs:\n"
            "  - {file: h.tif, layers: {h: t}, cog: true}\n"
            "  - {file: plain.tif, layers: {h: t}}\n"
            "  - {file: m.tif, layers: {m: m.land}, cog: true}\n");
  const Ran ran = run("build " + folder / "w.yaml" + " --out " + folder / "out" + " --quiet");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  for (const char* file : {"out/h.tif", "out/m.tif"})
    check_python("-m osgeo_utils.samples.validate_cloud_optimized_geotiff --full-check=yes " + folder / file);
  CHECK(info(folder / "out/h.tif")["metadata"]["IMAGE_STRUCTURE"]["LAYOUT"] == "COG");
  check_python("-c \"\nfrom osgeo import gdal\nimport numpy\nf, g = [gdal.Open('" + folder / "out/' + n) for n in (" +
               "'h.tif', 'plain.tif')]\n"
               "a, b = f.ReadAsArray(), g.ReadAsArray()\n"
               "assert a.tobytes() == b.tobytes()\n"
               "o = f.GetRasterBand(1)\n"
               "assert o.GetOverviewCount() == sum(1 for k in range(1, 7) if max(a.shape) * 2 / 2 ** k > 256)\n"
               "for k in range(o.GetOverviewCount()):\n"
               "  n = 2 ** (k + 1)\n"
               "  small = o.GetOverview(k).ReadAsArray()\n"
               "  assert abs(small[0, 0] - a[:n, :n].mean(dtype=float)) < 1e-3\n"
               "  assert abs(small[-1, -1] - a[(a.shape[0] - 1) // n * n:, (a.shape[1] - 1) // n * "
               "n:].mean(dtype=float)) < 1e-3\"");
}

TEST_CASE("Only a .tif can be cloud-optimised", "[cli.rasters]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml", world("  - {file: r.png, layers: {river: rivers}, cog: true}\n"));
  const Ran ran = run("validate " + folder / "w.yaml");
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.err, Catch::Contains("`cog` belongs to .tif and .tiff files") && Catch::Contains("remove `cog`"));
}

TEST_CASE("{layer} in a name makes a file of each layer", "[cli.rasters]") {
  const TemporaryFolder folder;
  const std::string layers = "layers: {height: filled, river: rivers}";
  build(folder,
        world("  - {file: \"{name}-{layer}.exr\", " + layers + "}\n  - {file: \"godot/{layer}.exr\", for: godot, " +
              layers + "}\n  - {tiles: {side: 200, file: \"{layer}/{x}_{y}.tif\"}, " + layers + "}\n"));
  const std::vector<std::string> files = files_of(folder / "out/place-42.manifest.json");
  for (const char* file : {"place-height.exr", "place-river.exr", "godot/height.exr", "godot/river.exr",
                           "height/0_0.tif", "river/1_1.tif"}) {
    INFO(file);
    CHECK(std::count(files.begin(), files.end(), file) == 1);
    CHECK(std::filesystem::exists(folder / "out/" + file));
  }
  write(folder / "w.yaml", world("  - {file: r.exr, for: unity, layers: {river: rivers}}\n"
                                 "  - {file: \"{layre}.exr\", layers: {river: rivers}}\n"
                                 "  - {file: s.exr, for: godot, layers: {river: rivers, height: filled}}\n"));
  const Ran ran = run("validate " + folder / "w.yaml");
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.err, Catch::Contains("'for' cannot be 'unity'") && Catch::Contains("did you mean 'layer'?"));
}

TEST_CASE("A legend is a picture of its own unless it is asked for beside the map", "[cli.rasters]") {
  const TemporaryFolder folder;
  const std::string biomes =
      "  biomes: {use: biome.whittaker@1, in: {height: filled, temperature: temperature, rain: rain.annual, ocean: "
      "land.ocean, lake: lakes, river: rivers}}\n";
  build(folder, world("  - {file: b.png, layers: {b: biomes}, legend: biomes}\n"
                      "  - {file: wide.png, layers: {b: biomes}, legend: {layer: biomes, beside: true}}\n",
                      "latitude: 52 deg", biomes));
  CHECK(info(folder / "out/b.png")["size"] == Json{300, 260});
  CHECK(info(folder / "out/wide.png")["size"][0] > 300);
  CHECK(std::filesystem::exists(folder / "out/b.legend.png"));
  CHECK_FALSE(std::filesystem::exists(folder / "out/wide.legend.png"));
  // It belongs to no other output.
  write(folder / "w.yaml", world("  - {file: b.png, layers: {b: biomes}, legend: biomes}\n"
                                 "  - {file: b.legend.png, layers: {r: rivers}}\n"
                                 "  - {file: c.png, layers: {b: biomes}, legend: {layre: biomes}}\n",
                                 "latitude: 52 deg", biomes));
  Ran ran = run("validate " + folder / "w.yaml");
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.err, Catch::Contains("did you mean 'layer'?"));
  write(folder / "w.yaml", world("  - {file: b.png, layers: {b: biomes}, legend: biomes}\n"
                                 "  - {file: b.legend.png, layers: {r: rivers}}\n",
                                 "latitude: 52 deg", biomes));
  ran = run("validate " + folder / "w.yaml");
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.err, Catch::Contains("two outputs write 'b.legend.png'"));
}
