// SPDX-License-Identifier: Apache-2.0
// Worlds at the edge of sense: they build, and hold what one would expect.
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/config_file.hpp"

using namespace terrawright;

namespace {

test::Built island(std::vector<std::string> set) {
  test::Options options;
  options.path = TERRAWRIGHT_ROOT "/configs/island.yaml";  // what it includes lies beside it
  options.set = std::move(set);
  return test::build(test::config_file("configs/island.yaml"), options);
}

void has_no_nan(const test::Built& world) {
  for (const std::string& layer : world.layers()) {
    INFO(layer);
    if (world.is_layer(layer)) CHECK(world.statistics(layer).nans == 0);
  }
}

}  // namespace

TEST_CASE("A world may be one cell, one column or one row: all of it border, so all of it sea", "[extremes]") {
  for (const char* size : {"[1,1]", "[1,300]", "[300,1]", "[2,2]", "[2,150]"}) {
    INFO(size);
    const auto world = island({std::string("world.size=") + size});
    has_no_nan(world);
    CHECK(world.statistics("land.land").maximum == 0);
    CHECK(world.statistics("metres").maximum <= 0);
  }
}

TEST_CASE("A world that is all sea has no land, no summit and still a climate", "[extremes]") {
  const auto world = island({"world.size=[97,97]", "knobs.sea=100%"});
  has_no_nan(world);
  CHECK(world.number("sea.land_share") == 0);
  CHECK(world.number("land.components") == 0);
  CHECK(world.statistics("metres").maximum == 0);
  CHECK(world.statistics("rain").maximum > 0);
}

TEST_CASE("A world that is all land but for its lowest cells", "[extremes]") {
  const std::string yaml = R"(
terrawright: 1
name: land
world: {size: [97, 97], cell: 1 km, seed: 3}
stages:
  terrain: {use: heights.diamond_square@1}
  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 0 %}}
  land: {use: sea.islets@1, in: {height: terrain, level: sea.level}}
  metres: {use: shape.metres@1, in: {height: land, level: sea.level}}
  wind: {use: climate.wind@1}
  rain: {use: climate.rain@1, in: {height: metres, flow: wind.flow}}
  temperature: {use: climate.temperature@1, in: {height: metres}}
  biomes: {use: biome.whittaker@1, in: {height: metres, temperature: temperature, rain: rain, ocean: land.ocean}}
  relief: {use: view.relief@1, in: {height: metres, biome: biomes}}
outputs: [{layers: {picture: relief, rain: rain}}]
)";
  const auto world = test::build(yaml);
  has_no_nan(world);
  CHECK(world.number("land.land_share") > 0.999);
  CHECK(world.statistics("metres").maximum == 2000);
}
