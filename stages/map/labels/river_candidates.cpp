// SPDX-License-Identifier: Apache-2.0
// A river's name follows it on either side, where it is calm, and never lies in a lake.
#include "map/labels/candidates_of.hpp"

namespace terrawright::map::labels {
namespace {

constexpr double step = 25;         // of the line
constexpr std::size_t calm = 8;     // half a running mean: three are a Gaussian of 2.2 mm
constexpr std::size_t calmer = 19;  // of 5 mm
constexpr std::int32_t calmer_cost = 250;
constexpr double away[] = {35, 90};    // from the water to the letters
constexpr double small_ascent = 0.55;  // below the river, from the water to the baseline in em
constexpr double least_step = 40, least_starts = 20, most_starts = 90;
constexpr std::int32_t in_sea_price = 1500, most_in_sea = 350;
constexpr int places = 12;  // along a river; candidates in one of them are much alike

struct Side {
  bool above;
  double away;
  std::int32_t cost;
};

void along(const Site& site, const std::vector<Vector>& course, const std::vector<double>& half_widths, bool backwards,
           const Side& side, std::vector<Candidate>& candidates) {
  std::vector<double> distances;
  for (const double w : half_widths) {
    const double d = w + side.away;
    distances.push_back(side.above ? d : -d - small_ascent * site.em());
  }
  const LabelPath path(beside(course, distances));
  const double width = width_of(site.text.line, site.tracking()), room = path.length() - width;
  if (room < 0) return;
  const double starts = std::clamp(std::floor(room / least_step), room > 0 ? least_starts : 1, most_starts);
  for (double k = 0; k < starts; ++k) {
    const double begin = starts > 1 ? room * k / (starts - 1) : 0;
    Candidate c;
    Turning turning;
    if (!set_along(c, site.text.line, site.em(), site.tracking(), path, begin, turning)) continue;
    if (!site.ground.allows(c.boxes)) continue;
    const Covered covered = site.ground.under(c.boxes);
    const std::int32_t sea = 1000 - covered.land;
    if (covered.lake > 0 || sea > most_in_sea) continue;
    const double at = (begin + width / 2) / path.length(), down_river = backwards ? 1 - at : at;
    const Vector across = unit(path.point(begin + width) - path.point(begin));
    const double steep = std::max(std::fabs(across.y) - 0.7, 0.0);
    const double shape = 0.32 * turning.whole + 0.8 * turning.largest + 0.35 * std::fabs(down_river - 0.55) +
                         (side.above ? 0 : 0.07) + 0.3 * steep;
    c.cost = to_paper(1000 * shape) + side.cost + price(covered.ink, ink_price) + price(sea, in_sea_price);
    c.place = std::min(static_cast<int>(down_river * places), places - 1) * 2 + (side.above ? 1 : 0);
    candidates.push_back(std::move(c));
  }
}

}  // namespace

std::vector<Candidate> candidates_along_river(const Site& site) {
  const LabelFeature& river = site.feature;
  if (river.line.size() < 2) return {};
  std::vector<Vector> points;
  for (const PaperPoint& p : river.line) points.push_back(vector_of(p));
  std::vector<double> widths(points.size(), 0.0);
  for (std::size_t k = 0; k < std::min(widths.size(), river.half_widths.size()); ++k) widths[k] = river.half_widths[k];
  widths = evenly_beside(points, widths, step);
  const std::vector<Vector> line = evenly(points, step);
  std::vector<Candidate> candidates;
  for (const std::size_t half : {calm, calmer}) {
    std::vector<Vector> course = line;
    smooth(course, half);
    std::vector<double> half_widths = widths;
    for (const bool backwards : {false, true}) {
      for (const bool above : {true, false}) {
        for (const double d : away) {
          const std::int32_t cost = (half == calmer ? calmer_cost : 0) + (d > away[0] ? 60 : 0);
          along(site, course, half_widths, backwards, {above, d, cost}, candidates);
        }
      }
      std::reverse(course.begin(), course.end());
      std::reverse(half_widths.begin(), half_widths.end());
    }
  }
  return best_of(std::move(candidates), 24);
}

}  // namespace terrawright::map::labels
