// SPDX-License-Identifier: Apache-2.0
// Capes, whose names stand in the sea before them, and islands, whose names stand on them or beside them.
#include <cstdlib>

#include "map/labels/around.hpp"
#include "map/labels/candidates_of.hpp"

namespace terrawright::map::labels {
namespace {

struct CapeAside {
  Vector turned;  // cosine and sine of how far from where the cape points
  std::int32_t cost;
};
constexpr CapeAside cape_asides[] = {{{1, 0}, 0},
                                     {{0.906308, 0.422618}, 60},
                                     {{0.906308, -0.422618}, 60},
                                     {{0.642788, 0.766044}, 180},
                                     {{0.642788, -0.766044}, 180},
                                     {{0.258819, 0.965926}, 330},
                                     {{0.258819, -0.965926}, 330}};
constexpr double distances[] = {70, 170, 300};
constexpr std::int32_t distance_cost[] = {0, 130, 300};
constexpr std::int32_t most_of_cape_on_land = 400, cape_land_price = 2600;
constexpr std::int32_t cape_two_lines_cost = 260;
constexpr std::int32_t most_on_beside = 40, inside_cost = -100, beside_price = 2000;

Vector turned(Vector v, Vector by) { return {v.x * by.x - v.y * by.y, v.x * by.y + v.y * by.x}; }

}  // namespace

std::vector<Candidate> candidates_at_cape(const Site& site) {
  const Vector seawards =
      unit({static_cast<double>(site.feature.towards_x), static_cast<double>(site.feature.towards_y)});
  std::vector<Candidate> candidates;
  for (const bool two : {false, true}) {
    if (two && !site.can_be_cut()) continue;
    const Block block = {&site.text, site.tracking(), two};
    for (int k = 0; k < 7; ++k) {
      for (int d = 0; d < 3; ++d) {
        Candidate c;
        block.set(c, middle_towards(site.point(), turned(seawards, cape_asides[k].turned), distances[d], block));
        if (!site.ground.allows(c.boxes)) continue;
        const Covered covered = site.ground.under(c.boxes);
        if (covered.on_lake() || covered.land > most_of_cape_on_land) continue;
        c.cost = cape_asides[k].cost + distance_cost[d] + (two ? cape_two_lines_cost : 0) +
                 price(covered.ink, ink_price) + price(covered.land, cape_land_price);
        c.place = k;
        candidates.push_back(std::move(c));
      }
    }
  }
  return best_of(std::move(candidates), 20);
}

std::vector<Candidate> candidates_on_island(const Site& site) {
  std::vector<Candidate> candidates;
  for (const bool two : {false, true}) {
    if (two && !site.can_be_cut()) continue;
    const Block block = {&site.text, site.tracking(), two};
    for (int row = -2; row <= 2; ++row) {
      for (int column = -1; column <= 1; ++column) {
        Candidate c;
        block.set(c, site.point() + Vector{0.15 * block.width() * column, 0.6 * site.em() * row});
        const Covered covered = site.ground.under(c.boxes);
        if (covered.on_lake() || covered.land < 1000 || !site.ground.allows(c.boxes)) continue;
        c.cost = inside_cost + 50 * (std::abs(row) + std::abs(column)) + (two ? 60 : 0) + price(covered.ink, ink_price);
        candidates.push_back(std::move(c));
      }
    }
    const auto off_the_land = [](const Covered& covered) {
      return !covered.on_lake() && covered.land <= most_on_beside;
    };
    for (const Around& around : places_around(site, block, off_the_land)) {
      Candidate c = around.candidate;
      c.cost = around.cost + (two ? cape_two_lines_cost : 0) + price(around.covered.ink, ink_price) +
               price(around.covered.land, beside_price);
      c.place = 100 + around.position;
      candidates.push_back(std::move(c));
    }
  }
  return best_of(std::move(candidates), 20);
}

}  // namespace terrawright::map::labels
