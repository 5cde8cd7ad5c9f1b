// SPDX-License-Identifier: Apache-2.0
#include "biome/whittaker/whittaker.hpp"

#include <map>
#include <string>
#include <vector>

#include "support/build.hpp"
#include "support/catch.hpp"
#include "terrawright/random.h"

using namespace terrawright;
namespace biome = terrawright::biome;

namespace {

biome::WhittakerChart chart() {
  biome::WhittakerChart chart;
  chart.take(biome::whittaker_curves());
  return chart;
}

std::string world(const std::string& with, const std::string& in = "") {
  return R"(
terrawright: 1
name: t
world: {size: [8, 2], cell: 1 km, seed: 42}
stages:
  z: {use: test.given@1, with: {name: z}}
  t: {use: test.given_scalar@1, with: {name: t}}
  p: {use: test.given_scalar@1, with: {name: p}}
  ocean: {use: test.given_mask@1, with: {name: ocean}}
  b: {use: biome.whittaker@1, in: {height: z, temperature: t, rain: p)" +
         in + "}, with: {" + with + R"(}}
outputs: [{layers: {b: b.biome, c: b.coast, z: z, t: t, p: p, o: ocean}}]
)";
}

// One row of cases and one of high, warm, wet land.
test::Options two_rows_of_cells(const std::vector<float>& z, const std::vector<float>& t, const std::vector<float>& p) {
  const auto two_rows = [](std::vector<float> row, float below) {
    row.resize(16, below);
    return row;
  };
  test::Options options;
  options.given["z"] = {"m", 8, 2, two_rows(z, 900)};
  options.given["t"] = {"C", 8, 2, two_rows(t, 10)};
  options.given["p"] = {"mm/yr", 8, 2, two_rows(p, 1500)};
  options.given["ocean"] = {"1", 8, 2, two_rows({1, 1, 1, 0, 0, 0, 0, 0}, 0)};
  return options;
}

}  // namespace

TEST_CASE("points of the chart, on bounds too", "[biome.whittaker]") {
  const auto c = chart();
  CHECK(c.climate(-12, 100) == biome::tundra);
  CHECK(c.climate(-5, 400) == biome::boreal_forest);
  CHECK(c.climate(5, 200) == biome::grassland);
  CHECK(c.climate(8, 500) == biome::woodland);
  CHECK(c.climate(8, 1200) == biome::temperate_forest);
  CHECK(c.climate(8, 2500) == biome::temperate_rain_forest);
  CHECK(c.climate(20, 300) == biome::subtropical_desert);
  CHECK(c.climate(27, 200) == biome::subtropical_desert);
  CHECK(c.climate(25, 1500) == biome::savanna);
  CHECK(c.climate(25, 3000) == biome::tropical_rain_forest);
  // A value on a curve belongs to the wetter or warmer side.
  CHECK(c.climate(5, 320) == biome::woodland);
  CHECK(c.climate(5, 319.999) == biome::grassland);
  CHECK(c.climate(24, 700) == biome::savanna);
  CHECK(c.climate(24, 699.999) == biome::subtropical_desert);
  CHECK(c.climate(26, 2580) == biome::tropical_rain_forest);
  CHECK(c.climate(14, 0) == biome::subtropical_desert);
  CHECK(c.climate(13.999, 0) == biome::grassland);
  CHECK(c.climate(-9.5, 0) == biome::grassland);
  CHECK(c.climate(10, 960) == biome::temperate_forest);
  CHECK(c.climate(8, 2050) == biome::temperate_rain_forest);
}

TEST_CASE("every climate has a class", "[biome.whittaker]") {
  const auto c = chart();
  const auto stream = terrawright_stream(1, "climates", 8);
  std::map<int, int> counts;
  for (int k = 0; k < 100000; ++k) {
    const auto key = terrawright_key_of_row(stream, k, TERRAWRIGHT_FOR_NOISE, 0, 0);
    const double t = -40 + 80 * static_cast<double>(terrawright_unit(terrawright_word(key, 0)));
    const double p = 6000 * static_cast<double>(terrawright_unit(terrawright_word(key, 1)));
    ++counts[c.climate(t, p)];
  }
  CHECK(counts.size() == 9);
  CHECK(counts.count(biome::unknown) == 0);
}

TEST_CASE("the chart of the table stays as it is", "[biome.whittaker]") {
  const auto c = chart();
  std::string codes;
  for (int t = -80; t <= 140; ++t) {
    for (int p = 0; p <= 400; ++p) codes += static_cast<char>(c.climate(t * 0.25, p * 10));
  }
  CHECK(terrawright_fnv1a64(codes.data(), codes.size()) == 0xfa914929c0d446d1u);
}

TEST_CASE("above 0 C more rain never makes a drier class", "[biome.whittaker]") {
  const auto c = chart();
  const std::map<int, int> rank = {{16, 0}, {12, 1}, {13, 2}, {11, 3}, {14, 3}, {17, 3}, {15, 4}, {18, 4}, {10, 3}};
  for (int i = 0; i <= 1750; ++i) {
    int last = 0;
    for (int p = 0; p <= 4000; p += 5) {
      const int now = rank.at(c.climate(i * 0.02, p));
      if (now < last) FAIL("at " << i * 0.02 << " C, " << p << " mm/yr");
      last = now;
    }
  }
}

TEST_CASE("the sea, lakes, ice and the coast come before the climate", "[biome.whittaker]") {
  // Deep ocean, shelf, sea ice, lake (water that is no ocean), ice, land, low coast by the lake, high land.
  const auto given = two_rows_of_cells({-900, -199, -300, -5, 800, 100, 5, 100}, {12, 12, -8, 12, -8, 8, 8, 8},
                                       {900, 900, 900, 900, 900, 1200, 500, 2500});
  const auto b = test::build(world("", ", ocean: ocean"), given).cells<std::uint16_t>("b.biome");
  CHECK(std::vector<std::uint16_t>(b.begin(), b.begin() + 8) == std::vector<std::uint16_t>{1, 2, 6, 3, 5, 14, 13, 15});

  SECTION("without a mask all water is ocean") {
    CHECK(test::build(world(""), given).cells<std::uint16_t>("b.biome")[3] == 2);
  }
  SECTION("coast is low land beside the ocean; overlays write it") {
    const auto shore = two_rows_of_cells({-900, -10, -5, 15, 15, 100, 5, 100}, {12, 12, 12, 12, 12, 8, 8, 8},
                                         {900, 900, 900, 900, 900, 1200, 500, 2500});
    const test::Built built = test::build(world("overlays: true", ", ocean: ocean"), shore);
    const auto coast = built.cells<std::uint8_t>("b.coast");
    for (std::size_t k = 0; k < 16; ++k) CHECK(coast[k] == (k == 3 ? 1 : 0));
    CHECK(built.cells<std::uint16_t>("b.biome")[3] == biome::coast);
    CHECK(test::build(world("", ", ocean: ocean"), shore).cells<std::uint16_t>("b.biome")[3] != biome::coast);
  }
}

TEST_CASE("masks bring lakes above the sea, and rivers over the coast", "[biome.whittaker]") {
  auto given = two_rows_of_cells({-10, 5, 800, 800, 900, 900, 900, 900}, {12, 12, 12, 12, 12, 12, 12, 12},
                                 {900, 900, 900, 900, 900, 900, 900, 900});
  given.given["ocean"].cells = {0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  // The mask called ocean says where lakes and rivers are.
  const auto lakes = test::build(world("", ", lake: ocean"), given).cells<std::uint16_t>("b.biome");
  CHECK(lakes[1] == biome::lake);
  CHECK(lakes[2] == biome::lake);
  CHECK(lakes[4] != biome::lake);
  const auto rivers = test::build(world("overlays: true", ", river: ocean"), given).cells<std::uint16_t>("b.biome");
  CHECK(rivers[0] == biome::shelf);
  CHECK(rivers[1] == biome::river);
  CHECK(rivers[2] == biome::river);
  CHECK(test::build(world("", ", river: ocean"), given).cells<std::uint16_t>("b.biome")[2] != biome::river);
}

TEST_CASE("classes and curves are data", "[biome.whittaker]") {
  const auto given = two_rows_of_cells({100, 100, 100, 100, 100, 100, 100, 100}, {8, 8, 8, 8, 8, 8, 8, 8},
                                       {100, 300, 500, 700, 1000, 1200, 2000, 2500});
  const auto drier = test::build(world("curves: [{curve: dry, at: 0, value: 600}]"), given);
  CHECK(drier.cells<std::uint16_t>("b.biome")[2] == biome::grassland);
  CHECK(drier.cells<std::uint16_t>("b.biome")[7] == biome::temperate_rain_forest);
  CHECK_NOTHROW(test::build(world("classes: [{code: 12, name: steppe, colour: \"#aabbcc\", glyph: s}]"), given));
  CHECK_THROWS_WITH(test::build(world("classes: [{code: 12, name: steppe, colour: blue, glyph: s}]"), given),
                    Catch::Contains("not a colour"));
  CHECK_THROWS_WITH(test::build(world("curves: [{curve: dry, at: 1, value: 6}, {curve: dry, at: 1, value: 7}]"), given),
                    Catch::Contains("does not lie beyond"));
}

TEST_CASE("biomes, life zones and pictures of them have the same bits in any tiles and on any threads",
          "[biome.whittaker][biome.holdridge][view.relief]") {
  const std::string world = R"(
terrawright: 1
name: t
world: {size: [600, 97], cell: 4 km, seed: 7, latitude: 30 deg}
stages:
  terrain: {use: heights.diamond_square@1, with: {seeding: island}}
  sea: {use: sea.level@1, in: {height: terrain}}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
  wind: {use: climate.wind@1}
  rain: {use: climate.rain@1, in: {height: metres, flow: wind.flow}}
  climate: {use: climate.temperature@1, in: {height: metres}}
  b: {use: biome.whittaker@1, in: {height: metres, temperature: climate.temperature, rain: rain.annual}, with: {overlays: true}}
  zones: {use: biome.holdridge@1, in: {height: metres, biotemperature: climate.biotemperature, rain: rain.annual}, with: {overlays: true}}
  relief: {use: view.relief@1, in: {height: metres, biome: b.biome, temperature: climate.temperature}}
  plain: {use: view.relief@1, in: {height: metres}}
outputs: [{layers: {b: b.biome, c: b.coast, z: zones.biome, s: zones.coast, r: zones.pet_ratio, h: zones.humidity, w: relief, p: plain}}]
)";
  const test::Built whole = test::build(world, {0, 1});
  CHECK(whole.statistics("b.biome").minimum > 0);
  CHECK(whole.statistics("zones.biome").minimum > 0);
  CHECK(whole.sha256("relief") != whole.sha256("plain"));
  for (const std::int64_t tile : {7, 64, 512}) {
    const test::Built tiled = test::build(world, {tile, 2});
    for (const char* port :
         {"b.biome", "b.coast", "zones.biome", "zones.coast", "zones.pet_ratio", "zones.humidity", "relief", "plain"})
      CHECK(tiled.sha256(port) == whole.sha256(port));
  }
}
