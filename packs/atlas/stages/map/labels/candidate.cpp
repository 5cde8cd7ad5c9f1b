// SPDX-License-Identifier: Apache-2.0
#include "map/labels/candidate.hpp"

#include <cmath>
#include <set>

#include "map/missing_letters.hpp"

namespace terrawright::map::labels {

double width_of(const TextLine& line, double tracking) {
  std::size_t count = line.size();
  while (count > 0 && line[count - 1].space) --count;
  double width = 0;
  for (std::size_t k = 0; k < count; ++k) width += line[k].advance + (k + 1 < count ? tracking : 0);
  return width;
}

LabelText text_of(const LabelFeature& feature, const LabelStyle& style, const Letters& letters) {
  const std::string missing = letters.missing_letter(style.font, feature.text);
  if (!missing.empty()) {
    throw Failure{feature.from, refusal_of(letters.name(style.font), missing, name_of(feature.kind), feature.text)};
  }
  LabelText text;
  text.em = feature.size;
  const double unit = text.em / letters.units_per_em(style.font);
  for (const lettering::Glyph& g : letters.shaped(style.font, feature.text)) {
    const bool space = g.text_begin < feature.text.size() && feature.text[g.text_begin] == ' ';
    text.line.push_back({g.glyph, g.advance * unit, g.right * unit, g.up * unit, g.text_begin, g.text_bytes, space});
  }
  double least = 0;
  for (std::size_t k = 1; k + 1 < text.line.size(); ++k) {
    if (!text.line[k].space) continue;
    const TextLine first(text.line.begin(), text.line.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    const TextLine second(text.line.begin() + static_cast<std::ptrdiff_t>(k) + 1, text.line.end());
    const double uneven = std::fabs(width_of(first, 0) - width_of(second, 0));
    if (!text.first.empty() && uneven >= least) continue;
    least = uneven;
    text.first = first;
    text.second = second;
  }
  return text;
}

namespace {

std::vector<double> distances_along(const std::vector<Vector>& points) {
  std::vector<double> at;
  for (std::size_t k = 0; k < points.size(); ++k) {
    at.push_back(k == 0 ? 0 : at.back() + length(points[k] - points[k - 1]));
  }
  return at;
}

// Calls put(k, share): the sample lies `share` of the way from point k to the next.
template <class Put>
void at_even_distances(const std::vector<Vector>& points, double step, Put put) {
  const std::vector<double> at = distances_along(points);
  const auto count = std::max<std::size_t>(static_cast<std::size_t>(at.back() / step), 1);
  std::size_t k = 0;
  for (std::size_t i = 0; i <= count; ++i) {
    const double d = at.back() * static_cast<double>(i) / static_cast<double>(count);
    while (k + 2 < points.size() && at[k + 1] < d) ++k;
    const double piece = at[k + 1] - at[k];
    put(k, piece > 0 ? std::clamp((d - at[k]) / piece, 0.0, 1.0) : 0.0);
  }
}

void running_mean(std::vector<Vector>& points, std::size_t half) {
  const std::size_t n = points.size();
  std::vector<Vector> sums(n + 1, {0, 0});
  for (std::size_t k = 0; k < n; ++k) sums[k + 1] = sums[k] + points[k];
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t h = std::min({half, k, n - 1 - k});
    points[k] = (sums[k + h + 1] - sums[k - h]) * (1.0 / static_cast<double>(2 * h + 1));
  }
}

// The direction in which the points spread most, with the signs that text is read in.
Vector main_axis(const std::vector<Vector>& points, Vector middle) {
  double xx = 0, xy = 0, yy = 0;
  for (const Vector& p : points) {
    const Vector d = p - middle;
    xx += d.x * d.x, xy += d.x * d.y, yy += d.y * d.y;
  }
  const double a = (xx - yy) / 2, r = std::sqrt(a * a + xy * xy);
  const Vector axis = unit(a >= 0 ? Vector{a + r, xy} : Vector{xy, r - a});
  return axis.x < 0 || (axis.x == 0 && axis.y > 0) ? axis * -1.0 : axis;
}

constexpr double most_turn = 1.1;

}  // namespace

LabelPath::LabelPath(std::vector<Vector> points) : points_(std::move(points)), at_(distances_along(points_)) {}

Vector LabelPath::point(double at) const {
  const auto next = std::upper_bound(at_.begin() + 1, at_.end() - 1, at) - at_.begin();
  const auto k = static_cast<std::size_t>(next - 1);
  const double piece = at_[k + 1] - at_[k];
  return piece > 0 ? points_[k] + (points_[k + 1] - points_[k]) * ((at - at_[k]) / piece) : points_[k];
}

std::vector<Vector> evenly(const std::vector<Vector>& points, double step) {
  if (points.size() < 2) return points;
  std::vector<Vector> samples;
  at_even_distances(points, step, [&](std::size_t k, double share) {
    samples.push_back(points[k] + (points[k + 1] - points[k]) * share);
  });
  return samples;
}

std::vector<double> evenly_beside(const std::vector<Vector>& points, const std::vector<double>& values, double step) {
  if (points.size() < 2) return values;
  std::vector<double> samples;
  at_even_distances(points, step, [&](std::size_t k, double share) {
    samples.push_back(values[k] + (values[k + 1] - values[k]) * share);
  });
  return samples;
}

void smooth(std::vector<Vector>& points, std::size_t half) {
  if (points.size() < 3) return;
  for (int pass = 0; pass < 3; ++pass) running_mean(points, half);
}

std::vector<Vector> beside(const std::vector<Vector>& points, const std::vector<double>& distances) {
  std::vector<Vector> moved;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vector along = unit(points[std::min(k + 1, points.size() - 1)] - points[k > 0 ? k - 1 : 0]);
    moved.push_back(points[k] + up_of(along) * distances[k]);
  }
  return moved;
}

Parabola parabola_of(const std::vector<Vector>& points) {
  const double count = static_cast<double>(points.size());
  Vector middle = {0, 0};
  for (const Vector& p : points) middle = middle + p;
  middle = middle * (1 / count);
  Parabola all = {middle, main_axis(points, middle), 0, 0, 0, 0, 0};
  // Least squares of v = height + slope t + bend t^2; the mean of t and of v is 0, and so is that of tv almost.
  double t2 = 0, t3 = 0, t4 = 0, tv = 0, t2v = 0;
  for (const Vector& p : points) {
    const double t = dot(p - middle, all.along), v = dot(p - middle, up_of(all.along));
    all.begin = std::min(all.begin, t), all.end = std::max(all.end, t);
    t2 += t * t, t3 += t * t * t, t4 += t * t * t * t, tv += t * v, t2v += t * t * v;
  }
  const double extent = all.end - all.begin;
  const double determinant = t2 * (t4 - t2 * t2 / count) - t3 * t3;
  if (!(extent > 0) || !(t2 > 0)) return all;
  if (determinant > 1e-6 * t2 * t4) all.bend = (t2 * t2v - t3 * tv) / determinant;
  all.bend = std::clamp(all.bend, -most_turn / 2 / extent, most_turn / 2 / extent);
  all.slope = (tv - all.bend * t3) / t2;
  all.height = -all.bend * t2 / count;
  return all;
}

namespace {

constexpr double line_height = 1.06;  // em
constexpr double full_turn = 16384;
constexpr double cosine_of_most = 0.96639;  // of .26
constexpr double most_in_all = 1.6;

void put_glyph(Candidate& candidate, const Letter& letter, Vector origin, Vector along) {
  origin = origin + along * letter.right + up_of(along) * letter.up;
  candidate.glyphs.push_back({letter.glyph, to_paper(origin.x), to_paper(origin.y), to_paper(along.x * full_turn),
                              to_paper(along.y * full_turn), letter.text_begin, letter.text_bytes});
}

// For two unit vectors less than .3 apart: the series of the arc sine.
double angle_between(Vector a, Vector b) {
  const double s = cross(a, b);
  return std::fabs(s * (1 + s * s / 6));
}

}  // namespace

void set_straight(Candidate& candidate, const TextLine& line, double em, double tracking, Vector begin, Vector along) {
  double at = 0;
  for (const Letter& letter : line) {
    put_glyph(candidate, letter, begin + along * at, along);
    at += letter.advance + tracking;
  }
  candidate.boxes.push_back(box_on(begin, along, -beside_letters, width_of(line, tracking) + beside_letters,
                                   above_baseline(em), below_baseline(em)));
}

double Block::width() const {
  const double plain = two_lines ? std::max(width_of(text->first, tracking), width_of(text->second, tracking))
                                 : width_of(text->line, tracking);
  return plain + 2 * beside_letters;
}

double Block::height() const {
  return above_baseline(text->em) + below_baseline(text->em) + (two_lines ? line_height * text->em : 0);
}

void Block::set(Candidate& candidate, Vector middle, Vector along) const {
  const Vector down = up_of(along) * -1.0;
  const Vector baseline = middle + down * (above_baseline(text->em) - height() / 2);
  const auto line = [&](const TextLine& letters, Vector on) {
    set_straight(candidate, letters, text->em, tracking, on - along * (width_of(letters, tracking) / 2), along);
  };
  if (!two_lines) {
    line(text->line, baseline);
    return;
  }
  line(text->first, baseline);
  line(text->second, baseline + down * (line_height * text->em));
}

bool set_along(Candidate& candidate, const TextLine& line, double em, double tracking, const LabelPath& path,
               double begin, Turning& turning) {
  if (path.empty() || begin < 0 || begin + width_of(line, tracking) > path.length()) return false;
  double at = begin;
  Vector before = {0, 0};
  for (const Letter& letter : line) {
    const Vector from = path.point(at), to = path.point(at + letter.advance), across = to - from;
    const Vector along = unit(across, before.x != 0 || before.y != 0 ? before : Vector{1, 0});
    if (along.x < 0) return false;
    if (&letter != line.data()) {
      if (dot(before, along) < cosine_of_most) return false;
      const double turn = angle_between(before, along);
      turning.whole += turn;
      turning.largest = std::max(turning.largest, turn);
      if (turning.whole > most_in_all) return false;
    }
    before = along;
    const Vector origin = (from + to) * 0.5 - along * (letter.advance / 2);
    put_glyph(candidate, letter, origin, along);
    if (!letter.space) {
      candidate.boxes.push_back(box_on(origin, along, -beside_letters, letter.advance + beside_letters,
                                       above_baseline(em), below_baseline(em)));
    }
    at += letter.advance + tracking;
  }
  return true;
}

std::vector<Candidate> best_of(std::vector<Candidate> candidates, std::size_t most) {
  const auto cheaper = [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; };
  std::stable_sort(candidates.begin(), candidates.end(), cheaper);
  if (candidates.size() <= most) return candidates;
  std::set<std::int32_t> places;
  std::vector<std::size_t> firsts, others;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    (places.insert(candidates[k].place).second ? firsts : others).push_back(k);
  }
  firsts.insert(firsts.end(), others.begin(), others.end());
  firsts.resize(most);
  std::sort(firsts.begin(), firsts.end());
  std::vector<Candidate> kept;
  for (const std::size_t k : firsts) kept.push_back(std::move(candidates[k]));
  return kept;
}

// Towns and peaks: places around the mark, then the same farther away, then in two lines.

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
    const std::vector<Block> blocks = site.blocks();
    ring(positions, blocks.front(), gap, 0);
    ring(positions, blocks.front(), gap + farther, farther_cost);
    if (site.can_be_cut()) ring(positions, blocks.back(), gap, point_two_lines_cost);
  };
  kind == LabelKind::town ? rings(of_names) : kind == LabelKind::peak ? rings(of_peaks) : rings(of_heights);
  return best_of(std::move(candidates), 16);
}

}  // namespace terrawright::map::labels
