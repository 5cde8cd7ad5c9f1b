// SPDX-License-Identifier: Apache-2.0
// A stage under test makes the bits that the engine makes: each node of a world is run again by testing.hpp, on what
// the harness itself made before, and compared with the engine's.
#include "support/build.hpp"
#include "support/catch.hpp"
#include "terrawright/testing.hpp"

const terrawright_stage* terrawright_stage_diamond_square_of_heights();
const terrawright_stage* terrawright_stage_level_of_sea();
const terrawright_stage* terrawright_stage_islets_of_sea();
const terrawright_stage* terrawright_stage_metres_of_shape();
const terrawright_stage* terrawright_stage_slope_of_shape();
const terrawright_stage* terrawright_stage_ascii_of_view();
const terrawright_stage* terrawright_stage_fill_of_water();
const terrawright_stage* terrawright_stage_flats_of_water();
const terrawright_stage* terrawright_stage_receivers_of_water();
const terrawright_stage* terrawright_stage_accumulation_of_water();
const terrawright_stage* terrawright_stage_lakes_of_water();
const terrawright_stage* terrawright_stage_temperature_of_climate();
const terrawright_stage* terrawright_stage_wind_of_climate();
const terrawright_stage* terrawright_stage_rain_of_climate();
const terrawright_stage* terrawright_stage_whittaker_of_biome();
const terrawright_stage* terrawright_stage_hillshade_of_view();
const terrawright_stage* terrawright_stage_palette_of_view();
const terrawright_stage* terrawright_stage_surface_of_erosion();
const terrawright_stage* terrawright_stage_celerity_of_erosion();
const terrawright_stage* terrawright_stage_route_of_erosion();
const terrawright_stage* terrawright_stage_incise_of_erosion();
const terrawright_stage* terrawright_stage_seabed_of_erosion();

using namespace terrawright;
using testing::Result;
using testing::StageRun;

namespace {

constexpr std::int64_t width = 75, height = 61;

test::Built built_in_tiles_of_16() {
  test::Options options;
  options.tile = 16;
  options.given["runoff"] = {"mm/yr/1024", width, height, std::vector<float>(width * height, 819200.0f)};
  return test::build(R"(
terrawright: 1
name: compared
world: {size: [75, 61], cell: 250 m, seed: 7, latitude: 52 deg}
stages:
  hills: {use: heights.diamond_square@1, with: {seeding: island, reduction: 0.7}}
  other: {use: heights.diamond_square@1, random: hills, with: {seeding: island, reduction: 0.7}}
  sea: {use: sea.level@1, in: {height: hills}, with: {percentile: 55 %}}
  land: {use: sea.islets@1, in: {height: hills, level: sea.level}, with: {keep: 2, max_pond: 5}}
  metres: {use: shape.metres@1, in: {height: land.height, level: sea.level}}
  slope: {use: shape.slope@1, in: {height: metres}, with: {stencil: horn}}
  map: {use: view.ascii@1, in: {field: metres}, with: {separator: " ", columns: 30}}
  temperature: {use: climate.temperature@1, in: {height: metres}}
  filled: {use: water.fill@1, in: {height: metres, ocean: land.ocean}}
  flats: {use: water.flats@1, in: {filled: filled, ocean: land.ocean}}
  receivers: {use: water.receivers@1, in: {filled: filled, way: flats.way, ocean: land.ocean}}
  runoff: {use: test.given_count@1, with: {name: runoff}}
  accumulation: {use: water.accumulation@1, in: {receivers: receivers, runoff: runoff, ocean: land.ocean}}
  lakes:
    use: water.lakes@1
    in: {height: metres, filled: filled, receivers: receivers, accumulation: accumulation, ocean: land.ocean}
    with: {min_area: 1, min_depth: 0.01 m}
outputs:
  - file: "{name}.exr"
    layers:
      {hills: hills, other: other, land: sea.land, height: land.height, ocean: land.ocean, metres: metres, slope: slope,
       temperature: temperature.temperature, filled: filled, flats: flats, receivers: receivers, accumulation: accumulation,
       lake: lakes, depth: lakes.depth}
  - {file: "{name}.txt", layers: {map: map}}
  - {file: "{name}.csv", layers: {lakes: lakes.table}}
)",
                     options);
}

template <class Kind>
void compare_cells(const Result& result, const std::string& port, const test::Built& built, const std::string& name) {
  using Cell = typename Kind::Cell;
  const std::vector<Cell> ours = result.cells<Kind>(port), theirs = built.cells<Cell>(name);
  REQUIRE(ours.size() == theirs.size());
  CHECK(std::memcmp(ours.data(), theirs.data(), ours.size() * sizeof(Cell)) == 0);
}

void compare(const Result& result, const std::string& port, const test::Built& built, const std::string& name) {
  INFO(name);
  switch (result.kind(port)) {
    case TERRAWRIGHT_KIND_HEIGHT:
    case TERRAWRIGHT_KIND_SCALAR:
    case TERRAWRIGHT_KIND_WEIGHT:
      if (result.kind(port) == TERRAWRIGHT_KIND_HEIGHT) return compare_cells<Height>(result, port, built, name);
      return compare_cells<Field>(result, port, built, name);
    case TERRAWRIGHT_KIND_MASK:
      return compare_cells<Mask>(result, port, built, name);
    case TERRAWRIGHT_KIND_CLASS:
      return compare_cells<Class>(result, port, built, name);
    case TERRAWRIGHT_KIND_COUNT:
      return compare_cells<Count>(result, port, built, name);
    default:
      FAIL("no such layer");
  }
}

// Run of the world above.
StageRun run_of(const terrawright_stage* stage) {
  StageRun run(stage, width, height);
  run.cell(250).seed(7).latitude(52);
  return run;
}

// The same chain of nodes by testing.hpp.
struct Chain {
  testing::Tiling tiling;
  Result hills, sea, land, metres, filled, flats, receivers, accumulation, lakes;

  explicit Chain(testing::Tiling of) : tiling(of) {
    StageRun run = run_of(terrawright_stage_diamond_square_of_heights());
    hills = run.node("hills").set("seeding", "island").set("reduction", 0.7).paint(tiling);
    run = run_of(terrawright_stage_level_of_sea());
    sea = run.input("height", hills, "height").set("percentile", percent(55)).paint(tiling);
    run = run_of(terrawright_stage_islets_of_sea());
    run.input("height", hills, "height").number("level", sea.number("level"));
    land = run.set("keep", 2).set("max_pond", 5).paint(tiling);
    run = run_of(terrawright_stage_metres_of_shape());
    metres = run.input("height", land, "height").input("level", sea, "level").paint(tiling);
    run = run_of(terrawright_stage_fill_of_water());
    filled = run.input("height", metres, "height").input("ocean", land, "ocean").paint(tiling);
    run = run_of(terrawright_stage_flats_of_water());
    flats = run.node("flats").input("filled", filled, "filled").input("ocean", land, "ocean").paint(tiling);
    run = run_of(terrawright_stage_receivers_of_water());
    run.input("filled", filled, "filled").input("way", flats, "way").input("ocean", land, "ocean");
    receivers = run.paint(tiling);
    run = run_of(terrawright_stage_accumulation_of_water());
    run.input("receivers", receivers, "receivers").input("runoff", 819200).unit("runoff", "mm/yr/1024");
    accumulation = run.input("ocean", land, "ocean").paint(tiling);
    lakes = lakes_run().paint(tiling);
  }
  StageRun lakes_run() const {
    StageRun run = run_of(terrawright_stage_lakes_of_water());
    run.input("height", metres, "height").input("filled", filled, "filled").input("receivers", receivers, "receivers");
    run.input("accumulation", accumulation, "accumulation").input("ocean", land, "ocean");
    run.set("min_area", 1).set("min_depth", 0.01);
    return run;
  }
};

// A row of climate.wind's table.
struct Petal {
  double speed, from, turn, weight;
  static void describe(Parameters<Petal>& row) {
    row.parameter(&Petal::speed, "speed", "Mean speed.");
    row.parameter(&Petal::from, "from", "Azimuth it blows from.");
    row.parameter(&Petal::turn, "turn", "Angle from there.");
    row.parameter(&Petal::weight, "weight", "Share of the year.");
  }
};

// The heights five cells to the left, or the first of the row.
struct Shifted {
  In<Height> height;
  Out<Height> shifted;
  static void describe(Spec<Shifted>& s) {
    s.stage("test.shifted", "The heights five cells to the left.");
    s.port(&Shifted::height, "height", "Any heights.").window([](const Shifted&, const Rect& tile) {
      return Rect{tile.x - 5, tile.y, tile.width, tile.height};
    });
    s.port(&Shifted::shifted, "height", "The same, shifted.").like("height");
  }
  void paint(Tile& tile) const {
    tile.each_cell([&](auto x, auto y) { tile[shifted](x, y) = tile[height](x - 5, y); });
  }
};

}  // namespace

TEST_CASE("Built-in stages under test make the engine's bits: halos, rounds, verdicts, random numbers, tables",
          "[testing]") {
  const test::Built built = built_in_tiles_of_16();
  for (const testing::Tiling tiling : {testing::Tiling(), testing::Tiling(13), testing::Tiling(width, 1)}) {
    CAPTURE(tiling.width, tiling.height);
    const Chain chain(tiling);
    compare(chain.hills, "height", built, "hills.height");
    compare(chain.hills, "height", built, "other.height");  // `random: hills`
    compare(chain.sea, "land", built, "sea.land");
    CHECK(chain.sea.number("level") == built.number("sea.level"));
    compare(chain.land, "height", built, "land.height");
    compare(chain.land, "ocean", built, "land.ocean");
    compare(chain.metres, "height", built, "metres.height");
    CHECK(chain.metres.unit("height") == "m");
    compare(chain.filled, "filled", built, "filled.filled");
    compare(chain.flats, "distance", built, "flats.distance");
    compare(chain.receivers, "receivers", built, "receivers.receivers");
    compare(chain.accumulation, "accumulation", built, "accumulation.accumulation");
    compare(chain.lakes, "lake", built, "lakes.lake");
    compare(chain.lakes, "depth", built, "lakes.depth");

    const testing::Rows& ours = chain.lakes.table("table");
    const engine::StoredTable& theirs = built.table("lakes.table");
    REQUIRE(ours.rows() == theirs.rows);
    CHECK(ours.rows() > 3);
    REQUIRE(ours.columns().size() == theirs.columns.size());
    for (std::size_t c = 0; c < ours.columns().size(); ++c) {
      CHECK(ours.columns()[c].name == theirs.columns[c].name);
      CHECK(ours.columns()[c].unit == theirs.columns[c].unit);
      CHECK(ours.columns()[c].values == theirs.columns[c].values);
    }
    REQUIRE(ours.points().size() == theirs.points.size());
    for (std::size_t i = 0; i < theirs.points.size(); ++i) CHECK(ours.points()[i].x == theirs.points[i].x);

    StageRun slope = run_of(terrawright_stage_slope_of_shape());
    slope.input("height", chain.metres, "height").set("stencil", "horn");
    compare(slope.paint(tiling), "slope", built, "slope.slope");
    StageRun temperature = run_of(terrawright_stage_temperature_of_climate());
    temperature.input("height", chain.metres, "height");  // the world's latitude
    compare(temperature.paint(tiling), "temperature", built, "temperature.temperature");
    StageRun map = run_of(terrawright_stage_ascii_of_view());
    map.input("field", chain.metres, "height").set("separator", " ").set("columns", 30);
    CHECK(map.paint(tiling).text("text") == built.text("map.text"));
  }
}

TEST_CASE("Grids, vectors, classes with legends, pictures and whole worlds are the engine's", "[testing]") {
  test::Options options;
  options.tile = 16;
  const auto built = test::build(R"(
terrawright: 1
name: kinds
world: {size: [75, 61], cell: 250 m, seed: 7, latitude: 52 deg}
stages:
  hills: {use: heights.diamond_square@1, with: {seeding: island}}
  sea: {use: sea.level@1, in: {height: hills}}
  metres: {use: shape.metres@1, in: {height: hills, level: sea.level}}
  wind:
    use: climate.wind@1
    with: {sectors: [{speed: 8 m/s, from: 250 deg, weight: 2}, {speed: 12 m/s, from: 310 deg, weight: 1}]}
  rain: {use: climate.rain@1, in: {height: metres, flow: wind.flow}}
  warmth: {use: climate.temperature@1, in: {height: metres}}
  biomes: {use: biome.whittaker@1, in: {height: metres, temperature: warmth.temperature, rain: rain.annual}}
  map: {use: view.ascii@1, in: {classes: biomes.biome}}
  shade: {use: view.hillshade@1, in: {height: hills, level: sea.level}}
  picture: {use: view.palette@1, in: {field: hills, level: sea.level, shade: shade}}
  eroded: {use: erosion.stream_power@1, in: {height: metres}, with: {steps: 2}}
outputs:
  - file: "{name}.exr"
    layers: {wind: wind.wind, rain: rain.annual, warmth: warmth.temperature, biome: biomes.biome, eroded: eroded}
  - {file: "{name}.png", layers: {picture: picture}}
  - {file: "{name}.txt", layers: {map: map}}
)",
                                 options);
  const testing::Tiling tiling(29, 11);
  StageRun run = run_of(terrawright_stage_diamond_square_of_heights());
  const Result hills = run.node("hills").set("seeding", "island").paint(tiling);
  const Result sea = run_of(terrawright_stage_level_of_sea()).input("height", hills, "height").paint(tiling);
  run = run_of(terrawright_stage_metres_of_shape());
  const Result metres = run.input("height", hills, "height").input("level", sea, "level").paint(tiling);
  run = run_of(terrawright_stage_wind_of_climate());
  const Result wind =
      run.node("wind").set("sectors", std::vector<Petal>{{8, 250, 0, 2}, {12, 310, 0, 1}}).paint(tiling);
  compare_cells<Vector>(wind, "wind", built, "wind.wind");
  CHECK(wind.cell<Vector>("wind", 3, 4).x == built.cells<Vector2>("wind.wind")[4 * width + 3].x);
  run = run_of(terrawright_stage_rain_of_climate());
  const Result rain = run.input("height", metres, "height").input("flow", wind, "flow").paint(tiling);
  compare(rain, "annual", built, "rain.annual");
  run = run_of(terrawright_stage_temperature_of_climate()).node("warmth");
  const Result warmth = run.input("height", metres, "height").paint(tiling);
  compare(warmth, "temperature", built, "warmth.temperature");
  run = run_of(terrawright_stage_whittaker_of_biome());
  run.input("height", metres, "height").input("temperature", warmth, "temperature").input("rain", rain, "annual");
  const Result biomes = run.paint(tiling);
  compare(biomes, "biome", built, "biomes.biome");
  CHECK(biomes.legend("biome").size() > 5);
  run = run_of(terrawright_stage_ascii_of_view());
  CHECK(run.input("classes", biomes, "biome").paint(tiling).text("text") == built.text("map.text"));
  run = run_of(terrawright_stage_hillshade_of_view());
  const Result shade = run.input("height", hills, "height").input("level", sea, "level").paint(tiling);
  run = run_of(terrawright_stage_palette_of_view());
  run.input("field", hills, "height").input("level", sea, "level").input("shade", shade, "shade");
  compare_cells<Picture>(run.paint(tiling), "picture", built, "picture.picture");
  run = run_of(terrawright_stage_surface_of_erosion());
  const Result surface = run.input("height", metres, "height").paint(tiling);
  run = run_of(terrawright_stage_fill_of_water());
  Result height = run.input("height", surface, "height").input("ocean", surface, "ocean").paint(tiling);
  std::string level = "filled";
  run = run_of(terrawright_stage_flats_of_water());
  const Result flats =
      run.node("eroded/flats").input("filled", height, level).input("ocean", surface, "ocean").paint(tiling);
  run = run_of(terrawright_stage_receivers_of_water());
  run.input("filled", height, level).input("way", flats, "way").input("ocean", surface, "ocean");
  Result receivers = run.paint(tiling);
  for (const std::string step : {"eroded/step/1", "eroded/step/2"}) {
    run = run_of(terrawright_stage_route_of_erosion());
    run.input("height", height, level).input("receivers", receivers, "receivers");
    CHECK(run.tilings_differ().value_or("") == "");
    receivers = run.paint(tiling);
    compare_cells<Class>(receivers, "receivers", built, step + "/route");
    run = run_of(terrawright_stage_celerity_of_erosion());
    run.input("receivers", receivers, "receivers");
    CHECK(run.tilings_differ().value_or("") == "");
    const Result celerity = run.paint(tiling);
    run = run_of(terrawright_stage_incise_of_erosion());
    run.input("height", height, level).input("receivers", receivers, "receivers");
    run.input("celerity", celerity, "celerity");
    CHECK(run.tilings_differ().value_or("") == "");
    height = run.paint(tiling);
    level = "height";
    compare(height, level, built, step + "/incise");
  }
  run = run_of(terrawright_stage_seabed_of_erosion());
  run.input("eroded", height, level).input("height", metres, "height").input("ocean", surface, "ocean");
  compare(run.paint(tiling), "height", built, "eroded/seabed");
}

TEST_CASE("Built-in stages come out alike in every tiling, order and poison", "[testing]") {
  const Chain chain({});
  CHECK(chain.lakes_run().tilings_differ().value_or("") == "");
  StageRun run = run_of(terrawright_stage_diamond_square_of_heights());
  CHECK(run.set("seeding", "island").tilings_differ().value_or("") == "");
  run = run_of(terrawright_stage_level_of_sea());
  CHECK(run.input("height", chain.hills, "height").tilings_differ().value_or("") == "");
  run = run_of(terrawright_stage_islets_of_sea());
  run.input("height", chain.hills, "height").number("level", chain.sea.number("level"));
  CHECK(run.tilings_differ().value_or("") == "");
  run = run_of(terrawright_stage_fill_of_water());
  CHECK(run.input("height", chain.metres, "height").tilings_differ().value_or("") == "");
  run = run_of(terrawright_stage_flats_of_water());
  CHECK(run.input("filled", chain.filled, "filled").tilings_differ().value_or("") == "");
  run = run_of(terrawright_stage_slope_of_shape());
  CHECK(run.input("height", chain.metres, "height").tilings_differ().value_or("") == "");
  run = run_of(terrawright_stage_ascii_of_view());
  CHECK(run.input("field", chain.metres, "height").tilings_differ().value_or("") == "");
}

TEST_CASE("Another seed, another node, another cell: other bits, as in a world", "[testing]") {
  const auto hills = [](std::uint64_t seed, const std::string& node) {
    return StageRun(terrawright_stage_diamond_square_of_heights(), 33, 33).seed(seed).node(node).paint();
  };
  CHECK(!testing::difference(hills(7, "hills"), hills(7, "hills")));
  CHECK(testing::difference(hills(7, "hills"), hills(8, "hills")));
  CHECK(testing::difference(hills(7, "hills"), hills(7, "hill")));
  const auto in_composite = test::build(R"(
terrawright: 1
name: part
world: {size: [33, 33], seed: 7}
composites:
  my.land@1:
    doc: A land.
    stages: {hills: {use: heights.diamond_square@1}}
    out: {height: hills}
stages: {land: {use: my.land@1}}
outputs: [{file: "{name}.exr", layers: {h: land.height}}]
)");
  compare_cells<Height>(hills(7, "land/hills"), "height", in_composite, in_composite.layers().front());
}

TEST_CASE("A stage's refusal is the engine's, by where, text and cell", "[testing]") {
  StageRun run(terrawright_stage_slope_of_shape(), 9, 9);
  run.input("height", [](auto x, auto y) { return x == 4 && y == 2 ? std::nanf("") : 1.0f; });
  const auto refusal = run.paint(5).failure();
  REQUIRE(refusal);
  CHECK(refusal->where == "height");
  CHECK(refusal->text == "a height is NaN");
  CHECK(refusal->x == 4);
  CHECK(refusal->y == 2);
  StageRun map(terrawright_stage_ascii_of_view(), 9, 9);
  CHECK(map.paint().failure()->sentence() == "field: neither field nor classes is connected; connect one of them");
}

TEST_CASE("Worlds that wrap have windows from the other side, as in the engine", "[testing]") {
  test::Options options;
  options.tile = 16;
  options.stages = {stage<Shifted>()};
  options.given["z"] = {"m", 40, 20, {}};
  const auto z = [](std::int64_t x, std::int64_t y) { return static_cast<float>((x * 37 + y * 91) % 57); };
  for (std::int64_t i = 0; i < 800; ++i) options.given["z"].cells.push_back(z(i % 40, i / 40));
  const auto built = test::build(R"(
terrawright: 1
name: wrapped
world: {size: [40, 20], seed: 1, wrap: x}
stages:
  z: {use: test.given@1, with: {name: z}}
  shifted: {use: test.shifted@1, in: {height: z}}
outputs: [{file: "{name}.exr", layers: {z: shifted}}]
)",
                                 options);
  testing::Run<Shifted> run(40, 20);
  run.input("height", z).unit("height", "m").wrap(TERRAWRIGHT_WRAP_X);
  for (const testing::Tiling tiling : {testing::Tiling(), testing::Tiling(7)}) {
    const Result result = run.paint(tiling);
    compare_cells<Height>(result, "height", built, "shifted.height");
    CHECK(result("height", 0, 19) == static_cast<double>(z(35, 19)));
  }
  CHECK(run.tilings_differ().value_or("") == "");
}
