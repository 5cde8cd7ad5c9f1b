// SPDX-License-Identifier: Apache-2.0
// Ranges, forests, deserts and plains: letters spread over the area along a parabola through its axis.
#include <cstdlib>

#include "map/labels/candidate.hpp"

namespace terrawright::map::labels {
namespace {

struct Spread {
  double share;  // of the axis
  std::int32_t cost;
};
constexpr Spread spreads[] = {{0.85, 40}, {0.65, 0}, {0.50, 60}, {0.38, 140}, {0.28, 240}};
constexpr double sideways[] = {0, -220, 220, -430, 430, -650, 650};
constexpr double onwards[] = {0, -0.12, 0.12};
constexpr double sideways_cost = 0.3;  // a thousandth of 1/100 mm
constexpr std::int32_t onwards_cost = 60, flat_cost = 120;
constexpr double steep_price = 900, steep_from = 0.45;
constexpr std::int32_t straight_cost = 400, straight_spread_cost = 340;  // with three times the tracking

std::int32_t least_on_land(LabelKind kind) { return kind == LabelKind::range ? 930 : 950; }

bool priced(const Site& site, Candidate& c, std::int32_t cost) {
  if (!site.ground.allows(c.boxes)) return false;
  const Covered covered = site.ground.under(c.boxes);
  if (covered.on_lake() || covered.land < least_on_land(site.feature.kind)) return false;
  c.cost = cost + price(covered.ink, ink_price) + (1000 - covered.land);
  return true;
}

void over_axis(const Site& site, const Parabola& whole, bool flat, std::vector<Candidate>& candidates) {
  Parabola curve = whole;
  if (flat) curve.height = curve.bend = 0;
  const double extent = curve.end - curve.begin, plain = width_of(site.text.line, 0);
  const double letters = static_cast<double>(std::max<std::size_t>(site.text.line.size(), 2) - 1);
  const double least = site.tracking(),
               widest = site.tracking(std::max(site.style.widest_tracking, site.style.tracking));
  double before = -1;
  std::int32_t place = 0;
  for (const Spread& spread : spreads) {
    const double tracking = std::min((spread.share * extent - plain) / letters, widest);
    if (tracking < least || tracking == before) continue;
    before = tracking;
    const double width = plain + tracking * letters;
    for (const double shift : sideways) {
      Parabola moved = curve;
      moved.height += shift;
      std::vector<Vector> points;
      for (double t = curve.begin - 0.2 * extent; t <= curve.end + 0.2 * extent; t += step_along(extent))
        points.push_back(moved.point(t));
      const LabelPath path(std::move(points));
      if (path.empty()) continue;
      const Vector across = unit(path.points().back() - path.points().front());
      const double steep = std::max(std::fabs(across.y) - steep_from, 0.0);
      for (const double onward : onwards) {
        ++place;
        Candidate c;
        Turning turning;
        const double begin = path.length() / 2 - width / 2 + onward * extent;
        if (!set_along(c, site.text.line, site.em(), tracking, path, begin, turning)) continue;
        const std::int32_t cost = spread.cost + to_paper(steep_price * steep + sideways_cost * std::fabs(shift)) +
                                  (onward != 0 ? onwards_cost : 0) + (flat ? flat_cost : 0);
        if (!priced(site, c, cost)) continue;
        c.place = (place * 2 + (flat ? 1 : 0)) / 6;
        candidates.push_back(std::move(c));
      }
    }
  }
}

// If nothing fits the axis: a straight line, or two, near its middle.
void straight(const Site& site, Vector middle, std::vector<Candidate>& candidates) {
  std::int32_t place = 10000;
  for (const int way : {0, 1, 2}) {
    const bool two = way == 2, spread = way == 1;
    if (two && !site.can_be_cut()) continue;
    if (spread && 3 * site.style.tracking > site.style.widest_tracking) continue;
    const Block block = {&site.text, site.tracking() * (spread ? 3 : 1), two};
    const std::int32_t cost = (spread ? straight_spread_cost : straight_cost) + (two ? 150 : 0);
    for (int row = -3; row <= 3; ++row) {
      for (int column = -2; column <= 2; ++column) {
        Candidate c;
        block.set(c, middle + Vector{0.2 * block.width() * column, 220.0 * row});
        const std::int32_t away = 70 * std::abs(row) + 60 * std::abs(column);
        c.place = ++place;
        if (priced(site, c, cost + away)) candidates.push_back(std::move(c));
      }
    }
  }
}

}  // namespace

std::vector<Candidate> candidates_over_area(const Site& site) {
  std::vector<Candidate> candidates;
  std::vector<Vector> axis = site.visible_line();
  if (axis.size() > 1) axis = evenly(axis, 2 * step_along(LabelPath(axis).length()));
  Vector middle = site.point();
  if (axis.size() > 1) {
    const Parabola curve = parabola_of(axis);
    over_axis(site, curve, false, candidates);
    over_axis(site, curve, true, candidates);
    if (site.feature.kind == LabelKind::range) middle = curve.point((curve.begin + curve.end) / 2);
  }
  straight(site, middle, candidates);
  return best_of(std::move(candidates), site.feature.kind == LabelKind::range ? 48 : 24);
}

namespace {

// A lake's name stands in its water, along its axis or straight, in two lines if it must; else beside its shore.

constexpr std::int32_t least_in_lake = 970;
constexpr std::int32_t along_cost = -300, lake_straight_cost = -400, lake_two_lines_cost = -300,
                       two_lines_beside_cost = 240;
constexpr std::int32_t in_sea_price = 2500;

void inside_straight(const Site& site, const Block& block, std::vector<Candidate>& candidates) {
  for (int row = -2; row <= 2; ++row) {
    for (int column = -3; column <= 3; ++column) {
      Candidate c;
      block.set(c, site.point() + Vector{0.12 * block.width() * column, 0.4 * site.em() * row});
      const Covered covered = site.ground.under(c.boxes);
      if (covered.lake < least_in_lake || !site.ground.allows(c.boxes)) continue;
      c.cost = (block.two_lines ? lake_two_lines_cost : lake_straight_cost) + 30 * (std::abs(row) + std::abs(column)) +
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

void beside_shore(const Site& site, const Block& block, std::vector<Candidate>& candidates) {
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
    c.cost = around.cost + (block.two_lines ? two_lines_beside_cost : 0) + price(covered.ink, ink_price) +
             price(sea, in_sea_price);
    c.place = (block.two_lines ? 120 : 100) + around.position;
    candidates.push_back(std::move(c));
  }
}

}  // namespace

std::vector<Candidate> candidates_in_lake(const Site& site) {
  std::vector<Candidate> candidates;
  if (2 * site.feature.radius > 1.5 * site.em()) {
    for (const Block& block : site.blocks()) inside_straight(site, block, candidates);
    inside_along(site, candidates);
  }
  for (const Block& block : site.blocks()) beside_shore(site, block, candidates);
  return best_of(std::move(candidates), 24);
}

}  // namespace terrawright::map::labels
