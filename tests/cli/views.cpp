// SPDX-License-Identifier: Apache-2.0
// Views in 3-D, read back from their description alone and held against the same layers in other files.
#include <algorithm>
#include <set>
#include <tuple>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

const std::string scene_of_island =
    "{height: drainage.filled, drape: {Picture: picture, Biomes: biomes, \"Rain & </script>\": rain.annual, "
    "Wind: wind.wind, Runoff: runoff, Land: land.land, Discharge: rivers.discharge, Reaches: rivers}, "
    "lines: rivers.table, points: lakes.table, temperature: temperature, lake: lakes.depth";

// The island with all that it makes, as a view and as files of other formats.
std::string island(const std::string& more_of_scene = "", const std::string& size = "[150,131]") {
  return "configs/island.yaml --set world.size=" + size +
         " --set world.longitude=11deg --set world.cell=500m --set 'outputs=["
         "{file: v.html, scene: " +
         scene_of_island + more_of_scene +
         "}}, {file: truth.zarr, layers: {height: drainage.filled, biomes: biomes, rain_script: rain.annual, "
         "wind: wind.wind, runoff: runoff, land: land.land, discharge: rivers.discharge, reaches: rivers, temperature: "
         "temperature, "
         "lake: lakes.depth}}, "
         "{file: points.csv, layers: {t: lakes.table}}, {file: lines.geojson, layers: {t: rivers.table}}, "
         "{file: picture.png, layers: {p: picture}, sidecar: false}]'";
}

Ran build(const TemporaryFolder& folder, const std::string& world, const std::string& more = "",
          const std::string& out = "out") {
  return run("build " + world + " --quiet --cache off --out " + folder / out + " " + more);
}

void check(const TemporaryFolder& folder, const std::string& picture = "") {
  const Ran ran = shell(std::string(TERRAWRIGHT_PYTHON) + " -W ignore " TERRAWRIGHT_ROOT "/tests/cli/views.py " +
                        folder / "out" + " v.html " + picture);
  INFO("Are python3-zarr and python3-gdal there? scripts/setup.sh installs them.\n" << ran.out << ran.err);
  CHECK(ran.exit == 0);
}

// The scene that stands in a page.
Json scene_in(const std::string& file) {
  const std::string page = read(file), begin = "<script type=\"application/json\" id=\"scene\">";
  const std::size_t at = page.find(begin);
  REQUIRE(at != std::string::npos);
  CHECK(page.find(begin, at + 1) == std::string::npos);
  return Json::parse(page.substr(at + begin.size(), page.find("</script>", at) - at - begin.size()));
}

std::string small(const std::string& outputs, const std::string& size, const std::string& cell = "250 m",
                  const std::string& formula = "1500 * a - 700") {
  return "terrawright: 1\nname: odd\nworld: {size: " + size + ", cell: " + cell +
         ", seed: 42}\nstages:\n"
         "  rough: {use: heights.midpoint_displacement@1}\n"
         "  metres: {use: shape.formula@1, in: {a: rough}, with: {unit: m, formula: \"let all = " +
         formula +
         "; height = all; mask = all > 0\"}}\n"
         "  picture: {use: view.grey@1, in: {field: rough}}\n"
         "outputs:\n" +
         outputs;
}

const std::string view_and_truth =
    "  - {file: v.html, scene: {height: metres.height, drape: [picture, metres.mask, picture.grey, rough]}}\n"
    "  - {file: truth.zarr, layers: {height: metres.height, metres_mask: metres.mask, picture_grey: "
    "picture.grey, rough: rough}}\n";

}  // namespace

TEST_CASE("All layers and tables of a view are those of the world", "[cli.views]") {
  const TemporaryFolder folder;
  const std::string scene = GENERATE("", ", picture: png");
  const Ran ran = build(folder, island(scene));
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  check(folder, "picture.png");

  const Json of = scene_in(folder / "out/v.html");
  CHECK(of["drape"] ==
        Json({"Picture", "Biomes", "Rain & </script>", "Wind", "Runoff", "Land", "Discharge", "Reaches"}));
  CHECK(of["roles"] == Json({{"height", "height"}, {"temperature", "temperature"}, {"lake", "lake"}}));
  CHECK(of["layers"].size() == 11);
  CHECK(of["layers"][3]["title"] == "Rain & </script>");
  CHECK(of["layers"][9]["title"] == "temperature");
  CHECK(of["height"] == Json({{"metres", 1.0}, {"sea", true}}));
  CHECK(of["budget"] == 10000000);
  CHECK(of["world"]["longitude"] == 11);
  // A quarter of all is 16 bits of samples; this world's need no coarser ones.
  CHECK(of["layers"][0]["blocks"][0]["step"] == 0.1);
}

TEST_CASE("Layers of a view are called by their titles, and as the config does where two would be the same",
          "[cli.views]") {
  const TemporaryFolder folder;
  const auto [scene, named] = GENERATE(
      std::pair("{height: metres.height, drape: {Land: metres.mask}}", Json({"height", "Land"})),
      std::pair("{height: metres.height, drape: [metres.height, metres.mask]}", Json({"height", "metres.mask"})),
      std::pair("{height: metres.height, drape: {Land: metres.height, Low: picture.grey}}", Json({"height", "Low"})),
      std::pair("{height: metres.height, drape: {rough: metres.mask, Low: rough}}",
                Json({"height", "metres.mask", "Low"})),
      std::pair("{height: metres.height, drape: {height: metres.mask}}", Json({"metres.height", "metres.mask"})));
  INFO(scene);
  write(folder / "w.yaml", small("  - {file: v.html, scene: " + std::string(scene) + "}\n", "[30, 20]"));
  const Ran ran = build(folder, folder / "w.yaml");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const Json in_page = scene_in(folder / "out/v.html");
  Json names;
  for (const Json& layer : in_page["layers"]) names.push_back(layer["name"]);
  CHECK(names == named);
}

TEST_CASE("A view of a window has the window's cells, and its lines where the world has them", "[cli.views]") {
  const TemporaryFolder folder;
  const std::string window = GENERATE("40,30,61x50", "0,0,1x1", "149,3,1x100");
  const Ran ran = build(folder, island(), "--window " + window);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  check(folder, "picture.png");
}

TEST_CASE("Worlds of odd sizes and cells have views", "[cli.views]") {
  const TemporaryFolder folder;
  const auto [size, cell, formula] =
      GENERATE(std::tuple("[1, 1]", "250 m", "1500 * a - 700"), std::tuple("[2, 2]", "250 m", "1500 * a - 700"),
               std::tuple("[1, 1000]", "1 km", "1500 * a - 700"), std::tuple("[1000, 3]", "0.001 m", "1500 * a - 700"),
               std::tuple("[70, 50]", "1 m", "20 * a"), std::tuple("[70, 50]", "250 m", "0 * a"),
               std::tuple("[70, 50]", "250 m", "0 * a - 12.3"), std::tuple("[64, 64]", "250 m", "50 * a + 4000"),
               std::tuple("[65, 33]", "1000 km", "1e20 * a"), std::tuple("[65, 33]", "30 m", "1e-20 * a"));
  INFO(size << " " << formula);
  write(folder / "w.yaml", small(view_and_truth, size, cell, formula));
  const Ran ran = build(folder, folder / "w.yaml");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  check(folder);
}

TEST_CASE("Small cells have fine heights, and a height without unit is drawn high enough", "[cli.views]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml", small(view_and_truth, "[70, 50]", "1 m", "20 * a"));
  REQUIRE(build(folder, folder / "w.yaml").exit == 0);
  const Json fine = scene_in(folder / "out/v.html")["layers"][0]["blocks"][0];
  CHECK(fine["step"].get<double>() <= 1.0 / 2500);

  write(folder / "u.yaml", small("  - {file: u.html, scene: {height: rough}}\n", "[513, 400]", "1 km"));
  REQUIRE(build(folder, folder / "u.yaml").exit == 0);
  const Json of = scene_in(folder / "out/u.html");
  CHECK(of["height"]["sea"] == false);
  const double range = of["layers"][0]["maximum"].get<double>() - of["layers"][0]["minimum"].get<double>();
  CHECK(range * of["height"]["metres"].get<double>() <= 40000);
  CHECK(range * of["height"]["metres"].get<double>() > 20000);
  CHECK(of["layers"][0]["unit"] == "");
}

TEST_CASE("A world of more than 4097 cells a side is shown at every second, fourth ... cell", "[cli.views]") {
  const TemporaryFolder folder;
  const auto [size, every] = GENERATE(std::tuple("[4097, 3]", 1), std::tuple("[4098, 5]", 2),
                                      std::tuple("[7, 8195]", 4), std::tuple("[65537, 9]", 16));
  write(folder / "w.yaml", small(view_and_truth, size));
  const Ran ran = build(folder, folder / "w.yaml");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  check(folder);
  CHECK(scene_in(folder / "out/v.html")["grid"]["every"] == every);
}

TEST_CASE("A view is as fine as its budget allows, and never stops a build", "[cli.views]") {
  const TemporaryFolder folder;
  const auto of = [&](double more) {
    // The page itself has its bytes always.
    static const double page = [&] {
      write(folder / "p.yaml", small("  - {file: p.html, scene: {height: metres.height}}\n", "[1, 1]"));
      REQUIRE(build(folder, folder / "p.yaml").exit == 0);
      return static_cast<double>(fs::file_size(folder / "out/p.html")) / 1e6;
    }();
    const std::string budget = std::to_string(page + more) + " MB";
    std::string world =
        small("  - {file: v.html, scene: {height: a.height, drape: [b, c, metres.mask], budget: " + budget + "}}\n",
              "[800, 600]");
    const std::string noise = ": {use: heights.diamond_square@1, with: {reduction: 1}}\n";
    world.replace(world.find("  picture"), 0,
                  "  b" + noise + "  c" + noise + "  a1" + noise +
                      "  a: {use: shape.formula@1, in: {a: a1}, with: {unit: m, formula: \"1000 * a\"}}\n");
    write(folder / "w.yaml", world);
    const Ran ran = build(folder, folder / "w.yaml");
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    const Json scene = scene_in(folder / "out/v.html");
    const double steps = scene["layers"][0]["blocks"][0]["step"];
    const double of_b = scene["layers"][1]["blocks"][0]["step"];
    const bool fits = static_cast<double>(fs::file_size(folder / "out/v.html")) <= (page + more) * 1e6;
    return std::tuple(scene["grid"]["every"].get<int>(), of_b, steps, fits);
  };
  // From the finest down each rung is one that has less of something, until there are too few cells to leave out.
  std::set<std::pair<int, double>> rungs;
  auto last = of(6);
  CHECK(std::get<0>(last) == 1);
  CHECK(std::get<2>(last) == 0.1);
  for (const double more : {3.3, 2.9, 2.5, 2.2, 1.9, 1.6, 1.3, 1.0}) {
    const auto next = of(more);
    INFO(more);
    CHECK(std::get<3>(next));
    CHECK(std::get<0>(next) >= std::get<0>(last));
    if (std::get<0>(next) == std::get<0>(last)) {
      CHECK(std::get<1>(next) >= std::get<1>(last));
      CHECK(std::get<2>(next) >= std::get<2>(last));
    }
    rungs.insert({std::get<0>(next), std::get<1>(next)});
    last = next;
  }
  CHECK(rungs.size() >= 4);
  CHECK(std::get<0>(last) >= 2);
}

TEST_CASE("Views have the same bytes in every build, whatever the tiles and threads", "[cli.views]") {
  const TemporaryFolder folder;
  const std::string outputs = "[{file: v.html, scene: " + scene_of_island + "}}]";
  const std::string world = "configs/island.yaml --set world.size=[150,131] --set 'outputs=" + outputs + "'";
  REQUIRE(build(folder, world, "--threads 1").exit == 0);
  const std::string page = read(folder / "out/v.html");
  REQUIRE(build(folder, world, "--tile 37 --threads 3", "again").exit == 0);
  CHECK(read(folder / "again/v.html") == page);
  CHECK(page.find(folder.path().string()) == std::string::npos);
}

TEST_CASE("A view stands in the manifest with what it was asked for, and is not written twice", "[cli.views]") {
  const TemporaryFolder folder;
  const std::string world =
      "configs/island.yaml --set world.size=[65,65] --set 'outputs=[{file: v.html, scene: " + scene_of_island +
      ", budget: 3000 kB, picture: png}}]' --quiet --cache " + folder / "cache" + " --out " + folder / "out";
  REQUIRE(run("build " + world).exit == 0);
  const Json manifest = Json::parse(read(folder / "out/island-42.manifest.json"));
  const Json scene = manifest["config"]["outputs"][0]["scene"];
  CHECK(scene["height"] == "drainage/filled");
  CHECK(scene["drape"][0] == Json({{"Picture", "picture"}}));
  CHECK(scene["lines"] == Json({"rivers.table"}));
  CHECK(scene["budget"] == "3 MB");
  CHECK(scene["picture"] == "png");
  CHECK(manifest["files"][0]["sha256_decoded"].size() == 13);
  const auto before = fs::last_write_time(folder / "out/v.html");
  REQUIRE(run("build " + world).exit == 0);
  CHECK(fs::last_write_time(folder / "out/v.html") == before);
  CHECK(Json::parse(read(folder / "out/island-42.manifest.json")) == manifest);
}

TEST_CASE("Names that would end a script or a title do not", "[cli.views]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml",
        "terrawright: 1\nname: odd\nworld: {size: [9, 9], seed: \"</title><script>alert(1)</script>&\"}\nstages:\n"
        "  h: {use: heights.midpoint_displacement@1}\noutputs:\n"
        "  - {file: v.html, scene: {height: h, drape: {\"<!-- <script> </script>\": h}}}\n");
  const Ran ran = build(folder, folder / "w.yaml");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const std::string page = read(folder / "out/v.html");
  CHECK(page.find("<title>odd \u00B7 seed &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;</title>") !=
        std::string::npos);
  const Json scene = scene_in(folder / "out/v.html");
  CHECK(scene["layers"][0]["title"] == "<!-- <script> </script>");
  CHECK(scene["seed"] == "</title><script>alert(1)</script>&");
  const std::size_t at = page.find("id=\"scene\">") + 11;
  CHECK(page.substr(at, page.find("</script>", at) - at).find('<') == std::string::npos);
}

TEST_CASE("plan says how large a view may be, what it shows and what reads it", "[cli.views]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml",
        small("  - {file: v.html, scene: {height: metres.height, drape: rough}}\n", "[16385, 9000]"));
  const Ran plan = run("plan " + folder / "w.yaml");
  CHECK(plan.out.find("v.html\n      a view of 4097 x 2250 cells, one of 4 x 4, at most 40.0 MB\n") !=
        std::string::npos);
  CHECK(plan.out.find("      rough: height, from rough\n") != std::string::npos);
  const Json said = Json::parse(run("plan --json " + folder / "w.yaml").out);
  CHECK(said["outputs"][0]["scene"] == Json({{"width", 4097}, {"height", 2250}, {"every", 4}, {"budget", 40000000}}));
  write(folder / "s.yaml", small("  - {file: v.exr, layers: {h: metres.height, r: rough}}\n", "[16385, 9000]"));
  const Json without = Json::parse(run("plan --json " + folder / "s.yaml").out);
  CHECK(said["memory"]["peak"].get<double>() > without["memory"]["peak"].get<double>() + 40e6);
}
