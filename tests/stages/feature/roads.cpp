// SPDX-License-Identifier: Apache-2.0
// Roads: they join all places of an island and none of two, never cross water, and are the cheapest ways.
#include "feature/roads/roads.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "feature/names/words.hpp"
#include "lands.hpp"
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
    const Roads built(land, places, test::never);
    // Cells in reach by the steps of roads.
    Sets ground(grid.size()), roads(grid.size());
    const auto is_step = [&](std::size_t a, std::size_t b) {
      const std::int64_t dx = grid.x(b) - grid.x(a), dy = grid.y(b) - grid.y(a);
      if (land.dry[a] == 0 || land.dry[b] == 0) return false;
      if (dx * dx + dy * dy == 5) {  // between two blocks that are dry
        const std::int64_t mx = dx / 2, my = dy / 2, ox = dx - mx, oy = dy - my;
        return land.dry[grid.at(grid.x(a) + mx, grid.y(a) + my)] != 0 &&
               land.dry[grid.at(grid.x(a) + ox, grid.y(a) + oy)] != 0;
      }
      if (dx * dx > 1 || dy * dy > 1) return false;
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
  const Roads built(land, {grid.at(0, 3), grid.at(8, 3)}, test::never);
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

namespace {

struct Drawn {
  std::vector<Road> roads;
  std::vector<std::vector<terrawright_point>> lines;
};
Drawn drawn(const Country& land, const std::vector<std::size_t>& places) {
  std::vector<terrawright_point> at;
  for (const std::size_t c : places)
    at.push_back({static_cast<double>(land.grid.x(c)), static_cast<double>(land.grid.y(c))});
  Drawn all{Roads(land, places, test::never).roads, {}};
  Swing swing(land, places, at);
  for (const Road& road : all.roads) all.lines.push_back(swing.line(road));
  return all;
}

}  // namespace

TEST_CASE("lines of roads stay off water, and begin and end where a place or another road is", "[feature.roads]") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Country land = islands(seed, 24);
    const FeatureGrid& grid = land.grid;
    Words words(key_of(seed, "towns", {}));
    std::vector<std::size_t> places;
    while (places.size() < 10) {
      const std::size_t c = words.below(grid.size());
      if (land.dry[c] != 0 && std::count(places.begin(), places.end(), c) == 0) places.push_back(c);
    }
    const Drawn all = drawn(land, places);
    std::set<std::pair<double, double>> known;
    for (const std::size_t c : places) known.emplace(static_cast<double>(grid.x(c)), static_cast<double>(grid.y(c)));
    for (std::size_t r = 0; r < all.lines.size(); ++r) {
      const auto& line = all.lines[r];
      const std::vector<std::uint32_t>& blocks = all.roads[r].blocks;
      for (const terrawright_point& end : {line.front(), line.back()}) CHECK(known.count({end.x, end.y}) == 1);
      for (const terrawright_point& p : line) known.emplace(p.x, p.y);
      for (std::size_t i = 1; i < line.size(); ++i) {
        for (int k = 0; k <= 8; ++k) {
          const double x = line[i - 1].x + (line[i].x - line[i - 1].x) * k / 8;
          const double y = line[i - 1].y + (line[i].y - line[i - 1].y) * k / 8;
          const std::size_t c = grid.at(static_cast<std::int64_t>(x + 0.5), static_cast<std::int64_t>(y + 0.5));
          // Between two waters that meet at a corner a road passes their corner.
          const bool slanting = std::any_of(blocks.begin() + 1, blocks.end(), [&](const std::uint32_t& b) {
            const std::uint32_t a = *(&b - 1);
            return grid.x(a) != grid.x(b) && grid.y(a) != grid.y(b) &&
                   (c == grid.at(grid.x(a), grid.y(b)) || c == grid.at(grid.x(b), grid.y(a)));
          });
          CHECK((land.dry[c] != 0 || slanting));
        }
      }
    }
  }
}

TEST_CASE("roads over a plain swing, and turn little at a time", "[feature.roads]") {
  // 60 km of flat land: nowhere 8 km straight, as a lattice would have it.
  for (const std::size_t row : {20, 60, 100}) {
    const Country land = country(std::vector<std::string>(120, std::string(121, ' ')));
    const Drawn all = drawn(land, {land.grid.at(0, static_cast<std::int64_t>(row)), land.grid.at(120, 60)});
    REQUIRE(all.lines.size() == 1);
    const auto& line = all.lines[0];
    for (std::size_t i = 0; i + 2 < line.size(); ++i) {
      const double ax = line[i + 1].x - line[i].x, ay = line[i + 1].y - line[i].y;
      const double bx = line[i + 2].x - line[i + 1].x, by = line[i + 2].y - line[i + 1].y;
      const double cosine = (ax * bx + ay * by) / std::sqrt((ax * ax + ay * ay) * (bx * bx + by * by));
      CHECK(cosine > 0.93);  // 21 degrees
    }
    for (std::size_t i = 0; i < line.size(); ++i) {
      double most = 0;
      for (std::size_t j = i + 2; j < line.size(); ++j) {
        const double dx = line[j].x - line[i].x, dy = line[j].y - line[i].y, length = std::sqrt(dx * dx + dy * dy);
        double off = 0;
        for (std::size_t k = i; k < j; ++k)
          off = std::max(off, std::fabs(dx * (line[k].y - line[i].y) - dy * (line[k].x - line[i].x)) / length);
        if (off < 0.05) most = std::max(most, length);  // 25 m
      }
      CHECK(most < 16);
    }
  }
}

TEST_CASE("a road leads through a village rather than past it", "[feature.roads]") {
  Country land = country(std::vector<std::string>(30, std::string(60, ' ')));
  const FeatureGrid& grid = land.grid;
  const std::vector<std::size_t> towns = {grid.at(2, 15), grid.at(57, 15)};
  const std::size_t village = grid.at(30, 18);
  const auto passes = [&] {
    const Roads built(land, towns, test::never);
    const auto& blocks = built.roads.at(0).blocks;
    return std::count(blocks.begin(), blocks.end(), village) == 1;
  };
  CHECK_FALSE(passes());
  settle(land, {village});
  CHECK(passes());
}

TEST_CASE("a later road joins one that is there", "[feature.roads]") {
  const Country land = country(std::vector<std::string>(9, std::string(21, ' ')));
  const FeatureGrid& grid = land.grid;
  // Two towns far apart, and a village beside the middle of their road.
  const Roads built(land, {grid.at(0, 4), grid.at(20, 4), grid.at(11, 7)}, test::never);
  REQUIRE(built.roads.size() == 2);
  const auto& main = built.roads[0].blocks;
  CHECK(std::count(main.begin(), main.end(), built.roads[1].blocks.back()) == 1);
  CHECK(!built.roads[1].at_to);
  CHECK(built.roads[1].blocks.size() < 6);
}

TEST_CASE("no road leads to a place alone, nor where there is none", "[feature.roads]") {
  const Country land = country({" . ", " . ", " . "});
  CHECK(Roads(land, {0, 2}, test::never).roads.empty());
  CHECK(Roads(land, {0}, test::never).roads.empty());
  CHECK(Roads(land, {}, test::never).roads.empty());
  CHECK(Roads(land, {0, SIZE_MAX}, test::never).roads.empty());
  CHECK(Roads(land, {0, 0}, test::never).roads.empty());
  CHECK(Roads(land, {0, 6}, test::never).roads.size() == 1);
  // Two waters that meet at a corner part the land.
  CHECK(Roads(country({" .", ". "}), {0, 3}, test::never).roads.empty());
  CHECK(Roads(country({"  ", ". "}), {0, 3}, test::never).roads.size() == 1);
}
