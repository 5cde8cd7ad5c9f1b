// SPDX-License-Identifier: Apache-2.0
// Towns and peaks: places around the mark, then the same farther away, then in two lines.
#include "map/labels/candidates_of.hpp"

namespace terrawright::map::labels {
namespace {

// Position of the block beside the mark, -1, 0 or 1 to the right and down, and its cost; 2 down: all of it below the
// mark, and its end under it.
struct Position {
  int right, down;
  std::int32_t cost;
};
constexpr Position of_names[] = {{1, 0, 0},    {1, -1, 100}, {-1, 0, 160},  {1, 1, 220},
                                 {0, -1, 120}, {0, 1, 200},  {-1, -1, 300}, {-1, 1, 340}};
// A summit's name stands above or beside it, and its height below: no map has both orders.
constexpr Position of_peaks[] = {{1, -1, 0}, {1, 0, 60}, {-1, -1, 180}, {-1, 0, 220}, {0, -1, 120}};
constexpr Position of_heights[] = {{0, 1, 0}, {1, 2, 120}, {-1, 2, 140}};

constexpr double gap = 20;      // from the mark to the text's box
constexpr double farther = 70;  // the second ring
constexpr std::int32_t farther_cost = 330, point_two_lines_cost = 380;
// A name half over the coast hides an inlet: none of it does if all of it is on one side.
constexpr std::int32_t both_sides_price = 1900, inland_price = 420;

Vector middle_of(const Site& site, const Block& block, const Position& p, double away) {
  const double mark = site.feature.mark, height = block.height();
  double x = p.right * (mark + away + block.width() / 2), y = p.down * (mark + away + height / 2);
  if (p.down == 2) {
    x = p.right * block.width() / 2, y = mark + away + height / 2;
  } else if (p.right != 0) {
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
  std::vector<Candidate> candidates;
  const auto ring = [&](const auto& positions, const Block& block, double away, std::int32_t cost) {
    std::int32_t place = 0;
    for (const Position& position : positions) {
      Candidate c;
      c.place = place++;
      block.set(c, middle_of(site, block, position, away));
      if (!site.ground.allows(c.boxes)) continue;
      const Covered covered = site.ground.under(c.boxes);
      if (covered.on_lake()) continue;
      c.cost = position.cost + cost + price(covered.ink, ink_price) + price_at_coast(site, covered.land);
      candidates.push_back(std::move(c));
    }
  };
  const auto rings = [&](const auto& positions) {
    const Block one = {&site.text, site.tracking(), false};
    ring(positions, one, gap, 0);
    ring(positions, one, gap + farther, farther_cost);
    if (site.can_be_cut()) ring(positions, {&site.text, site.tracking(), true}, gap, point_two_lines_cost);
  };
  kind == LabelKind::town ? rings(of_names) : kind == LabelKind::peak ? rings(of_peaks) : rings(of_heights);
  return best_of(std::move(candidates), 16);
}

}  // namespace terrawright::map::labels
