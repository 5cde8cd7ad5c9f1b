// SPDX-License-Identifier: Apache-2.0
// Whether the comparisons of drainage.cpp would see a mistake: each stage with one join across tiles left out.
#include "mutants.hpp"
#include "support/catch.hpp"
#include "terrains.hpp"

using namespace terrawright;
using test::Land;
using test::mutants;

namespace {

// With `id` in place of water.<word>. Empty: as it should be. Crashes are caught too.
std::string differences(const Land& land, std::int64_t tile, const std::string& word, const std::string& id,
                        const test::Drained& expected) {
  test::Options options{tile, 2};
  options.stages = {mutants().find(id)->stage};
  try {
    return test::differences(test::drain_by_stages(land, options, {{word, id}}), expected);
  } catch (const test::BuildFailed& failed) {
    return failed.what();
  }
}

test::Drained drained(const Land& land) {
  const auto whole = test::drain_by_stages(land, {0, 1});
  return {whole.cells<float>("filled"), whole.cells<std::int64_t>("flats"), whole.cells<std::int64_t>("water"),
          whole.cells<std::uint16_t>("receivers")};
}

}  // namespace

TEST_CASE("broken copies of drainage are caught", "[water.fill][water.flats][water.accumulation]") {
  struct Mutant {
    const char *word, *id;
    int levels;  // of the land: plateaus and ties, where they count
  };
  const auto mutant = GENERATE(
      Mutant{"fill", "broken.fill_without_corners", 0}, Mutant{"fill", "broken.fill_without_diagonals", 0},
      Mutant{"flats", "broken.flats_without_corners", 12}, Mutant{"flats", "broken.flats_without_diagonals", 12},
      Mutant{"accumulation", "broken.accumulation_without_corners", 12},
      Mutant{"accumulation", "broken.accumulation_without_diagonals", 12});
  INFO(mutant.id);
  REQUIRE(mutants().find(mutant.id) != nullptr);
  int whole = 0, by_tiles = 0, by_brute_force = 0;
  for (int seed = 1; seed <= 20; ++seed) {
    const Land land = test::fractal_land(129, 129, seed, mutant.levels);
    const auto expected = drained(land);
    whole += differences(land, 0, mutant.word, mutant.id, expected) == "";
    by_tiles += differences(land, 7, mutant.word, mutant.id, expected) != "";
  }
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const Land land = test::random_land(seed);
    by_brute_force += differences(land, 1 + seed % 7, mutant.word, mutant.id, test::drain(land)) != "";
  }
  CHECK(whole == 20);  // the mistake lies between tiles
  CHECK(by_tiles == 20);
  CHECK(by_brute_force >= 20);
}

TEST_CASE("broken copies of rivers, whose reaches do not hang together, are caught", "[water.rivers]") {
  const std::string id = GENERATE("broken.rivers_without_diagonals", "broken.rivers_without_lengths");
  INFO(id);
  REQUIRE(mutants().find(id) != nullptr);
  int whole = 0, by_tiles = 0;
  for (int seed = 1; seed <= 10; ++seed) {
    const Land land = test::fractal_land(129, 129, seed, 0);
    const auto table = [&](std::int64_t tile, const std::string& stage) {
      test::Options options{tile, 2};
      if (stage == id) options.stages = {mutants().find(id)->stage};
      try {
        return test::rivers_by_stages(land, options, "min_area: 3, min_depth: 1 m", "threshold: 0.01 m3/s", true, stage)
            .sha256("rivers.table");
      } catch (const test::BuildFailed& failed) {
        return std::string(failed.what());
      }
    };
    const std::string right = table(0, "water.rivers");
    whole += table(0, id) == right;
    by_tiles += table(7, id) != right;
  }
  CHECK(whole == 10);  // the mistake lies between tiles
  CHECK(by_tiles == 10);
}
