// SPDX-License-Identifier: Apache-2.0
// A lake's name stands in its water, along its axis or straight, in two lines if it must; else beside its shore.
#include <cstdlib>

#include "map/labels/around.hpp"
#include "map/labels/candidates_of.hpp"

namespace terrawright::map::labels {
namespace {

constexpr std::int32_t least_in_lake = 970;
constexpr std::int32_t along_cost = -300, lake_straight_cost = -400, lake_two_lines_cost = -300,
                       two_lines_beside_cost = 240;
constexpr std::int32_t in_sea_price = 2500;

void inside_straight(const Site& site, bool two_lines, std::vector<Candidate>& candidates) {
  const Block block = {&site.text, site.tracking(), two_lines};
  for (int row = -2; row <= 2; ++row) {
    for (int column = -3; column <= 3; ++column) {
      Candidate c;
      block.set(c, site.point() + Vector{0.12 * block.width() * column, 0.4 * site.em() * row});
      const Covered covered = site.ground.under(c.boxes);
      if (covered.lake < least_in_lake || !site.ground.allows(c.boxes)) continue;
      c.cost = (two_lines ? lake_two_lines_cost : lake_straight_cost) + 30 * (std::abs(row) + std::abs(column)) +
               price(covered.ink, ink_price);
      candidates.push_back(std::move(c));
    }
  }
}

void inside_along(const Site& site, std::vector<Candidate>& candidates) {
  std::vector<Vector> axis = site.visible_line();
  if (axis.size() < 2) return;
  axis = evenly(axis, step_along(LabelPath(axis).length()));
  const double width = width_of(site.text.line, site.tracking());
  const Parabola curve = parabola_of(axis);
  // The letters' middle lies on the axis.
  const double lower = 0.22 * site.em();
  for (const double shift : {0.0, -80.0, 80.0}) {
    Parabola moved = curve;
    moved.height += shift - lower;
    std::vector<Vector> points;
    for (double t = curve.begin; t <= curve.end; t += step_along(curve.end - curve.begin))
      points.push_back(moved.point(t));
    const LabelPath path(std::move(points));
    for (const double onward : {0.0, -0.1, 0.1, -0.2, 0.2}) {
      Candidate c;
      Turning turning;
      const double begin = path.length() / 2 - width / 2 + onward * path.length();
      if (!set_along(c, site.text.line, site.em(), site.tracking(), path, begin, turning)) continue;
      const Covered covered = site.ground.under(c.boxes);
      if (covered.lake < least_in_lake || !site.ground.allows(c.boxes)) continue;
      c.cost = along_cost + to_paper(320 * turning.whole + std::fabs(shift) + 300 * std::fabs(onward)) +
               price(covered.ink, ink_price);
      candidates.push_back(std::move(c));
    }
  }
}

// A name farther away than this from its lake's shore could be another's.
constexpr double most_from_shore = 380;

void beside_shore(const Site& site, bool two_lines, std::vector<Candidate>& candidates) {
  const Block block = {&site.text, site.tracking(), two_lines};
  const auto off_the_lake = [](const Covered& covered) { return covered.lake == 0; };
  const auto near_shore = [&](Vector towards) {
    double away = site.feature.radius;
    const auto at = [&] {
      const Vector p = site.point() + towards * away;
      return PaperPoint{to_paper(p.x), to_paper(p.y)};
    };
    while (away < 6000 && site.ground.is_lake(at())) away += 25;
    return away + most_from_shore;
  };
  for (const Around& around : places_around(site, block, off_the_lake, near_shore)) {
    Candidate c = around.candidate;
    const Covered& covered = around.covered;
    const std::int32_t sea = 1000 - covered.land;
    c.cost = around.cost + (two_lines ? two_lines_beside_cost : 0) + price(covered.ink, ink_price) +
             price(sea, in_sea_price);
    c.place = (two_lines ? 120 : 100) + around.position;
    candidates.push_back(std::move(c));
  }
}

}  // namespace

std::vector<Candidate> candidates_in_lake(const Site& site) {
  std::vector<Candidate> candidates;
  if (2 * site.feature.radius > 1.5 * site.em()) {
    inside_straight(site, false, candidates);
    if (site.can_be_cut()) inside_straight(site, true, candidates);
    inside_along(site, candidates);
  }
  beside_shore(site, false, candidates);
  if (site.can_be_cut()) beside_shore(site, true, candidates);
  return best_of(std::move(candidates), 24);
}

}  // namespace terrawright::map::labels
