// SPDX-License-Identifier: Apache-2.0
// A sea's name: 7 x 7 places in its empty circle, three trackings, one line or two, wholly on water.
#include "map/labels/candidates_of.hpp"

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
    for (const bool two : {false, true}) {
      if (two && !site.can_be_cut()) continue;
      const Block block = {&site.text, site.tracking(tracking), two};
      for (int row = -side; row <= side; ++row) {
        for (int column = -side; column <= side; ++column) {
          Candidate c;
          const Vector middle = site.point() + Vector{reach * column / side, reach * row / side};
          block.set(c, middle);
          if (!site.ground.allows(c.boxes)) continue;
          const Covered covered = site.ground.under(c.boxes);
          if (covered.land > 0) continue;
          const double off = std::sqrt(static_cast<double>(row * row + column * column)) / side;
          c.cost = narrower_cost * narrower + (two ? sea_two_lines_cost : 0) + to_paper(off_middle_cost * off) +
                   price(covered.ink, ink_price) + (is_near_coast(site, block, middle) ? near_coast_cost : 0);
          c.place = (row + side) * 7 + column + side;
          candidates.push_back(std::move(c));
        }
      }
    }
  }
  return best_of(std::move(candidates), 16);
}

}  // namespace terrawright::map::labels
