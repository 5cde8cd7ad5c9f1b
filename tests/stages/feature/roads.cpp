// SPDX-License-Identifier: Apache-2.0
// Roads: they join all places of an island and none of two, never cross water, and are the cheapest ways.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "feature/names/words.hpp"
#include "feature/roads/network.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::feature;

namespace {

Country country(const std::vector<std::string>& map) {
  Country all{
      feature_grid(static_cast<std::int64_t>(map[0].size()), static_cast<std::int64_t>(map.size()), 500), {}, {}, {}};
  for (const std::string& row : map) {
    for (const char c : row) {
      all.dry.push_back(c == '.' ? 0 : 1);
      all.river.push_back(c == '~' ? 1 : 0);
      all.height.push_back(c == '^' ? 400.0f : 10.0f);
    }
  }
  return all;
}

// Islands of a random sea.
Country islands(std::uint64_t seed, std::int64_t side) {
  Words words(key_of(seed, "islands", {}));
  Country all{feature_grid(side, side, 500), {}, {}, {}};
  for (std::int64_t i = 0; i < side * side; ++i) {
    all.dry.push_back(words.below(100) < 62 ? 1 : 0);
    all.river.push_back(words.below(100) < 10 ? 1 : 0);
    all.height.push_back(static_cast<float>(words.below(300)));
  }
  return all;
}

struct Sets {
  std::vector<std::size_t> of;
  explicit Sets(std::size_t n) : of(n) { std::iota(of.begin(), of.end(), std::size_t{0}); }
  std::size_t root(std::size_t i) {
    while (of[i] != i) i = of[i] = of[of[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) { of[root(a)] = root(b); }
};

}  // namespace

TEST_CASE("roads join the places of an island, and no two islands", "[feature.roads]") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Country land = islands(seed, 24);
    const FeatureGrid& grid = land.grid;
    Words words(key_of(seed, "places", {}));
    std::vector<std::size_t> places;
    while (places.size() < 12) {
      const std::size_t c = words.below(grid.size());
      if (land.dry[c] != 0 && std::count(places.begin(), places.end(), c) == 0) places.push_back(c);
    }
    const Roads built(land, places);
    // What can be reached by steps that roads may take.
    Sets ground(grid.size()), roads(grid.size());
    const auto is_step = [&](std::size_t a, std::size_t b) {
      const std::int64_t dx = grid.x(b) - grid.x(a), dy = grid.y(b) - grid.y(a);
      if (dx * dx > 1 || dy * dy > 1 || land.dry[a] == 0 || land.dry[b] == 0) return false;
      return dx == 0 || dy == 0 || land.dry[grid.at(grid.x(b), grid.y(a))] != 0 ||
             land.dry[grid.at(grid.x(a), grid.y(b))] != 0;
    };
    for (std::size_t a = 0; a < grid.size(); ++a) {
      for (std::size_t b = 0; b < grid.size(); ++b) {
        if (is_step(a, b)) ground.join(a, b);
      }
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> stretches;
    for (const Road& road : built.roads) {
      REQUIRE(road.blocks.size() >= 2);
      CHECK(road.to < road.from);
      CHECK(road.at_from == (road.blocks.front() == places[road.from]));
      if (road.at_to) CHECK(road.blocks.back() == places[road.to]);
      for (std::size_t i = 1; i < road.blocks.size(); ++i) {
        CHECK(is_step(road.blocks[i - 1], road.blocks[i]));
        // No stretch is built twice.
        CHECK(stretches.insert(std::minmax(road.blocks[i - 1], road.blocks[i])).second);
        roads.join(road.blocks[i - 1], road.blocks[i]);
      }
    }
    for (const std::size_t a : places) {
      for (const std::size_t b : places) CHECK((ground.root(a) == ground.root(b)) == (roads.root(a) == roads.root(b)));
    }
  }
}

TEST_CASE("a road goes round a mountain, and over a river where it must", "[feature.roads]") {
  const Country land = country({"         ",  //
                                "   ^^^   ",  //
                                "   ^^^   ",  //
                                "   ^^^   ",  //
                                "    ~    ",  //
                                "    ~    "});
  const FeatureGrid& grid = land.grid;
  const Roads built(land, {grid.at(0, 3), grid.at(8, 3)});
  REQUIRE(built.roads.size() == 1);
  std::size_t over = 0;
  for (const std::uint32_t c : built.roads[0].blocks) {
    CHECK(land.height[c] < 100);
    over += land.river[c];
  }
  CHECK(over <= 1);
  CHECK(built.roads[0].blocks.front() == grid.at(8, 3));
  CHECK(built.roads[0].at_from);
  CHECK(built.roads[0].at_to);
}

TEST_CASE("a later road joins one that is there", "[feature.roads]") {
  const Country land = country(std::vector<std::string>(9, std::string(21, ' ')));
  const FeatureGrid& grid = land.grid;
  // Two towns far apart, and a village beside the middle of their road.
  const Roads built(land, {grid.at(0, 4), grid.at(20, 4), grid.at(11, 7)});
  REQUIRE(built.roads.size() == 2);
  const auto& main = built.roads[0].blocks;
  CHECK(std::count(main.begin(), main.end(), built.roads[1].blocks.back()) == 1);
  CHECK(!built.roads[1].at_to);
  CHECK(built.roads[1].blocks.size() < 6);
}

TEST_CASE("no road leads to a place alone, nor where there is none", "[feature.roads]") {
  const Country land = country({" . ", " . ", " . "});
  CHECK(Roads(land, {0, 2}).roads.empty());
  CHECK(Roads(land, {0}).roads.empty());
  CHECK(Roads(land, {}).roads.empty());
  CHECK(Roads(land, {0, SIZE_MAX}).roads.empty());
  CHECK(Roads(land, {0, 0}).roads.empty());
  CHECK(Roads(land, {0, 6}).roads.size() == 1);
  // Two waters that meet at a corner part the land.
  CHECK(Roads(country({" .", ". "}), {0, 3}).roads.empty());
  CHECK(Roads(country({"  ", ". "}), {0, 3}).roads.size() == 1);
}
