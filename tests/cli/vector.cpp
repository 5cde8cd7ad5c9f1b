// SPDX-License-Identifier: Apache-2.0
// Drawings go out and come in by the same numbers.
#include <filesystem>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

std::string world(const std::string& name, const std::string& facts, const std::string& stages,
                  const std::string& outputs) {
  return "terrawright: 1\nname: " + name + "\nworld: {size: [300, 260], cell: 1 km, seed: 42, " + facts +
         "}\nstages:\n" + stages + "outputs:\n" + outputs;
}

void build(const TemporaryFolder& folder, const std::string& name, const std::string& text,
           const std::string& more = "") {
  write(folder / (name + ".yaml"), text);
  const Ran ran = run("build " + folder / (name + ".yaml") + " --out " + folder.path().string() + " --quiet " + more);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
}

}  // namespace

TEST_CASE("Rivers that were written as GeoJSON are read back onto their cells", "[cli.vector]") {
  const TemporaryFolder folder;
  const std::string facts =
      GENERATE(as<std::string>(), "latitude: 52 deg, longitude: 11 deg", "latitude: -33.3 deg, longitude: 177 deg");
  const std::string example = read(TERRAWRIGHT_ROOT "/stages/water/rivers/rivers.yaml");
  const std::size_t begin = example.find("stages:") + 8;
  build(folder, "out",
        world("out", facts, example.substr(begin, example.find("outputs:") - begin),
              "  - {file: r.geojson, layers: {rivers: rivers.table}}\n  - {file: r.tif, layers: {river: rivers}}\n"));
  build(folder, "in",
        world("in", facts, "  drawn: {use: source.vector@1, with: {file: r.geojson, width: 0.01, missing: 0}}\n",
              "  - {file: d.tif, layers: {drawn: drawn.mask}}\n  - {file: d.exr, layers: {far: drawn}}\n"));
  // The lines go on into the sea, and through lakes.
  const Ran ran = shell(TERRAWRIGHT_PYTHON " -W ignore -c \"\nfrom osgeo import gdal\nr, d = [gdal.Open('" +
                        folder / "' + f + '.tif').ReadAsArray() > 0 for f in 'rd']\n" +
                        "print(r.sum(), d.sum(), (r & ~d).sum())\nassert r.sum() > 300 and not (r & ~d).any() and "
                        "d.sum() < 2 * r.sum()\n\"");
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
}

TEST_CASE("What a drawing keeps in memory counts in the plan, and is refused where there is none", "[cli.vector]") {
  const TemporaryFolder folder;
  const auto peak = [&](int positions) {
    std::string text = R"({"type": "Polygon", "coordinates": [[)";
    for (int i = 0; i < positions; ++i) text += "[" + std::to_string(i % 600) + "," + std::to_string(i % 521) + "],";
    write(folder / "l.geojson", text + "[0,0]]]}");
    write(folder / "w.yaml",
          world("w", "latitude: 0 deg",
                "  drawn: {use: source.vector@1, with: {file: l.geojson, coordinates: cells, missing: 0}}\n",
                "  - {file: d.exr, layers: {far: drawn}}\n"));
    const Ran ran = run("plan " + folder / "w.yaml" + " --json");
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    return Json::parse(ran.out)["memory"]["peak"].get<double>();
  };
  // A piece and its box, an edge and where it stands: 100 bytes at least.
  const double little = peak(4), much = peak(400000);
  CHECK(much - little > 400000 * 100.0);
  CHECK(much - little < 400000 * 400.0);
  const Ran ran = run("build " + folder / "w.yaml" + " --memory " +
                      std::to_string(static_cast<int>(little / 1e6) + 10) + "MB --out " + folder / "out");
  INFO(ran.err);
  CHECK(ran.exit == 2);
}

TEST_CASE("A drawing stays where it is when the world moves, and when the file changes", "[cli.vector]") {
  const TemporaryFolder folder;
  const std::string stages = "  drawn: {use: source.vector@1, with: {file: l.geojson, reach: 900 km}}\n";
  const auto line = [](double x) {
    return R"({"type": "LineString", "coordinates": [[)" + std::to_string(x) + ", 51], [" + std::to_string(x) +
           ", 53]]}";
  };
  const auto far = [&](const std::string& facts, double x) {
    write(folder / "l.geojson", line(x));
    write(folder / "w.yaml", world("w", facts, stages, "  - {file: d.exr, layers: {far: drawn}}\n"));
    const Ran ran = run("build " + folder / "w.yaml" + " --out " + folder / "out" + " --cache " + folder / "cache" +
                        " --sha256 --quiet");
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    return ran.out;
  };
  const std::string first = far("latitude: 52 deg, longitude: 11 deg", 11.5);
  CHECK(far("latitude: 52 deg, longitude: 11 deg", 11.5) == first);
  CHECK(far("latitude: 52 deg, longitude: 11.25 deg", 11.5) != first);
  CHECK(far("latitude: 52 deg, longitude: 11 deg", 11.25) != first);
}

TEST_CASE("Files are looked for beside the config when its name comes from elsewhere", "[cli.vector]") {
  const TemporaryFolder folder;
  write(folder / "l.geojson", R"({"type": "Point", "coordinates": [5, 5]})");
  write(folder / "w.yaml",
        world("w", "latitude: 0 deg", "  drawn: {use: source.vector@1, with: {file: l.geojson, coordinates: cells}}\n",
              "  - {file: d.exr, layers: {far: drawn.mask}}\n"));
  const Ran ran = run("validate " + (folder / "w.yaml") + " --set name=other");
  INFO(ran.err);
  CHECK(ran.exit == 0);
}
