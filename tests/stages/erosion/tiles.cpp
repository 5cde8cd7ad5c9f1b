// SPDX-License-Identifier: Apache-2.0
// Erosion by tiles: one result for all of them, and broken copies are caught.
#include "eroding.hpp"
#include "stages/water/mutants.hpp"
#include "stages/water/terrains.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Land;
using test::mutants;

TEST_CASE("erosion is the same for any tiles and threads", "[erosion.stream_power]") {
  // One land with ties and plateaus, one without.
  for (const int levels : {12, 0}) {
    const Land land = test::fractal_land(levels == 0 ? 600 : 270, levels == 0 ? 130 : 200, 3 + levels, levels);
    const std::string world =
        test::eroding_world(land, "steps: 2, step: 1e5 yr", ", ocean: ocean, rain: rain", "250 m");
    auto options = test::eroding_options(land, 0);
    for (std::size_t c = 0; c < land.z.size(); ++c) options.given["rain"].cells[c] = 200 + static_cast<float>(c % 1000);
    const std::string whole = test::build(world, options).sha256("e/seabed");
    for (const std::int64_t tile : {64, 100, 256, 512}) {
      for (const int threads : {1, 2, 3}) {
        options.tile = tile;
        options.threads = threads;
        INFO("tile " << tile << ", threads " << threads << ", levels " << levels);
        CHECK(test::build(world, options).sha256("e/seabed") == whole);
        if (tile == 64) break;
      }
    }
  }
}

namespace {

// A step by the parts of erosion.step, erosion.incise by another stage.
std::vector<float> stepped(const Land& land, std::int64_t tile, const std::string& incise) {
  test::Options options = test::eroding_options(land, tile);
  if (mutants().find(incise) != nullptr) options.stages = {mutants().find(incise)->stage};
  return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(land.width) + ", " +
                         std::to_string(land.height) +
                         "], cell: 1 km, seed: 42}\nstages:\n"
                         "  z: {use: test.given@1, with: {name: z}}\n"
                         "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
                         "  surface: {use: erosion.surface@1, in: {height: z, ocean: ocean}}\n"
                         "  filled: {use: water.fill@1, in: {height: surface, ocean: ocean}}\n"
                         "  flats: {use: water.flats@1, in: {filled: filled, ocean: ocean}}\n"
                         "  r: {use: water.receivers@1, in: {filled: filled, way: flats.way, ocean: ocean}}\n"
                         "  c: {use: erosion.celerity@1, in: {receivers: r}}\n"
                         "  e: {use: " +
                         incise +
                         "@1, in: {height: filled, receivers: r, celerity: c}}\n"
                         "outputs: [{layers: {e: e}}]\n",
                     options)
      .cells<float>("e");
}

}  // namespace

TEST_CASE("broken copies of incision are caught", "[erosion.incise]") {
  const std::string id = GENERATE("broken.incise_without_corners", "broken.incise_without_diagonals",
                                  "broken.incise_without_ways_through", "broken.incise_without_confluences");
  INFO(id);
  REQUIRE(mutants().find(id) != nullptr);
  int whole = 0, by_tiles = 0;
  for (int seed = 1; seed <= 20; ++seed) {
    const Land land = test::fractal_land(129, 129, seed, 0);
    const auto right = stepped(land, 0, "erosion.incise");
    whole += stepped(land, 0, id) == right;
    by_tiles += stepped(land, 7, id) != right;
    CHECK(stepped(land, 7, "erosion.incise") == right);
  }
  CHECK(whole == 20);  // the mistake lies between tiles
  CHECK(by_tiles == 20);
}
