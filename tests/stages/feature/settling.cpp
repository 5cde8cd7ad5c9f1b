// SPDX-License-Identifier: Apache-2.0
// feature.places and feature.roads as stages: the same for any tiles, and sense at the edge of sense.
#include <cmath>

#include "lands.hpp"
#include "support/catch.hpp"
#include "support/stage_runs.hpp"
#include "terrawright/stage.hpp"

using namespace terrawright;
using namespace terrawright::testing;

const terrawright_stage* terrawright_stage_places_of_feature();
const terrawright_stage* terrawright_stage_roads_of_feature();

namespace {

void give(StageRun& run, const test::Hills& hills) {
  run.cell(1000);
  run.input("height", [hills](auto x, auto y) { return hills.z[hills.at(x, y)]; });
}
StageRun settling(const test::Hills& hills) {
  StageRun run(terrawright_stage_places_of_feature(), hills.width, hills.height);
  give(run, hills);
  return run;
}
StageRun joining(const test::Hills& hills, const Table& places) {
  StageRun run(terrawright_stage_roads_of_feature(), hills.width, hills.height);
  give(run, hills);
  run.table("places", places);
  return run;
}
Table places_of(const Rows& rows) {
  Table table;
  table.integers("rank", "1", rows.integers("rank"));
  for (const terrawright_point& at : rows.points()) table.point(at.x, at.y);
  return table;
}

}  // namespace

TEST_CASE("places and roads do not hang on tiles, and stay on dry land", "[feature.places][feature.roads]") {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const test::Hills hills = test::hills(60, 45, seed);
    StageRun run = settling(hills);
    Table bays;
    bays.reals("share", "%", {75, 90});
    bays.point(20, 20);
    bays.point(40, 30);
    run.table("bays", bays);
    run.set("villages_apart", 4000.0).set("small_towns_apart", 8000.0).set("towns_apart", 12000.0);
    test::same_under_all_tiles(run);
    StageRun anywhere = settling(hills);
    const Result result = test::painted(anywhere);
    const Rows& places = result.table("places");
    REQUIRE(places.rows() > 5);
    for (std::size_t p = 0; p < places.rows(); ++p) {
      const terrawright_point& at = places.points()[p];
      CHECK(hills.z[hills.at(static_cast<std::int64_t>(at.x), static_cast<std::int64_t>(at.y))] > 0.0f);
      if (p > 0) CHECK(places.integers("rank")[p] >= places.integers("rank")[p - 1]);
    }
    CHECK(places.integers("rank")[0] == 1);
    StageRun roads = joining(hills, places_of(places));
    test::same_under_all_tiles(roads);
    const Result built = test::painted(roads);
    const Rows& lines = built.table("roads");
    for (std::uint64_t r = 0; r < lines.rows(); ++r) {
      double length = 0;
      const auto line = lines.line(r);
      REQUIRE(line.size() >= 2);
      for (std::size_t i = 0; i < line.size(); ++i) {
        const auto x = static_cast<std::int64_t>(line[i].x), y = static_cast<std::int64_t>(line[i].y);
        CHECK(hills.z[hills.at(x, y)] > 0.0f);
        if (i > 0) length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
      }
      CHECK(lines.reals("length")[r] == Approx(length));
      CHECK(lines.integers("to")[r] < lines.integers("from")[r]);
    }
  }
}

TEST_CASE("worlds at the edge of sense have places and roads, or none", "[feature.places][feature.roads]") {
  const auto count = [](const test::Hills& hills) { return test::painted(settling(hills)).table("places").rows(); };
  CHECK(count({1, 1, {500}}) == 1);
  CHECK(count({1, 1, {-500}}) == 0);
  CHECK(count({30, 30, std::vector<float>(900, -1.0f)}) == 0);
  CHECK(count({30, 30, std::vector<float>(900, 1.0f)}) > 1);
  Table places;
  places.integers("rank", "1", {1, 2});
  places.point(0, 0);
  places.point(2, 0);
  const auto roads = [&](const test::Hills& hills) {
    return test::painted(joining(hills, places)).table("roads").rows();
  };
  CHECK(roads({3, 1, {5, 5, 5}}) == 1);
  CHECK(roads({3, 1, {-5, -5, -5}}) == 0);
  CHECK(roads({9, 1, {5, -5, -5, -5, -5, -5, -5, -5, 5}}) == 0);  // a place at sea, far from land of its own
  Table none;
  none.integers("rank", "1", {});
  CHECK(test::painted(joining({3, 1, {5, 5, 5}}, none)).table("roads").rows() == 0);
  StageRun round = settling({3, 3, std::vector<float>(9, 1.0f)});
  round.wrap(TERRAWRIGHT_WRAP_X);
  CHECK(test::refusal(round).find("the world wraps") != std::string::npos);
}

TEST_CASE("a biome tells who settles less", "[feature.places]") {
  StageRun run = settling({40, 40, std::vector<float>(1600, 50.0f)});
  run.input("biome", [](auto x, auto) { return x < 20 ? 1 : 2; });
  run.legend("biome", {{1, "Boreal Forest", {}, "f"}, {2, "cold desert", {}, "d"}});
  const Result result = test::painted(run);
  const Rows& places = result.table("places");
  for (std::size_t p = 0; p < places.rows(); ++p)
    CHECK(places.reals("score")[p] == (places.points()[p].x < 20 ? 0.8 : 0.4));
}
