// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "support/catch.hpp"
#include "terrains.hpp"

using namespace terrawright;
using test::Land;

namespace {

// Strahler's orders by following the water up, cell by cell. A lake gathers what flows in until it flows out.
class Orders {
 public:
  Orders(const Land& land, const test::Built& built)
      : land_(land),
        receivers_(built.cells<std::uint16_t>("receivers")),
        lake_(built.cells<std::uint8_t>("lakes")),
        river_(built.cells<std::uint8_t>("rivers")),
        donors_(receivers_.size()) {
    for (int y = 0; y < land.height; ++y) {
      for (int x = 0; x < land.width; ++x) {
        const std::size_t c = land.at(x, y);
        if (receivers_[c] != 0 && (lake_[c] || river_[c])) donors_[below(x, y)].push_back(c);
      }
    }
  }
  int order(std::size_t c) {
    int& known = order_[c];
    if (known == 0) known = std::max(1, joined(arriving(c)));
    return known;
  }

 private:
  std::size_t below(int x, int y) const {
    const int code = receivers_[land_.at(x, y)];
    return land_.at(x + test::to_x[code - 1], y + test::to_y[code - 1]);
  }
  static int joined(const std::vector<int>& orders) {
    if (orders.empty()) return 0;
    const int highest = *std::max_element(orders.begin(), orders.end());
    return std::count(orders.begin(), orders.end(), highest) > 1 ? highest + 1 : highest;
  }
  std::vector<int> arriving(std::size_t c) {
    std::vector<int> orders;
    for (const std::size_t d : donors_[c]) {
      if (river_[d]) {
        orders.push_back(order(d));
      } else {
        const auto through = arriving(d);
        if (lake_[c]) {
          orders.insert(orders.end(), through.begin(), through.end());
        } else if (!through.empty()) {
          orders.push_back(joined(through));
        }
      }
    }
    return orders;
  }

  const Land& land_;
  std::vector<std::uint16_t> receivers_;
  std::vector<std::uint8_t> lake_, river_;
  std::vector<std::vector<std::size_t>> donors_;
  std::map<std::size_t, int> order_;
};

// Number of rivers and length of the longest, by walking down from every cell of a river.
struct Walked {
  std::set<std::size_t> ends;
  double longest = 0;  // km, of cells of 1 km
  int through_lakes = 0, end_in_lakes = 0;
};

Walked walk(const Land& land, const test::Built& built) {
  const auto receivers = built.cells<std::uint16_t>("receivers");
  const auto lake = built.cells<std::uint8_t>("lakes"), river = built.cells<std::uint8_t>("rivers");
  Walked walked;
  for (int y = 0; y < land.height; ++y) {
    for (int x = 0; x < land.width; ++x) {
      if (!river[land.at(x, y)]) continue;
      int cx = x, cy = y, straight = 0, diagonal = 0;
      bool in_lake = false;
      for (;;) {
        const std::size_t c = land.at(cx, cy);
        in_lake = in_lake || lake[c];
        const bool goes_on = receivers[c] != 0;
        if (goes_on) {
          const int way = receivers[c] - 1;
          ++(way < 4 ? straight : diagonal);
          cx += test::to_x[way];
          cy += test::to_y[way];
          if (river[land.at(cx, cy)] || lake[land.at(cx, cy)]) continue;
        }
        if (straight + diagonal == 0) break;
        walked.through_lakes += in_lake;
        walked.end_in_lakes += lake[c];
        walked.ends.insert(c);
        walked.longest = std::max(walked.longest, straight + diagonal * std::sqrt(2.0));
        break;
      }
    }
  }
  return walked;
}

constexpr char small_lakes[] = "min_area: 3, min_depth: 0.5 m";

}  // namespace

TEST_CASE("rivers are where enough water flows, and as wide as it needs", "[water.rivers]") {
  const Land land = test::fractal_land(129, 129, 5, 0);
  const auto built = test::rivers_by_stages(land, {64, 2}, small_lakes);
  const auto all = built.cells<std::int64_t>("water");
  const auto lake = built.cells<std::uint8_t>("lakes"), river = built.cells<std::uint8_t>("rivers");
  const auto q = built.cells<float>("rivers.discharge"), width = built.cells<float>("rivers.width");
  int rivers = 0;
  bool holds = true;
  for (std::size_t c = 0; c < all.size(); ++c) {
    const double expected = static_cast<double>(all[c]) / 1024 / 1000 * 1e6 / 31557600;  // m3/s
    const bool ocean = land.ocean[c] != 0;
    const bool is_river = !ocean && !lake[c] && expected >= 0.1;
    rivers += is_river;
    holds = holds && river[c] == (is_river ? 1 : 0) && q[c] == (ocean ? 0.0f : static_cast<float>(expected)) &&
            width[c] == (is_river ? static_cast<float>(5 * std::sqrt(expected)) : 0.0f);
  }
  CHECK(holds);
  CHECK(rivers > 200);
}

TEST_CASE("orders of streams are Strahler's, through lakes and for all tiles", "[water.rivers]") {
  std::set<int> seen;
  for (int seed = 1; seed <= 24; ++seed) {
    const Land land = test::fractal_land(129, 97, seed, seed % 2 == 0 ? 0 : 30);
    const std::int64_t tile = seed % 4 == 0 ? 0 : seed % 4 == 1 ? 7 : seed % 4 == 2 ? 33 : 64;
    INFO("seed " << seed << ", tiles of " << tile);
    const auto built = test::rivers_by_stages(land, {tile, 2}, small_lakes, "threshold: 0.01 m3/s");
    const auto order = built.cells<std::uint16_t>("rivers.order");
    const auto river = built.cells<std::uint8_t>("rivers");
    Orders expected(land, built);
    bool equal = true;
    for (std::size_t c = 0; c < order.size(); ++c) {
      equal = equal && order[c] == (river[c] ? expected.order(c) : 0);
      seen.insert(order[c]);
    }
    REQUIRE(equal);
  }
  CHECK(seen.count(4) == 1);
}

TEST_CASE("rivers and their table are the same for all tiles", "[water.rivers][water.lakes]") {
  for (int seed = 1; seed <= 12; ++seed) {
    const Land land =
        seed == 12 ? test::fractal_land(700, 530, seed, 0) : test::fractal_land(129, 129, seed, seed % 3 * 10);
    const auto whole = test::rivers_by_stages(land, {0, 1}, small_lakes);
    for (const std::int64_t tile : {7, 33, 64, 200}) {
      if (seed == 12 && tile == 7) continue;
      INFO("seed " << seed << ", tiles of " << tile);
      const auto tiled = test::rivers_by_stages(land, {tile, 2}, small_lakes);
      for (const char* node : {"lakes", "lakes.depth", "lakes.level", "lakes.table", "rivers", "rivers.discharge",
                               "rivers.width", "rivers.order", "rivers.table"}) {
        INFO(node);
        REQUIRE(tiled.sha256(node) == whole.sha256(node));
      }
    }
  }
}

TEST_CASE("reaches of lands with lakes, and with land on the map's border, are the same for tiles of a cell too",
          "[water.rivers]") {
  std::set<std::string> ends;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const Land land = test::random_land(seed);
    const char *lakes = "min_area: 1, min_depth: 0.5 m", *threshold = "threshold: 0.00003 m3/s";
    const auto whole = test::rivers_by_stages(land, {0, 1}, lakes, threshold);
    const auto& of_whole = whole.table("rivers.table").texts("ends_in");
    ends.insert(of_whole.begin(), of_whole.end());
    for (const std::int64_t tile : {1, 2, 7, 33}) {
      INFO("seed " << seed << ", tiles of " << tile);
      const auto tiled = test::rivers_by_stages(land, {tile, 2}, lakes, threshold);
      REQUIRE(tiled.sha256("rivers.table") == whole.sha256("rivers.table"));
      REQUIRE(tiled.sha256("rivers.order") == whole.sha256("rivers.order"));
    }
  }
  CHECK(ends == std::set<std::string>{"border", "lake", "river", "sea"});
}

TEST_CASE("reaches hang together, grow downstream and cover all rivers", "[water.rivers]") {
  for (int seed = 1; seed <= 8; ++seed) {
    const Land land = test::fractal_land(129, 129, seed, 0);
    const auto built = test::rivers_by_stages(land, {64, 2}, small_lakes);
    const auto river = built.cells<std::uint8_t>("rivers");
    const auto order = built.cells<std::uint16_t>("rivers.order");
    const auto& table = built.table("rivers.table");
    const auto &reach = table.integers("reach"), &next = table.integers("next_reach"),
               &orders = table.integers("order");
    const auto& flow = table.reals("discharge");
    const auto& ends = table.texts("ends_in");
    std::vector<std::uint8_t> covered(river.size(), 0);
    for (std::size_t i = 0; i < table.rows; ++i) {
      CHECK(reach[i] == static_cast<std::int64_t>(i) + 1);
      const auto line = table.line(i);
      REQUIRE(line.size() >= 2);
      for (std::size_t k = 0; k + 1 < line.size(); ++k) {
        const std::size_t c = land.at(static_cast<int>(line[k].x), static_cast<int>(line[k].y));
        CHECK(order[c] == orders[i]);
        CHECK(covered[c] == 0);
        covered[c] = 1;
        CHECK(std::abs(line[k + 1].x - line[k].x) <= 1);
        CHECK(std::abs(line[k + 1].y - line[k].y) <= 1);
      }
      CHECK((next[i] != 0) == (ends[i] == "river"));
      if (next[i] == 0) continue;
      const auto below = static_cast<std::size_t>(next[i] - 1);
      CHECK(table.line(below).front().x == line.back().x);
      CHECK(table.line(below).front().y == line.back().y);
      CHECK(flow[below] >= flow[i]);
      CHECK(orders[below] >= orders[i]);
    }
    // All of them, but for those on the map's border, which are outlets.
    for (int y = 1; y + 1 < land.height; ++y) {
      for (int x = 1; x + 1 < land.width; ++x) CHECK(covered[land.at(x, y)] == river[land.at(x, y)]);
    }
  }
}

TEST_CASE("rivers are counted where they end, and the longest is measured from its spring", "[water.rivers]") {
  int through_lakes = 0, end_in_lakes = 0;
  for (int seed = 1; seed <= 360; ++seed) {
    if (seed > 60 && seed % 3 != 0) continue;
    // Every third has land on the map's border, and lakes beside the sea.
    const Land land = seed % 3 == 0 ? test::random_land(static_cast<unsigned>(seed))
                                    : test::fractal_land(129, 97, seed, seed % 2 == 0 ? 0 : 30);
    const std::int64_t tiles[] = {0, 1, 7, 33, 64};
    const char* lakes = seed % 3 == 0 ? "min_area: 1, min_depth: 0.5 m" : small_lakes;
    const char* threshold = seed % 3 == 0 ? "threshold: 0.00003 m3/s" : "threshold: 0.01 m3/s";
    std::optional<Walked> walked;
    for (const std::int64_t tile : {tiles[seed % 5], tiles[(seed + 2) % 5]}) {
      if (tile == 1 && seed % 3 != 0) continue;
      INFO("seed " << seed << ", tiles of " << tile);
      const auto built = test::rivers_by_stages(land, {tile, 2}, lakes, threshold, false);
      if (!walked) walked = walk(land, built);
      REQUIRE(built.number("rivers.rivers") == static_cast<double>(walked->ends.size()));
      REQUIRE(built.number("rivers.longest") == Approx(walked->longest).epsilon(1e-12));
      through_lakes += walked->through_lakes;
      end_in_lakes += walked->end_in_lakes;
    }
  }
  CHECK(through_lakes > 1000);
  CHECK(end_in_lakes > 0);
}

TEST_CASE("rivers that pass no lake are as many as the reaches that join none, and as long as their chain",
          "[water.rivers]") {
  for (int seed = 1; seed <= 12; ++seed) {
    const Land land = test::fractal_land(129, 129, seed, 0);
    const auto built = test::rivers_by_stages(land, {64, 2}, "min_area: 100000");
    const auto& table = built.table("rivers.table");
    const auto &next = table.integers("next_reach"), &reach = table.integers("reach");
    std::map<std::int64_t, double> longest;  // down to the end of a reach
    std::map<std::int64_t, std::vector<std::size_t>> above;
    for (std::size_t i = 0; i < table.rows; ++i) above[next[i]].push_back(i);
    const std::function<double(std::int64_t)> up = [&](std::int64_t number) {
      double most = 0;
      for (const std::size_t i : above[number]) most = std::max(most, table.reals("length")[i] + up(reach[i]));
      return most;
    };
    REQUIRE(table.rows > 10);
    CHECK(built.number("rivers.rivers") == static_cast<double>(above[0].size()));
    CHECK(built.number("rivers.longest") == Approx(up(0)).epsilon(1e-12));
  }
}

TEST_CASE("where no river flows there is none, and the longest is 0 km", "[water.rivers]") {
  const auto built = test::rivers_by_stages(test::toy(), {}, small_lakes, "threshold: 1000 m3/s");
  CHECK(built.number("rivers.rivers") == 0);
  CHECK(built.number("rivers.longest") == 0);
}
