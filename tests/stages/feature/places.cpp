// SPDX-License-Identifier: Apache-2.0
// Places: distances hold exactly, all stand on dry land, and what has more for it comes first.
#include "feature/places/places.hpp"

#include <algorithm>
#include <cmath>

#include "feature/names/words.hpp"
#include "lands.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::feature;

namespace {

// A square land in a square sea, with a lake in its middle.
Ground ground(std::int64_t side, double cell) {
  Ground all{feature_grid(side, side, cell), {}, {}, {}, {}, {}};
  const std::size_t n = all.grid.size();
  all.land = all.forest = all.desert = all.sea = std::vector<std::uint8_t>(n, 0);
  all.height.assign(n, 100.0f);
  for (std::size_t c = 0; c < n; ++c) {
    const std::int64_t x = all.grid.x(c), y = all.grid.y(c), rim = side / 8;
    all.sea[c] = x < rim || y < rim || x >= side - rim || y >= side - rim ? 1 : 0;
    const bool is_lake = std::abs(x - side / 2) < side / 16 && std::abs(y - side / 2) < side / 16;
    all.land[c] = all.sea[c] == 0 && !is_lake ? 1 : 0;
    all.forest[c] = x < side / 2 ? 1 : 0;
  }
  return all;
}

std::vector<Candidate> random_candidates(std::uint64_t seed, std::size_t count) {
  Words words(key_of(seed, "candidates", {}));
  std::vector<Candidate> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back({static_cast<double>(words.below(1000)), static_cast<double>(words.below(1000)),
                   static_cast<double>(count - i), false});
  return all;
}

}  // namespace

TEST_CASE("places have the room that their rank asks for, and no better one was free", "[feature.places]") {
  const std::vector<Rank> ranks = {{1, 0, 0}, {4, 34000, 0}, {10, 17000, 0}, {19, 9000, 0}};
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto candidates = random_candidates(seed, 400);
    const auto all = settled(candidates, ranks, 250, test::never);
    REQUIRE(all.size() == 34);
    const auto metres = [&](std::size_t a, std::size_t b) {
      return 250 * std::sqrt((candidates[a].x - candidates[b].x) * (candidates[a].x - candidates[b].x) +
                             (candidates[a].y - candidates[b].y) * (candidates[a].y - candidates[b].y));
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) CHECK(all[i].rank >= all[i - 1].rank);
      const double apart = ranks[static_cast<std::size_t>(all[i].rank - 1)].apart;
      for (std::size_t k = 0; k < i; ++k) CHECK(metres(all[i].candidate, all[k].candidate) >= apart);
      // Whatever has more for it and was left out stood too near to one that was there.
      for (std::size_t other = 0; other < all[i].candidate; ++other) {
        bool is_placed = false, is_near = false;
        for (std::size_t k = 0; k < i; ++k) {
          is_placed = is_placed || all[k].candidate == other;
          is_near = is_near || metres(other, all[k].candidate) < apart;
        }
        CHECK((is_placed || is_near));
      }
    }
  }
}

TEST_CASE("where there is no room there are fewer places", "[feature.places]") {
  const std::vector<Candidate> two = {{0, 0, 5, false}, {10, 0, 4, false}, {20, 0, 0, false}};
  CHECK(settled(two, {{1, 0, 0}, {4, 34000, 0}}, 250, test::never).size() == 1);
  CHECK(settled(two, {{1, 0, 0}, {4, 2500, 0}}, 250, test::never).size() ==
        2);  // exactly so far; none where nobody would settle
  // Nor where a town would have too little for it, though there is room.
  const auto rather = settled(two, {{1, 0, 0}, {4, 2500, 0.9}, {4, 2500, 0.8}}, 250, test::never);
  REQUIRE(rather.size() == 2);
  CHECK(rather[1].rank == 3);
  CHECK(settled({}, {{1, 0, 0}}, 250, test::never).empty());
}

TEST_CASE("people settle on dry land, and rather where it is open and flat", "[feature.places]") {
  const Ground all = ground(128, 250);
  Settling settling(all);
  settling.anywhere(3000, test::never);
  const auto candidates = settling.all();
  REQUIRE(candidates.size() > 20);
  for (const Candidate& one : candidates) {
    const std::size_t c = all.grid.at(static_cast<std::int64_t>(one.x), static_cast<std::int64_t>(one.y));
    CHECK(all.land[c] == 1);
    CHECK(one.score == (all.forest[c] != 0 ? 0.8 : 1.0));
  }
  CHECK(std::is_sorted(candidates.begin(), candidates.end(),
                       [](const Candidate& a, const Candidate& b) { return a.score > b.score; }));
}

TEST_CASE("mouths, confluences, lakes, bays and middles of rivers are what people look for", "[feature.places]") {
  const Ground all = ground(256, 250);
  using End = RiverReach::End;
  const auto line = [](double x0, double y, double x1) {
    std::vector<terrawright_point> points;
    for (double x = x0; x <= x1; ++x) points.push_back({x, y});
    return points;
  };
  const std::vector<RiverReach> reaches = {{1, 3, 0, 20, End::river, line(40, 60, 100)},
                                           {2, 3, 1, 9, End::river, line(80, 60, 100)},
                                           {3, 0, 0, 30, End::sea, line(100, 60, 224)},
                                           {4, 0, 2, 4, End::lake, line(60, 128, 113)}};
  Settling settling(all);
  settling.rivers(reaches, test::never);
  settling.bay({40, 31}, 90);
  const auto found = settling.all();
  REQUIRE(found.size() == 5);
  CHECK(found[0].x == 223);  // the mouth, on the last cell of land, is a harbour
  CHECK(found[0].harbour);
  CHECK(found[1].x == 132);  // half-way
  CHECK(found[1].score == 1.2 * std::sqrt(30.0));
  CHECK(found[2].score == Approx(0.8 * 7 * 40 / 50));
  CHECK(found[2].y == 32);  // beside the head of the bay, ashore
  CHECK(found[3].x == 100);
  CHECK(found[3].score == 0.8 * 1.7 * 3);
  CHECK(found[4].x == 112);
  CHECK(!found[4].harbour);
}
