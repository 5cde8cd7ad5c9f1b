// SPDX-License-Identifier: Apache-2.0
// Candidates for the names of each kind. All that is found there lies in the frame, off marks and furniture, and is
// priced with what it covers; the cheapest come first.
#pragma once
#include <utility>

#include "candidate.hpp"
#include "ground.hpp"

namespace terrawright::map::labels {

struct Site {
  const LabelFeature& feature;
  const LabelStyle& style;
  const LabelText& text;
  const Ground& ground;
  double em() const { return text.em; }
  double tracking(std::int32_t thousandths) const { return text.em * thousandths / 1000; }
  double tracking() const { return tracking(style.tracking); }
  bool can_be_cut() const { return !text.first.empty(); }
  Vector point() const { return vector_of(feature.point); }
  // The longest part of its line inside the frame: the first of its points, and that after the last.
  std::pair<std::size_t, std::size_t> visible() const;
  std::vector<Vector> visible_line() const;
};

// Samples of a line are this far apart, unless it is longer than any sheet.
inline double step_along(double length) { return std::max(25.0, length / 20000); }

// Prices by what is covered, in thousandths.
constexpr std::int32_t ink_price = 900;
inline std::int32_t price(std::int32_t share, std::int32_t of_all) { return share * of_all / 1000; }

std::vector<Candidate> candidates_at_point(const Site& site);  // towns, peaks, heights
std::vector<Candidate> candidates_at_cape(const Site& site);
std::vector<Candidate> candidates_in_bay(const Site& site);
std::vector<Candidate> candidates_on_island(const Site& site);
std::vector<Candidate> candidates_in_sea(const Site& site);
std::vector<Candidate> candidates_along_river(const Site& site);
std::vector<Candidate> candidates_in_lake(const Site& site);
std::vector<Candidate> candidates_over_area(const Site& site);  // ranges, forests, deserts, plains

std::vector<Candidate> candidates_of(const Site& site);

// Text around something wide, as a lake or an island: in eight directions, as near as it lies clear of it.

struct Around {
  Candidate candidate;
  Covered covered;
  std::int32_t cost;
  std::int32_t position;
};

// Text whose side or corner, that which looks back, is at a place some way off in a direction.
inline Vector middle_towards(Vector from, Vector towards, double away, const Block& block) {
  const double right = std::clamp(1.6 * towards.x, -1.0, 1.0), down = std::clamp(1.6 * towards.y, -1.0, 1.0);
  return from + towards * away + Vector{right * block.width() / 2, down * block.height() / 2};
}

// As far as one likes.
inline double anywhere(Vector) { return 3000; }

// The nearest place in each direction where clear(covered) holds, not farther than most_away(direction), and one some
// way beyond.
template <class Clear, class Away = double (*)(Vector)>
std::vector<Around> places_around(const Site& site, const Block& block, Clear clear, Away most_away = anywhere) {
  constexpr double diagonal = 0.70710678118654752;
  struct Direction {
    Vector towards;
    std::int32_t cost;
  };
  constexpr Direction directions[] = {{{1, 0}, 0},
                                      {{diagonal, -diagonal}, 100},
                                      {{-1, 0}, 160},
                                      {{diagonal, diagonal}, 180},
                                      {{0, -1}, 140},
                                      {{0, 1}, 160},
                                      {{-diagonal, -diagonal}, 260},
                                      {{-diagonal, diagonal}, 280}};
  constexpr double step = 50, breath = 35, beyond = 80;
  constexpr std::int32_t beyond_cost = 250;
  std::vector<Around> places;
  for (std::int32_t k = 0; k < 8; ++k) {
    const Direction& d = directions[k];
    double away = site.feature.radius;
    const auto most_steps = static_cast<int>((most_away(d.towards) - away) / step);
    int steps = 0;
    const auto look = [&](double at) {
      Around around = {{}, {}, d.cost, k};
      block.set(around.candidate, middle_towards(site.point(), d.towards, at, block));
      around.covered = site.ground.under(around.candidate.boxes);
      return around;
    };
    Around nearest = look(away);
    while (!clear(nearest.covered) && ++steps <= most_steps) nearest = look(away += step);
    if (!clear(nearest.covered)) continue;
    // Letters that touch the shore are hard to read; where there is no room for more they do.
    Around freer = look(away + breath);
    if (clear(freer.covered) && site.ground.allows(freer.candidate.boxes)) nearest = freer;
    nearest.cost += 6 * steps;  // far from the middle
    if (site.ground.allows(nearest.candidate.boxes)) places.push_back(nearest);
    Around second = look(away + beyond);
    second.cost = nearest.cost + beyond_cost;
    if (clear(second.covered) && site.ground.allows(second.candidate.boxes)) places.push_back(second);
  }
  return places;
}

}  // namespace terrawright::map::labels
