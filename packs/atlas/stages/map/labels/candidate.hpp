// SPDX-License-Identifier: Apache-2.0
// A place where a name could stand, and the candidates of each kind of name.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "labels.hpp"

namespace terrawright::map::labels {

// A name as letters with lengths on paper, in one line or two.

struct Letter {
  std::uint32_t glyph;
  double advance;    // 1/100 mm
  double right, up;  // from its origin to where it is drawn
  std::uint32_t text_begin, text_bytes;
  bool space;
};
using TextLine = std::vector<Letter>;

struct LabelText {
  double em;
  TextLine line;
  TextLine first, second;  // cut at the space that makes them most alike; empty without a space
};

// Throws Failure for a letter that the font lacks.
LabelText text_of(const LabelFeature& feature, const LabelStyle& style, const Letters& letters);

// From the beginning of the first letter to the end of the last one, a space at the end not counted.
double width_of(const TextLine& line, double tracking);

// A curve that letters stand on.

class LabelPath {
 public:
  explicit LabelPath(std::vector<Vector> points);

  double length() const { return at_.empty() ? 0 : at_.back(); }
  bool empty() const { return points_.size() < 2; }
  Vector point(double at) const;
  const std::vector<Vector>& points() const { return points_; }

 private:
  std::vector<Vector> points_;
  std::vector<double> at_;  // how far along each of them is
};

// Points at even distances, about `step`, from the first to the last. Values that belong to the points go along.
std::vector<Vector> evenly(const std::vector<Vector>& points, double step);
std::vector<double> evenly_beside(const std::vector<Vector>& points, const std::vector<double>& values, double step);
// Three running means; the ends stay.
void smooth(std::vector<Vector>& points, std::size_t half);
// Moved to the left of where it goes.
std::vector<Vector> beside(const std::vector<Vector>& points, const std::vector<double>& distances);

// The parabola over the main axis of points, from the left to the right (upwards where it is upright).
struct Parabola {
  Vector middle, along;  // along is a unit vector
  double begin, end;     // along the axis
  double height, slope, bend;
  Vector point(double t) const { return middle + along * t + up_of(along) * (height + slope * t + bend * t * t); }
};
// Its direction turns by at most 1.1 from end to end.
Parabola parabola_of(const std::vector<Vector>& points);

struct Candidate {
  std::int32_t cost = 0;   // thousandths
  std::int32_t place = 0;  // candidates at one place are much alike: others are kept first
  std::vector<LabelBox> boxes;
  std::vector<PlacedGlyph> glyphs;
};

// Space around letters, 1/100 mm, and of an em above and below the baseline.
constexpr double beside_letters = 25, over_letters = 15, ascent = 0.70, descent = 0.24;

inline double above_baseline(double em) { return ascent * em + over_letters; }
inline double below_baseline(double em) { return descent * em + over_letters; }

// A line of text along a straight baseline, in one box.
void set_straight(Candidate& candidate, const TextLine& line, double em, double tracking, Vector begin, Vector along);

// Text in a block around its middle: one line, or two centred below one another.
struct Block {
  const LabelText* text;
  double tracking;
  bool two_lines;
  double width() const;
  double height() const;
  void set(Candidate& candidate, Vector middle, Vector along = {1, 0}) const;
};

// Turning of a baseline under the letters of a word, in radians.
struct Turning {
  double whole = 0, largest = 0;
};

// Letters that stand on a curve from `begin` on, a box each; nothing of it is upside down. False if it is too short or
// turns too much: more than .26 from letter to letter, or 1.6 in all.
bool set_along(Candidate& candidate, const TextLine& line, double em, double tracking, const LabelPath& path,
               double begin, Turning& turning);

// The cheapest, those of other places first; then in the order of cost.
std::vector<Candidate> best_of(std::vector<Candidate> candidates, std::size_t most);

// Letters that a line runs through: a name beside its river is not read where the river bends into it.

// Share of the letters, in thousandths, with a point of the line from `first` to before `end` in them or nearer than
// half its width. The line's points are nearer to each other than letters are wide.
inline std::int32_t struck(const std::vector<PlacedGlyph>& letters, double em, const std::vector<Vector>& line,
                           const std::vector<double>& half_widths, std::size_t first, std::size_t end) {
  constexpr double wide = 0.42, above = 0.5, below = 0.02;  // em: small letters
  std::int32_t count = 0;
  for (const PlacedGlyph& letter : letters) {
    const Vector origin{static_cast<double>(letter.x), static_cast<double>(letter.y)};
    const Vector along = unit({static_cast<double>(letter.along_x), static_cast<double>(letter.along_y)});
    const Vector up = up_of(along);
    for (std::size_t k = first; k < end; ++k) {
      const Vector to = line[k] - origin;
      const double right = dot(to, along), high = dot(to, up);
      if (right < 0 || right > wide * em || high < -below * em - half_widths[k] || high > above * em + half_widths[k])
        continue;
      ++count;
      break;
    }
  }
  return letters.empty() ? 0 : static_cast<std::int32_t>(1000 * count / static_cast<std::int32_t>(letters.size()));
}

// Candidates for the names of each kind. All that is found there lies in the frame, off marks and furniture, and is
// priced with what it covers; the cheapest come first.
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
  // Its text in one line, and in two where it can be cut.
  std::vector<Block> blocks() const {
    std::vector<Block> blocks = {{&text, tracking(), false}};
    if (can_be_cut()) blocks.push_back({&text, tracking(), true});
    return blocks;
  }
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
