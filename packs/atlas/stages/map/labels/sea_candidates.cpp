// SPDX-License-Identifier: Apache-2.0
// A sea's name: 7 x 7 places in its empty circle, three trackings, one line or two, wholly on water.
#include <cstdlib>

#include "map/labels/candidate.hpp"

namespace terrawright::map::labels {
namespace {

constexpr int side = 3;
constexpr std::int32_t narrower_cost = 120, sea_two_lines_cost = 100, off_middle_cost = 450, near_coast_cost = 400;
constexpr double near_coast = 350;

// Land nearer to the letters than a sea's name should come.
bool is_near_coast(const Site& site, const Block& block, Vector middle) {
  for (const Vector aside : {Vector{near_coast, 0}, {-near_coast, 0}, {0, near_coast}, {0, -near_coast}}) {
    Candidate moved;
    block.set(moved, middle + aside);
    if (site.ground.under(moved.boxes).land > 0) return true;
  }
  return false;
}

}  // namespace

std::vector<Candidate> candidates_in_sea(const Site& site) {
  const std::int32_t least = site.style.tracking, widest = std::max(site.style.widest_tracking, least);
  const double reach = site.feature.radius * 0.8;
  std::vector<Candidate> candidates;
  for (int narrower = 0; narrower < 3; ++narrower) {
    const std::int32_t tracking = widest - (widest - least) * narrower / 2;
    if (narrower > 0 && widest == least) break;
    for (Block block : site.blocks()) {
      block.tracking = site.tracking(tracking);
      for (int row = -side; row <= side; ++row) {
        for (int column = -side; column <= side; ++column) {
          Candidate c;
          const Vector middle = site.point() + Vector{reach * column / side, reach * row / side};
          block.set(c, middle);
          if (!site.ground.allows(c.boxes)) continue;
          const Covered covered = site.ground.under(c.boxes);
          if (covered.land > 0) continue;
          const double off = std::sqrt(static_cast<double>(row * row + column * column)) / side;
          c.cost = narrower_cost * narrower + (block.two_lines ? sea_two_lines_cost : 0) +
                   to_paper(off_middle_cost * off) + price(covered.ink, ink_price) +
                   (is_near_coast(site, block, middle) ? near_coast_cost : 0);
          c.place = (row + side) * 7 + column + side;
          candidates.push_back(std::move(c));
        }
      }
    }
  }
  return best_of(std::move(candidates), 16);
}

namespace {

// A bay's name stands in its water in one line or two or turned with it; else before its mouth; and where an inlet is
// too narrow for any, beside it on land, whole.

constexpr int bay_steps = 7;
constexpr std::int32_t most_on_land = 300, land_price = 4000;
constexpr std::int32_t bay_two_lines_cost = 60, turned_cost = 160, steep_cost = 400;
constexpr std::int32_t mouth_cost = 350, ashore_cost = 1050, least_ashore = 985;
constexpr double steepest = 0.94;

struct Aside {
  Vector turned;  // cosine and sine of how far from where the bay or the cape opens
  std::int32_t cost;
};
Vector turned(Vector v, Vector by) { return {v.x * by.x - v.y * by.y, v.x * by.y + v.y * by.x}; }

constexpr Aside asides[] = {{{1, 0}, 0},
                            {{0.906308, 0.422618}, 40},
                            {{0.906308, -0.422618}, 40},
                            {{0.642788, 0.766044}, 110},
                            {{0.642788, -0.766044}, 110},
                            {{0.173648, 0.984808}, 240},
                            {{0.173648, -0.984808}, 240}};

class Bay {
 public:
  explicit Bay(const Site& site)
      : site_(site),
        outwards_(unit({static_cast<double>(site.feature.towards_x), static_cast<double>(site.feature.towards_y)})) {}

  std::vector<Candidate> candidates() {
    // Farthest distance at which a name still belongs to the bay.
    const double reach = 1.5 * site_.feature.radius + 3 * site_.em();
    for (const Block& block : site_.blocks()) {
      const std::int32_t cost = block.two_lines ? bay_two_lines_cost : 0;
      for (int k = 0; k < bay_steps; ++k) {
        const double out = reach * k / (bay_steps - 1);
        const std::int32_t far = cost + 350 * k / (bay_steps - 1);
        in_water(block, site_.point() + outwards_ * out, {1, 0}, far, k);
        turned_in_water(block, out, far + turned_cost, k);
      }
      before_mouth(block, cost);
    }
    ashore();
    return best_of(std::move(found_), 24);
  }

 private:
  void in_water(const Block& block, Vector middle, Vector along, std::int32_t cost, std::int32_t place) {
    Candidate c;
    block.set(c, middle, along);
    if (!site_.ground.allows(c.boxes)) return;
    const Covered covered = site_.ground.under(c.boxes);
    if (covered.on_lake() || covered.land > most_on_land) return;
    c.cost = cost + price(covered.ink, ink_price) + price(covered.land, land_price);
    c.place = place;
    found_.push_back(std::move(c));
  }

  void turned_in_water(const Block& block, double out, std::int32_t cost, std::int32_t place) {
    const Vector along = outwards_.x < 0 ? outwards_ * -1.0 : outwards_;
    if (std::fabs(along.y) < 0.17 || std::fabs(along.y) > steepest) return;
    const double steep = std::max(std::fabs(along.y) - 0.5, 0.0);
    in_water(block, site_.point() + outwards_ * out, along, cost + to_paper(steep_cost * steep), place + 20);
  }

  void before_mouth(const Block& block, std::int32_t cost) {
    std::int32_t place = 40;
    for (const Aside& aside : asides) {
      const Vector towards = turned(outwards_, aside.turned);
      ++place;
      for (const double out : {0.35, 0.8, 1.25}) {
        const double away = out * site_.feature.radius + 0.25 * site_.em();
        in_water(block, middle_towards(site_.point(), towards, away, block), {1, 0},
                 cost + mouth_cost + aside.cost + to_paper(130 * out), place);
      }
    }
  }

  void ashore() {
    const Block block = {&site_.text, site_.tracking(), false};
    const auto on_land = [](const Covered& covered) { return covered.land >= least_ashore && !covered.on_lake(); };
    LabelFeature point = site_.feature;
    point.radius = 60;
    for (const Around& around : places_around({point, site_.style, site_.text, site_.ground}, block, on_land)) {
      Candidate c = around.candidate;
      c.cost = ashore_cost + around.cost + price(around.covered.ink, ink_price);
      c.place = 60 + around.position;
      found_.push_back(std::move(c));
    }
  }

  const Site& site_;
  Vector outwards_;
  std::vector<Candidate> found_;
};

}  // namespace

std::vector<Candidate> candidates_in_bay(const Site& site) { return Bay(site).candidates(); }

namespace {

// Capes, whose names stand in the sea before them, and islands, whose names stand on them or beside them.

constexpr Aside cape_asides[] = {{{1, 0}, 0},
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

}  // namespace

std::vector<Candidate> candidates_at_cape(const Site& site) {
  const Vector seawards =
      unit({static_cast<double>(site.feature.towards_x), static_cast<double>(site.feature.towards_y)});
  std::vector<Candidate> candidates;
  for (const Block& block : site.blocks()) {
    for (int k = 0; k < 7; ++k) {
      for (int d = 0; d < 3; ++d) {
        Candidate c;
        block.set(c, middle_towards(site.point(), turned(seawards, cape_asides[k].turned), distances[d], block));
        if (!site.ground.allows(c.boxes)) continue;
        const Covered covered = site.ground.under(c.boxes);
        if (covered.on_lake() || covered.land > most_of_cape_on_land) continue;
        c.cost = cape_asides[k].cost + distance_cost[d] + (block.two_lines ? cape_two_lines_cost : 0) +
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
  for (const Block& block : site.blocks()) {
    for (int row = -2; row <= 2; ++row) {
      for (int column = -1; column <= 1; ++column) {
        Candidate c;
        block.set(c, site.point() + Vector{0.15 * block.width() * column, 0.6 * site.em() * row});
        const Covered covered = site.ground.under(c.boxes);
        if (covered.on_lake() || covered.land < 1000 || !site.ground.allows(c.boxes)) continue;
        c.cost = inside_cost + 50 * (std::abs(row) + std::abs(column)) + (block.two_lines ? 60 : 0) +
                 price(covered.ink, ink_price);
        candidates.push_back(std::move(c));
      }
    }
    const auto off_the_land = [](const Covered& covered) {
      return !covered.on_lake() && covered.land <= most_on_beside;
    };
    for (const Around& around : places_around(site, block, off_the_land)) {
      Candidate c = around.candidate;
      c.cost = around.cost + (block.two_lines ? cape_two_lines_cost : 0) + price(around.covered.ink, ink_price) +
               price(around.covered.land, beside_price);
      c.place = 100 + around.position;
      candidates.push_back(std::move(c));
    }
  }
  return best_of(std::move(candidates), 20);
}

}  // namespace terrawright::map::labels
