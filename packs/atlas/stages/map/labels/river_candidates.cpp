// SPDX-License-Identifier: Apache-2.0
// A river's name follows it on either side, where it is calm, and never lies in a lake.
#include "candidate.hpp"

namespace terrawright::map::labels {
namespace {

constexpr double away[] = {35, 90};  // from the water to the letters
constexpr std::int32_t far_side_cost = 60;
constexpr std::int32_t struck_price = 2000, most_struck = 480;  // letters that the river itself runs through
constexpr double small_ascent = 0.55;                           // below the river, from the water to the baseline in em
constexpr double least_step = 40, least_starts = 20, most_starts = 90;
constexpr std::int32_t river_in_sea_price = 1500, most_in_sea = 350;
constexpr int places = 12;  // along a river; candidates in one of them are much alike

// Smoothing of the line: half a running mean, of which three are a Gaussian of 2.2, 5 and 10 mm.
struct Calm {
  std::size_t half;
  std::int32_t cost;
};
constexpr Calm calms[] = {{8, 0}, {19, 250}, {39, 480}};
constexpr std::size_t enough = 6;  // candidates: beyond that no line is smoothed further
// If nothing fits along it: closer letters, then a block beside it.
constexpr std::int32_t close_cost = 150, block_cost = 900, river_two_lines_cost = 120;
constexpr double block_at[] = {0.5, 0.35, 0.65, 0.8};

struct Side {
  bool above;
  double away;
  double tracking;
  std::int32_t cost;
};

// The river as it is drawn, its widths, and a calmer line, point by point, that its name follows.
struct Course {
  std::vector<Vector> drawn, calm;
  std::vector<double> half_widths;
  bool backwards = false;
  void turn() {
    std::reverse(drawn.begin(), drawn.end());
    std::reverse(calm.begin(), calm.end());
    std::reverse(half_widths.begin(), half_widths.end());
    backwards = !backwards;
  }
  // The letters between two shares of its length that the river runs through.
  std::int32_t strikes(const Candidate& c, double em, double from, double to) const {
    const auto n = static_cast<double>(drawn.size());
    const auto at = [&](double share) { return static_cast<std::size_t>(std::clamp(share * n, 0.0, n)); };
    return struck(c.glyphs, em, drawn, half_widths, at(from - 0.08), at(to + 0.08));
  }
};

void along(const Site& site, const Course& course, const Side& side, std::vector<Candidate>& candidates) {
  std::vector<double> distances;
  for (const double w : course.half_widths) {
    const double d = w + side.away;
    distances.push_back(side.above ? d : -d - small_ascent * site.em());
  }
  const LabelPath path(beside(course.calm, distances));
  const double width = width_of(site.text.line, side.tracking), room = path.length() - width;
  if (room < 0) return;
  const double starts = std::clamp(std::floor(room / least_step), room > 0 ? least_starts : 1, most_starts);
  for (double k = 0; k < starts; ++k) {
    const double begin = starts > 1 ? room * k / (starts - 1) : 0;
    Candidate c;
    Turning turning;
    if (!set_along(c, site.text.line, site.em(), side.tracking, path, begin, turning)) continue;
    if (!site.ground.allows(c.boxes)) continue;
    const Covered covered = site.ground.under(c.boxes);
    const std::int32_t sea = 1000 - covered.land;
    if (covered.on_lake() || sea > most_in_sea) continue;
    const double at = (begin + width / 2) / path.length(), down_river = course.backwards ? 1 - at : at;
    const std::int32_t struck_letters =
        course.strikes(c, site.em(), begin / path.length(), (begin + width) / path.length());
    if (struck_letters > most_struck) continue;
    const Vector across = unit(path.point(begin + width) - path.point(begin));
    const double steep = std::max(std::fabs(across.y) - 0.7, 0.0);
    const double shape = 0.32 * turning.whole + 0.8 * turning.largest + 0.35 * std::fabs(down_river - 0.55) +
                         (side.above ? 0 : 0.07) + 0.3 * steep;
    c.cost = to_paper(1000 * shape) + side.cost + price(covered.ink, ink_price) + price(sea, river_in_sea_price) +
             price(struck_letters, struck_price);
    c.place = std::min(static_cast<int>(down_river * places), places - 1) * 2 + (side.above ? 1 : 0);
    candidates.push_back(std::move(c));
  }
}

void on_both_sides(const Site& site, const std::vector<Vector>& line, const std::vector<double>& widths,
                   const Calm& calm, double tracking, std::int32_t cost, std::vector<Candidate>& candidates) {
  Course course{line, line, widths};
  smooth(course.calm, calm.half);
  for (int way = 0; way < 2; ++way) {
    for (const bool above : {true, false}) {
      for (const double d : away) {
        const std::int32_t farther = d > away[0] ? far_side_cost : 0;
        along(site, course, {above, d, tracking, cost + calm.cost + farther}, candidates);
      }
    }
    course.turn();
  }
}

void block_beside(const Site& site, const std::vector<Vector>& line, std::vector<Candidate>& candidates) {
  std::int32_t place = 100;
  for (Block block : site.blocks()) {
    block.tracking = 0;
    for (const double at : block_at) {
      const auto k = static_cast<std::size_t>(at * static_cast<double>(line.size() - 1));
      const Vector across =
          up_of(unit(line[std::min(k + 10, line.size() - 1)] - line[k - std::min<std::size_t>(k, 10)]));
      for (const double side : {1.0, -1.0}) {
        Candidate c;
        block.set(c, middle_towards(line[k], across * side, 60, block));
        if (!site.ground.allows(c.boxes)) continue;
        const Covered covered = site.ground.under(c.boxes);
        const std::int32_t sea = 1000 - covered.land;
        if (covered.on_lake() || sea > most_in_sea) continue;
        c.cost = block_cost + (block.two_lines ? river_two_lines_cost : 0) + price(covered.ink, ink_price) +
                 price(sea, river_in_sea_price);
        c.place = ++place;
        candidates.push_back(std::move(c));
      }
    }
  }
}

}  // namespace

std::vector<Candidate> candidates_along_river(const Site& site) {
  const std::vector<Vector> points = site.visible_line();
  if (points.size() < 2) return {};
  std::vector<double> widths(points.size(), 0.0);
  const std::vector<std::int32_t>& all = site.feature.half_widths;
  for (std::size_t k = 0, at = site.visible().first; k < widths.size() && at < all.size(); ++k, ++at)
    widths[k] = all[at];
  const double step = step_along(LabelPath(points).length());
  widths = evenly_beside(points, widths, step);
  const std::vector<Vector> line = evenly(points, step);
  std::vector<Candidate> candidates;
  for (const Calm& calm : calms) {
    if (candidates.size() < enough || calm.half < 30) {
      on_both_sides(site, line, widths, calm, site.tracking(), 0, candidates);
    }
  }
  if (candidates.size() < enough && site.tracking() > 0) {
    for (const Calm& calm : calms) on_both_sides(site, line, widths, calm, 0, close_cost, candidates);
  }
  if (candidates.size() < enough) block_beside(site, line, candidates);
  return best_of(std::move(candidates), 24);
}

}  // namespace terrawright::map::labels
