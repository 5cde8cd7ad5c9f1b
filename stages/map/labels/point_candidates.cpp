// SPDX-License-Identifier: Apache-2.0
// Towns and peaks: eight places around the mark, then the same farther away, then in two lines.
#include "map/labels/candidates_of.hpp"

namespace terrawright::map::labels {
namespace {

// Where the block lies of the mark, -1, 0 or 1 to the right and down, and what that costs.
struct Position {
  int right, down;
  std::int32_t cost;
};
constexpr Position of_names[] = {{1, 0, 0},    {1, -1, 100}, {-1, 0, 160},  {1, 1, 220},
                                 {0, -1, 120}, {0, 1, 200},  {-1, -1, 300}, {-1, 1, 340}};
// Below a summit stands its height, so its name is rather above the middle.
constexpr Position of_peaks[] = {{1, -1, 0},   {1, 0, 60},  {-1, -1, 180}, {-1, 0, 220},
                                 {0, -1, 120}, {0, 1, 260}, {1, 1, 300},   {-1, 1, 360}};
constexpr Position of_heights[] = {{0, 1, 0},    {-1, 0, 140}, {1, 0, 160},   {1, 1, 200},
                                   {-1, 1, 240}, {0, -1, 260}, {-1, -1, 320}, {1, -1, 300}};

constexpr double gap = 20;      // from the mark to the text's box
constexpr double farther = 70;  // the second ring
constexpr std::int32_t farther_cost = 330, point_two_lines_cost = 380;
// A name half over the coast hides an inlet: none of it does if all of it is on one side.
constexpr std::int32_t both_sides_price = 1900, inland_price = 420, point_in_lake_price = 700;

Vector middle_of(const Site& site, const Block& block, const Position& p, double away) {
  const double mark = site.feature.mark, height = block.height();
  double x = p.right * (mark + away + block.width() / 2), y = p.down * (mark + away + height / 2);
  if (p.right != 0) {
    // Beside the mark the small letters' middle is at its height; obliquely the block ends near the mark's middle.
    const double at_side = above_baseline(site.em()) - height / 2 - 0.23 * site.em();
    y = p.down == 0 ? -at_side : p.down * (height / 2 + away - gap);
    if (block.two_lines && p.down == 0) y = 0;
  }
  return site.point() + Vector{x, y};
}

std::int32_t price_at_coast(const Site& site, std::int32_t land) {
  const std::int32_t both_sides = land * (1000 - land) / 1000;
  return price(both_sides, both_sides_price) + (site.feature.harbour ? price(land, inland_price) : 0);
}

}  // namespace

std::vector<Candidate> candidates_at_point(const Site& site) {
  const LabelKind kind = site.feature.kind;
  const Position* positions = kind == LabelKind::town ? of_names : kind == LabelKind::peak ? of_peaks : of_heights;
  std::vector<Candidate> candidates;
  const auto ring = [&](const Block& block, double away, std::int32_t cost) {
    for (int k = 0; k < 8; ++k) {
      Candidate c;
      block.set(c, middle_of(site, block, positions[k], away));
      if (!site.ground.allows(c.boxes)) continue;
      const Covered covered = site.ground.under(c.boxes);
      c.cost = positions[k].cost + cost + price(covered.ink, ink_price) + price_at_coast(site, covered.land) +
               price(covered.lake, point_in_lake_price);
      c.place = k;
      candidates.push_back(std::move(c));
    }
  };
  const Block one = {&site.text, site.tracking(), false};
  ring(one, gap, 0);
  ring(one, gap + farther, farther_cost);
  if (site.can_be_cut()) ring({&site.text, site.tracking(), true}, gap, point_two_lines_cost);
  return best_of(std::move(candidates), 16);
}

}  // namespace terrawright::map::labels
