// SPDX-License-Identifier: Apache-2.0
// Flow accumulation whose notes are combined level by level has the bits that it has without.
#include "mutants.hpp"
#include "support/catch.hpp"
#include "support/stage_runs.hpp"
#include "terrains.hpp"

const terrawright_stage* terrawright_stage_receivers_of_water();
const terrawright_stage* terrawright_stage_accumulation_of_water();

using namespace terrawright;
using test::Land;

namespace {

constexpr int to_one = 64;  // levels

std::vector<std::int64_t> accumulated(const Land& land, std::int64_t tile, int threads, int levels,
                                      const std::string& id = "water.accumulation") {
  test::Options options{tile, threads};
  options.levels = levels;
  if (const auto* mutant = test::mutants().find(id)) options.stages = {mutant->stage};
  return test::drain_by_stages(land, options, {{"accumulation", id}}).cells<std::int64_t>("water");
}

}  // namespace

TEST_CASE("sums are the same at one, two and three levels and where one note is left", "[water.accumulation][levels]") {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const Land land = test::random_land(seed);
    const std::int64_t tile = 1 + seed % 7;
    const std::vector<std::int64_t> expected = test::drain(land).accumulation;
    for (const int levels : {1, 2, 3, to_one}) {
      INFO("seed " << seed << ", tiles of " << tile << ", " << levels << " levels");
      REQUIRE(accumulated(land, tile, 1 + static_cast<int>(seed) % 3, levels) == expected);
    }
  }
}

TEST_CASE("sums of larger lands are the same at any level, tile and number of threads",
          "[water.accumulation][levels]") {
  for (int seed = 1; seed <= 8; ++seed) {
    const Land land = test::fractal_land(129, 97, seed, seed % 2 == 0 ? 0 : 12);
    const std::vector<std::int64_t> whole = accumulated(land, 0, 1, 1);
    for (const std::int64_t tile : {5, 16, 33, 64, 100}) {
      for (const int levels : {2, 3, to_one}) {
        INFO("seed " << seed << ", tiles of " << tile << ", " << levels << " levels");
        REQUIRE(accumulated(land, tile, seed % 2 == 0 ? 1 : 4, levels) == whole);
      }
    }
  }
}

TEST_CASE("broken copies of combine and split are caught, at two levels and more alone",
          "[water.accumulation][levels]") {
  const std::string id =
      GENERATE("broken.accumulation_combines_without_ways_through", "broken.accumulation_combines_without_joins",
               "broken.accumulation_splits_without_inflow");
  INFO(id);
  int flat = 0, caught = 0;
  for (int seed = 1; seed <= 10; ++seed) {
    const Land land = test::fractal_land(129, 129, seed, 12);
    const std::vector<std::int64_t> whole = accumulated(land, 0, 1, 1);
    flat += accumulated(land, 7, 2, 1, id) == whole;
    caught += accumulated(land, 7, 2, 3, id) != whole;
  }
  CHECK(flat == 10);
  CHECK(caught == 10);
}

TEST_CASE("the stage alone gives the same bits in every tiling, order and level", "[water.accumulation][levels]") {
  const Land land = test::fractal_land(67, 41, 3, 12);
  const auto built = test::drain_by_stages(land, {0, 1});
  const std::vector<float> filled = built.cells<float>("filled");
  const std::vector<std::int64_t> distance = built.cells<std::int64_t>("flats");
  testing::StageRun drains(terrawright_stage_receivers_of_water(), 67, 41);
  drains.input("filled", filled).input("distance", distance);
  drains.input("ocean", std::vector<std::uint8_t>(land.ocean.begin(), land.ocean.end()));
  const testing::Result receivers = test::painted(drains);
  testing::StageRun sums(terrawright_stage_accumulation_of_water(), 67, 41);
  sums.input("receivers", receivers, "receivers");
  test::same_under_all_tiles(sums);
  CHECK(testing::difference(sums.paint(), sums.paint(8, 3)).value_or("") == "");
}

TEST_CASE("water that goes round in a circle or leaves the map is told at any level", "[water.accumulation][levels]") {
  testing::StageRun flat(terrawright_stage_receivers_of_water(), 8, 8);
  flat.input("filled", 1.0f).input("distance", std::vector<std::int64_t>(64, 0));
  const testing::Result receivers = test::painted(flat);
  // Codes that no receivers have: to the right and back across the middle, or up and out.
  const auto told = [&](int code_left, int code_right, std::int64_t levels) {
    testing::StageRun run(terrawright_stage_accumulation_of_water(), 8, 8);
    run.input("receivers", receivers, "receivers");
    run.input("receivers", [=](std::int64_t x, std::int64_t) {
      return static_cast<std::uint16_t>(x == 3 ? code_left : x == 4 ? code_right : 0);
    });
    const testing::Result made = run.paint(2, levels);
    return made.failure() ? made.failure()->text : "";
  };
  for (const std::int64_t levels : {1, 2, 3, 64}) {
    INFO(levels << " levels");
    CHECK(told(1, 3, levels) == "the water goes round in a circle: connect a node of water.receivers");
    CHECK(told(2, 2, levels) == "water leaves the map here: connect a node of water.receivers");
    CHECK(told(1, 0, levels) == "");
  }
}
