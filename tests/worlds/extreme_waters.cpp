// SPDX-License-Identifier: Apache-2.0
// Lands at the edge of sense, from heights to lakes, rivers, erosion and biomes: they build and hold what one would
// expect, the same for all tiles, or say where they are no land.
#include <algorithm>
#include <cmath>
#include <limits>

#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

// Cells of 1 km. Without an ocean of its own, what is not above 0 m.
struct Land {
  int width = 0, height = 0;
  std::vector<float> z;
  std::vector<float> ocean = {};
  float rain = 1200;  // mm/yr, everywhere

  template <class Height>
  Land(int columns, int rows, Height height_at) : width(columns), height(rows) {
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) z.push_back(static_cast<float>(height_at(x, y)));
    }
  }
  std::size_t at(int x, int y) const { return static_cast<std::size_t>(y * width + x); }
  bool is_border(int x, int y) const { return x == 0 || y == 0 || x + 1 == width || y + 1 == height; }
  int cells() const { return width * height; }
  int inner() const { return std::max(width - 2, 0) * std::max(height - 2, 0); }
};

// Rough land without a sea: 1 .. 900 m.
int rough(int x, int y) { return 1 + (x * 7919 + y * 104729 + x * y * 31) % 900; }

test::Built build(const Land& land, std::int64_t tile, const std::string& layers) {
  test::Options options{tile, 2};
  const auto give = [&](const char* name, const char* unit, std::vector<float> cells) {
    options.given[name] = {unit, land.width, land.height, std::move(cells)};
  };
  give("z", "m", land.z);
  give("rain", "mm/yr", std::vector<float>(land.z.size(), land.rain));
  give("ocean", "1", land.ocean);
  const std::string sea = land.ocean.empty() ? "" : ", ocean: ocean";
  return test::build(
      "terrawright: 1\nname: extreme\nworld: {size: [" + std::to_string(land.width) + ", " +
          std::to_string(land.height) +
          "], cell: 1 km, seed: 1}\n"
          "stages:\n"
          "  z: {use: test.given@1, with: {name: z}}\n"
          "  rain: {use: test.given_scalar@1, with: {name: rain}}\n" +
          (sea.empty() ? "" : "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n") +
          "  temperature: {use: climate.temperature@1, in: {height: z}}\n"
          "  wind: {use: climate.wind@1}\n"
          "  weather: {use: climate.rain@1, in: {height: z, flow: wind.flow}}\n"
          "  runoff: {use: water.runoff@1, in: {rain: rain, biotemperature: temperature.biotemperature" +
          sea +
          "}}\n"
          "  filled: {use: water.fill@1, in: {height: z" +
          sea +
          "}}\n"
          "  flats: {use: water.flats@1, in: {filled: filled" +
          sea +
          "}}\n"
          "  receivers: {use: water.receivers@1, in: {filled: filled, way: flats.way" +
          sea +
          "}}\n"
          "  all: {use: water.accumulation@1, in: {receivers: receivers, runoff: runoff}}\n"
          "  lakes: {use: water.lakes@1, in: {height: z, filled: filled, receivers: receivers, accumulation: all}}\n"
          "  rivers: {use: water.rivers@1, in: {receivers: receivers, accumulation: all, lake: lakes" +
          sea +
          "}, with: {threshold: 0.1 m3/s}}\n"
          "  closed: {use: water.endorheic@1, in: {height: z, filled: filled, receivers: receivers, runoff: runoff, "
          "evaporation: runoff.potential" +
          sea +
          "}}\n"
          "  carved: {use: water.breach@1, in: {height: z, receivers: receivers" +
          sea +
          "}}\n"
          "  eroded: {use: erosion.stream_power@1, in: {height: z" +
          sea +
          "}}\n"
          "  eroded_by_rain: {use: erosion.stream_power@1, random: eroded, in: {height: z, rain: rain" +
          sea +
          "}}\n"
          "  biomes: {use: biome.whittaker@1, in: {height: z, temperature: temperature, rain: rain, lake: lakes, "
          "river: rivers" +
          sea +
          "}, with: {overlays: true}}\n"
          "  zones: {use: biome.holdridge@1, in: {height: z, biotemperature: temperature.biotemperature, rain: rain, "
          "lake: lakes, river: rivers" +
          sea +
          "}}\n"
          "  relief: {use: view.relief@1, in: {height: lakes.ground, biome: biomes}}\n"
          "  picture: {use: view.waters@1, in: {picture: relief, receivers: receivers, width: rivers.width, depth: "
          "lakes.depth}}\n"
          "outputs: [{layers: {" +
          layers + "}}]\n",
      options);
}

constexpr char drainage[] =
    "w: filled, d: flats, r: receivers, u: runoff, a: all, lm: lakes, ld: lakes.depth, ll: lakes.level, lt: "
    "lakes.table, rm: rivers, rq: rivers.discharge, rw: rivers.width, ro: rivers.order, rt: rivers.table, c: carved, "
    "s: closed.sinks, k: closed.lake, n: closed.depth, "
    "b: biomes, h: zones.biome, p: picture, y: weather.annual";
constexpr char erosion[] = ", e: eroded";

// Properties of every world, by tiles of 5 cells and whole.
test::Built sensible(const Land& land, const std::string& layers = std::string(drainage) + erosion) {
  const auto world = build(land, 0, layers), tiled = build(land, 5, layers);
  for (const std::string& layer : world.layers()) {
    INFO(layer);
    if (world.is_layer(layer) && layer != "relief" && layer != "picture") {  // of colours
      CHECK(world.statistics(layer).nans == 0);
      CHECK(std::isfinite(world.statistics(layer).maximum));
      CHECK(std::isfinite(world.statistics(layer).minimum));
    }
    CHECK(tiled.sha256(layer) == world.sha256(layer));
  }
  const auto receivers = world.cells<std::uint16_t>("receivers");
  const auto runoff = world.cells<std::int64_t>("runoff"), all = world.cells<std::int64_t>("all");
  const auto filled = world.cells<float>("filled");
  const auto lake = world.cells<std::uint8_t>("lakes"), river = world.cells<std::uint8_t>("rivers");
  std::int64_t fell = 0, left = 0;
  bool makes_sense = true;
  for (int y = 0; y < land.height; ++y) {
    for (int x = 0; x < land.width; ++x) {
      const std::size_t c = land.at(x, y);
      const bool sea = land.ocean.empty() ? land.z[c] <= 0 : land.ocean[c] != 0;
      fell += runoff[c];
      if (receivers[c] == 0) left += all[c];
      makes_sense = makes_sense && (receivers[c] == 0) == (sea || land.is_border(x, y)) && filled[c] >= land.z[c] &&
                    all[c] >= runoff[c] && !(lake[c] && sea) && !(river[c] && (sea || lake[c]));
    }
  }
  CHECK(left == fell);
  CHECK(makes_sense);
  return world;
}

template <class Cell>
std::int64_t count(const test::Built& world, const std::string& layer) {
  const auto cells = world.cells<Cell>(layer);
  return static_cast<std::int64_t>(cells.size()) - std::count(cells.begin(), cells.end(), Cell{0});
}

std::string refusal(const Land& land, const std::string& layers) {
  try {
    build(land, 5, layers);
  } catch (const test::BuildFailed& failed) {
    return failed.what();
  }
  return "";
}

}  // namespace

TEST_CASE("Without land nothing flows, stands or erodes", "[extremes]") {
  Land land(23, 17, [](int x, int y) { return -rough(x, y); });
  for (const bool mask : {false, true}) {
    if (mask) land.ocean.assign(land.z.size(), 1);
    const auto world = sensible(land);
    CHECK(count<std::uint8_t>(world, "lakes") == 0);
    CHECK(count<std::uint8_t>(world, "rivers") == 0);
    CHECK(world.table("lakes.table").rows == 0);
    CHECK(world.table("rivers.table").rows == 0);
    CHECK(world.cells<float>("filled") == land.z);
    CHECK(world.cells<float>("carved") == land.z);
    CHECK(world.cells<float>("eroded/seabed") == land.z);
  }
}

TEST_CASE("Without a sea all water leaves over the map's border", "[extremes]") {
  Land land(23, 17, rough);
  for (const bool mask : {false, true}) {
    if (mask) land.ocean.assign(land.z.size(), 0);
    const auto world = sensible(land);
    CHECK(count<std::int64_t>(world, "all") == land.cells());
    CHECK(world.table("rivers.table").rows > 0);
    for (const std::string& end : world.table("rivers.table").texts("ends_in")) {
      CHECK((end == "river" || end == "lake" || end == "border"));
    }
  }
}

TEST_CASE("A sea behind a border of land is a sea where heights say so, a lake where the ocean does not reach",
          "[extremes]") {
  Land land(33, 33, [](int x, int y) {
    const int from_middle = std::max(std::abs(x - 16), std::abs(y - 16));
    return from_middle < 8 ? -50 : 100 + rough(x, y) / 10;
  });
  const auto sea = sensible(land);
  CHECK(sea.cells<float>("filled")[land.at(16, 16)] == -50);
  CHECK(sea.cells<std::uint8_t>("lakes")[land.at(16, 16)] == 0);
  CHECK(sea.cells<std::int64_t>("all")[land.at(16, 16)] >= 0);
  land.ocean.assign(land.z.size(), 0);
  const auto lake = sensible(land);
  CHECK(lake.cells<float>("filled")[land.at(16, 16)] >= 100);
  CHECK(lake.cells<std::uint8_t>("lakes")[land.at(16, 16)] == 1);
  CHECK(lake.table("lakes.table").integers("lake").size() >= 1);
}

TEST_CASE("A basin that fills the world is one lake that spills over the border", "[extremes]") {
  Land land(40, 30,
            [](int x, int y) { return x == 0 || y == 0 || x == 39 || y == 29 ? (x == 7 && y == 0 ? 900 : 1000) : 1; });
  const auto world = sensible(land);
  CHECK(count<std::uint8_t>(world, "lakes") == land.inner());
  const auto& table = world.table("lakes.table");
  REQUIRE(table.rows == 1);
  CHECK(table.reals("level")[0] == 900);
  CHECK(table.reals("max_depth")[0] == 899);
  CHECK(table.reals("area")[0] == land.inner());
  // All that falls inside leaves by the gap.
  const auto all = world.cells<std::int64_t>("all"), runoff = world.cells<std::int64_t>("runoff");
  std::int64_t inside = runoff[land.at(7, 0)];
  for (int y = 1; y < 29; ++y) {
    for (int x = 1; x < 39; ++x) inside += runoff[land.at(x, y)];
  }
  CHECK(all[land.at(7, 0)] == inside);
}

TEST_CASE("Land that is level everywhere drains all the same", "[extremes]") {
  const Land land(41, 37, [](int, int) { return 5; });
  const auto world = sensible(land);
  CHECK(count<std::uint8_t>(world, "lakes") == 0);
  // Eighteen steps at least, each of which costs more than twice 5 times 8.
  CHECK(world.cells<std::int64_t>("flats")[land.at(20, 18)] > 18 * 2 * 5 * 8);
}

TEST_CASE("Without rain there are lakes' beds and no rivers", "[extremes]") {
  Land land(23, 17, rough);
  land.rain = 0;
  const auto world = sensible(land);
  CHECK(count<std::int64_t>(world, "all") == 0);
  CHECK(count<std::uint8_t>(world, "rivers") == 0);
  CHECK(world.table("rivers.table").rows == 0);
  CHECK(count<std::uint8_t>(world, "lakes") > 0);
  CHECK(count<std::uint8_t>(world, "closed.lake") == 0);  // all dry
  // Rivers cannot cut without water: an error where the rain comes from.
  const std::string said = refusal(land, "e: eroded_by_rain");
  CHECK(said.find("no rain falls on the land") != std::string::npos);
}

TEST_CASE("Twenty metres of rain make rivers of nearly all land", "[extremes]") {
  Land land(23, 17, rough);
  land.rain = 20000;
  const auto world = sensible(land, std::string(drainage) + erosion + ", f: eroded_by_rain");
  CHECK(count<std::uint8_t>(world, "rivers") + count<std::uint8_t>(world, "lakes") == land.inner());
  // 1 km2 of about 19 m a year is about 0.6 m3/s.
  CHECK(world.statistics("rivers.discharge").minimum > 0.5);
  // Rain that is alike everywhere cuts as no rain told.
  CHECK(world.cells<float>("eroded_by_rain/seabed") == world.cells<float>("eroded/seabed"));
}

TEST_CASE("Rain that cannot be is refused where it comes from", "[extremes]") {
  Land land(23, 17, rough);
  land.rain = 2e13f;  // of 391 cells it still adds up
  CHECK(count<std::uint8_t>(sensible(land, drainage), "rivers") > 0);
  land.rain = 3e13f;
  CHECK(refusal(land, "u: runoff").find("so much rain cannot be added up") != std::string::npos);
  land.rain = not_a_number;
  CHECK(refusal(land, "u: runoff").find("the rain is NaN at cell (0, 0)") != std::string::npos);
  CHECK(refusal(land, "e: eroded_by_rain").find("not a finite number of 0 or more") != std::string::npos);
}

TEST_CASE("Heights that are no numbers are refused where they come from", "[extremes]") {
  for (const float bad : {not_a_number, infinite, -infinite}) {
    Land land(23, 17, rough);
    land.z[land.at(11, 9)] = bad;
    for (const char* layers : {"t: temperature", "y: weather.annual", "w: filled", "a: all", "l: lakes", "r: rivers",
                               "c: carved", "e: eroded", "b: biomes", "p: picture", "s: closed.sinks"}) {
      INFO(bad << " " << layers);
      const std::string said = refusal(land, layers);
      CHECK(said.find("at cell (11, 9)") != std::string::npos);
    }
  }
}

TEST_CASE("The smallest worlds have water too", "[extremes]") {
  for (const auto& [columns, rows] : {std::pair(1, 1), {2, 3}, {3, 2}, {1, 300}, {300, 1}, {2, 150}, {3, 3}, {3, 40}}) {
    for (const int depth : {0, 2000}) {
      INFO(columns << " x " << rows << ", " << depth << " m lower");
      const Land land(columns, rows, [&, d = depth](int x, int y) { return rough(x, y) - d; });
      const auto world = sensible(land);
      // Cells on the border stay unchanged.
      if (land.inner() == 0) {
        CHECK(world.cells<float>("filled") == land.z);
        CHECK(world.cells<float>("carved") == land.z);
        CHECK(world.cells<float>("eroded/seabed") == land.z);
        CHECK(world.table("lakes.table").rows == 0);
      }
    }
  }
}
