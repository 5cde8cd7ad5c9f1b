// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "field.hpp"
#include "plane.hpp"

namespace terrawright::map {
namespace {

constexpr double least_cosine = 0.8776;  // of 0.5 rad, the most that a line may turn under a figure

// Rest of a line without the parts under its figures.
Lines without_figures(const Line& line, const std::vector<LineFigure>& figures, double half_height) {
  bool any = false;
  const auto hidden = [&](const Spot& s) {
    for (const LineFigure& f : figures) {
      const double dx = s.x - f.middle.x, dy = s.y - f.middle.y;
      const double u = dx * f.along_x + dy * f.along_y, v = dy * f.along_x - dx * f.along_y;
      if (u > -f.half && u < f.half && v > -half_height && v < half_height) return true;
    }
    return false;
  };
  for (const LineFigure& f : figures) {
    const double r = f.half;
    any = any || touches(line, {f.middle.x - r, f.middle.y - r, f.middle.x + r, f.middle.y + r});
  }
  if (!any) return {line};
  Line closed = line;
  if (line.closed) closed.spots.push_back(line.spots.front()), closed.closed = false;
  const Line even = resampled(closed, 12);
  Lines parts;
  Line now;
  bool cut = false;
  for (const Spot& s : even.spots) {
    if (hidden(s)) {
      cut = true;
      if (now.spots.size() > 1) parts.push_back(now);
      now.spots.clear();
    } else {
      now.spots.push_back(s);
    }
  }
  if (now.spots.size() > 1) parts.push_back(now);
  return cut ? parts : Lines{line};
}

}  // namespace

Occupied::Occupied(const Box& frame)
    : frame_(frame),
      columns_(static_cast<std::size_t>(frame.width() / side + 1)),
      set_(columns_ * static_cast<std::size_t>(frame.height() / side + 1), 0) {}

std::size_t Occupied::at(double x, double y) const {
  if (x < frame_.left || y < frame_.top || x >= frame_.right || y >= frame_.bottom) return SIZE_MAX;
  const auto i = static_cast<std::size_t>((x - frame_.left) / side),
             j = static_cast<std::size_t>((y - frame_.top) / side);
  return j * columns_ + i;
}

void Occupied::add(const Line& line) {
  each_piece(line, [&](const Spot& a, const Spot& b) {
    each_between(a, b, side / 2, [&](const Spot& s) {
      if (const std::size_t c = at(s.x, s.y); c != SIZE_MAX) set_[c] = 1;
    });
  });
}

bool Occupied::is(const Spot& a, const Spot& b) const {
  bool any = false;
  each_between(a, b, side / 2, [&](const Spot& s) {
    const std::size_t c = at(s.x, s.y);
    any = any || (c != SIZE_MAX && set_[c] != 0);
  });
  return any;
}

// Places for figures on one index line: where it is straightest, uphill above if that costs little.
void figure_line(const Line& line, const std::string& text, const Lettering& lettering, const FigureGround& ground,
                 std::vector<LineFigure>& figures) {
  const ClipBox& inside = ground.inside;
  const FigureRoom& room = ground.room;
  const double length = length_of(line);
  if (length < room.line) return;
  constexpr double step = 40;
  // A figure may stand over the small bends of its line.
  const Line even = smoothed_along(resampled(line, step), 1.5);
  const auto n = static_cast<std::int64_t>(even.spots.size());
  const double width = width_of(lettering, text) + 60;
  const auto span = std::max<std::int64_t>(static_cast<std::int64_t>(width / step + 0.5), 2);
  struct FigureSpot {
    double cost;
    std::int64_t at;
    Spot middle;
    double dx, dy;
  };
  std::vector<FigureSpot> places;
  for (std::int64_t i = 0; i + span < n; i += 3) {
    const Spot &a = even.spots[static_cast<std::size_t>(i)], &b = even.spots[static_cast<std::size_t>(i + span)];
    const Spot& m = even.spots[static_cast<std::size_t>(i + span / 2)];
    if (std::min(a.x, b.x) < inside.left || std::max(a.x, b.x) > inside.right || std::min(a.y, b.y) < inside.top ||
        std::max(a.y, b.y) > inside.bottom)
      continue;
    double dx = b.x - a.x, dy = b.y - a.y;
    const double chord = std::sqrt(dx * dx + dy * dy);
    if (chord < 1) continue;
    dx /= chord, dy /= chord;
    double least = 1;
    for (std::int64_t k = i; k < i + span; ++k) {
      const Spot &p = even.spots[static_cast<std::size_t>(k)], &q = even.spots[static_cast<std::size_t>(k + 1)];
      const double ex = q.x - p.x, ey = q.y - p.y, e = std::sqrt(ex * ex + ey * ey);
      if (e > 0) least = std::min(least, (ex * dx + ey * dy) / e);
    }
    if (least < least_cosine) continue;
    // The direction of writing along the line that is not upside down; best if uphill is above.
    if (dx < 0 || (dx == 0 && dy > 0)) dx = -dx, dy = -dy;
    const double above = between(ground.field, m.x + dy * 60, m.y - dx * 60);
    const double below = between(ground.field, m.x - dy * 60, m.y + dx * 60);
    const double steepness = dy < 0 ? -dy : dy;
    const double cost = (1 - least) * 4 + (above < below ? 0.16 : 0) + (steepness > 0.7 ? 0.1 * steepness : 0);
    if (ground.occupied.is(a, b)) continue;
    const Spot chord_middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    places.push_back({cost, i, {(m.x + chord_middle.x) / 2, (m.y + chord_middle.y) / 2}, dx, dy});
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const FigureSpot& a, const FigureSpot& b) { return a.cost < b.cost; });
  auto wanted = static_cast<std::int64_t>(length / room.each);
  wanted = std::max<std::int64_t>(wanted, 1);
  std::vector<std::int64_t> taken;
  for (const FigureSpot& place : places) {
    if (wanted == 0) break;
    bool free = true;
    for (const std::int64_t at : taken)
      free = free && static_cast<double>(at < place.at ? place.at - at : at - place.at) * step >= room.along;
    for (const LineFigure& other : figures) {
      const double dx = other.middle.x - place.middle.x, dy = other.middle.y - place.middle.y;
      free = free && dx * dx + dy * dy >= room.apart * room.apart;
    }
    if (!free) continue;
    const double down = lettering.size * 0.36;  // from the middle of a figure to its foot
    const Spot foot{place.middle.x - place.dy * down, place.middle.y + place.dx * down};
    figures.push_back({word_at(lettering, text, foot, Anchor::middle, place.dx, place.dy), place.middle, place.dx,
                       place.dy, (width - 20) / 2});
    taken.push_back(place.at);
    --wanted;
  }
}

void cut_out(Lines& lines, const std::vector<LineFigure>& figures) {
  Lines cut;
  for (const Line& line : lines) {
    for (Line& part : without_figures(line, figures, 55)) cut.push_back(std::move(part));
  }
  lines = std::move(cut);
}

namespace {

constexpr double lines_apart = 36;    // 1/100 mm between lines on a slope that ...
constexpr double steep_share = 0.97;  // of the land is less steep than
constexpr int index_every = 5;
constexpr double shortest = 240, shortest_ring = 420;
constexpr FigureRoom on_contours{2800, 7000, 3500, 1400}, on_isobaths{4000, 16000, 9000, 3000};

// Contours are drawn from heights without the smallest dents.
Field drawn_from(const Surface& surface, const Parallel& parallel) {
  return smoothed(surface.height, 28 / surface.place.pitch, parallel);
}

// Plains are drawn where more than this share of the land has no contour nearby.
constexpr float bare_share = 1.0f / 3;

// 1 where no contour runs within 2.5 mm, on a grid of 2.5 mm; and the share of squares of land without a contour.
struct Bare {
  FieldOf<std::uint8_t> ground;
  float share = 0;
  bool at(const Spot& s) const {
    const GridGeometry& p = ground.place;
    return ground.at(static_cast<std::int64_t>((s.x - p.x) / p.pitch),
                     static_cast<std::int64_t>((s.y - p.y) / p.pitch)) != 0;
  }
};
Bare bare_of(const Field& height, double interval) {
  const GridGeometry& p = height.place;
  const auto part = static_cast<std::int64_t>(250 / p.pitch + 0.5);
  const GridGeometry place{p.x, p.y, p.pitch * static_cast<double>(part), (p.columns - 1) / part + 1,
                           (p.rows - 1) / part + 1};
  FieldOf<float> least(place, std::numeric_limits<float>::max()), greatest(place, 0);
  for (std::int64_t j = 0; j < p.rows; ++j) {
    for (std::int64_t i = 0; i < p.columns; ++i) {
      const float level = std::floor(height.row(j)[i] / static_cast<float>(interval));
      float &low = least.row(j / part)[i / part], &high = greatest.row(j / part)[i / part];
      low = std::min(low, level), high = std::max(high, level);
    }
  }
  Bare bare{FieldOf<std::uint8_t>(place)};
  float land = 0, without = 0;
  for (std::int64_t j = 0; j < place.rows; ++j) {
    for (std::int64_t i = 0; i < place.columns; ++i) {
      float low = least.row(j)[i], high = greatest.row(j)[i];
      for (std::int64_t k = 0; k < 9; ++k) {
        low = std::min(low, least.at(i + k % 3 - 1, j + k / 3 - 1));
        high = std::max(high, greatest.at(i + k % 3 - 1, j + k / 3 - 1));
      }
      bare.ground.row(j)[i] = low == high ? 1 : 0;
      if (!(height.at(i * part + part / 2, j * part + part / 2) > 0)) continue;
      ++land;
      without += least.row(j)[i] == greatest.row(j)[i] ? 1.0f : 0.0f;
    }
  }
  bare.share = land > 0 ? without / land : 0;
  return bare;
}

// Those parts of a line that run over bare ground.
void add_bare_parts(const Line& line, const Bare& bare, Lines& to) {
  Line part;
  const auto end = [&] {
    if (part.spots.size() > 1 && length_of(part) >= shortest_ring) to.push_back(part);
    part.spots.clear();
  };
  for (const Spot& spot : line.spots) {
    if (bare.at(spot)) {
      part.spots.push_back(spot);
    } else {
      end();
    }
  }
  if (line.closed && part.spots.size() == line.spots.size()) part.spots.push_back(line.spots.front());
  end();
}

// 1, 2, 2.5 (from 10 m on) or 5 times a power of ten, no less than this.
double round_interval(double least) {
  static constexpr double steps[] = {1, 2, 2.5, 5};
  for (double power = 1;; power *= 10) {
    for (const double step : steps) {
      if (step == 2.5 && power < 10) continue;
      if (step * power >= least) return step * power;
    }
  }
}

ClipBox figures_inside(const Box& frame) {
  return {frame.left + 300.0, frame.top + 300.0, frame.right - 300.0, frame.bottom - 300.0};
}

}  // namespace

double interval_of(const Surface& surface, const Parallel& parallel) {
  const GridGeometry& p = surface.place;
  const Field height = drawn_from(surface, parallel);
  std::vector<float> slopes;
  for (std::int64_t j = 1; j + 1 < p.rows; j += 2) {
    for (std::int64_t i = 1; i + 1 < p.columns; i += 2) {
      if (!(height.row(j)[i] > 0)) continue;
      const float gx = height.row(j)[i + 1] - height.row(j)[i - 1];
      const float gy = height.row(j + 1)[i] - height.row(j - 1)[i];
      slopes.push_back(gx * gx + gy * gy);
    }
  }
  if (slopes.empty()) return 10;
  const float steep = quantile(std::move(slopes), steep_share);
  if (std::sqrt(steep) <= 2 * even_ground * surface.highest) return 0;
  const double slope = std::sqrt(static_cast<double>(steep)) / (2 * p.pitch);  // m in 1/100 mm
  return round_interval(std::max(slope * lines_apart, 1.0));
}

Contours contours_of(const Surface& surface, double interval, const Box& frame, const Lettering& lettering,
                     const Occupied& occupied, const Parallel& parallel) {
  Contours contours;
  contours.interval = interval;
  if (interval <= 0) return contours;
  const Field height = drawn_from(surface, parallel);
  const auto levels = static_cast<std::int64_t>(static_cast<double>(surface.highest) / interval);
  if (levels <= 0 || levels > 2000) return contours;
  std::vector<Lines> by_level(static_cast<std::size_t>(levels));
  parallel(static_cast<std::uint64_t>(levels), [&](std::uint64_t n) {
    const auto level = static_cast<float>(interval * static_cast<double>(n + 1));
    for (const Line& line : traced(height, level, false)) {
      Line drawn = rounded_off(simplified(line, 60), 1);
      if (length_of(drawn) >= (drawn.closed ? shortest_ring : shortest)) by_level[n].push_back(std::move(drawn));
    }
  });
  const ClipBox inside = figures_inside(frame);
  for (std::int64_t n = 0; n < levels; ++n) {
    const bool index = (n + 1) % index_every == 0;
    Lines& lines = by_level[static_cast<std::size_t>(n)];
    if (!index) {
      std::move(lines.begin(), lines.end(), std::back_inserter(contours.thin));
      continue;
    }
    const auto text = std::to_string(static_cast<std::int64_t>(interval * static_cast<double>(n + 1) + 0.5));
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return a.spots.size() > b.spots.size(); });
    for (const Line& line : lines)
      figure_line(line, text, lettering, {surface.height, inside, occupied, on_contours}, contours.figures);
    std::move(lines.begin(), lines.end(), std::back_inserter(contours.index));
  }
  const Bare bare = bare_of(height, interval);
  if (bare.share <= bare_share) return contours;
  std::vector<Lines> between(static_cast<std::size_t>(levels) + 1);
  parallel(between.size(), [&](std::uint64_t n) {
    const auto level = static_cast<float>(interval * (static_cast<double>(n) + 0.5));
    for (const Line& line : traced(height, level, false))
      add_bare_parts(rounded_off(simplified(line, 60), 1), bare, between[n]);
  });
  for (Lines& lines : between) std::move(lines.begin(), lines.end(), std::back_inserter(contours.half));
  return contours;
}

Contours isobaths_of(const Surface& surface, const std::vector<double>& depths, const Box& frame,
                     const std::optional<Lettering>& lettering, const Occupied& occupied, const Parallel& parallel) {
  const Field depth = smoothed(surface.depth, 2.5, parallel);
  std::vector<Lines> by_depth(depths.size());
  parallel(depths.size(), [&](std::uint64_t n) {
    for (const Line& line : traced(depth, static_cast<float>(depths[n]), false)) {
      Line drawn = rounded_off(simplified(line, 500), 2);
      if (length_of(drawn) >= 1500) by_depth[n].push_back(std::move(drawn));
    }
  });
  Contours all;
  const ClipBox inside = figures_inside(frame);
  for (std::size_t n = 0; n < depths.size(); ++n) {
    const auto text = std::to_string(static_cast<std::int64_t>(depths[n] + 0.5));
    for (const Line& line : by_depth[n]) {
      if (lettering) figure_line(line, text, *lettering, {depth, inside, occupied, on_isobaths}, all.figures);
    }
    std::move(by_depth[n].begin(), by_depth[n].end(), std::back_inserter(all.thin));
  }
  return all;
}

}  // namespace terrawright::map
