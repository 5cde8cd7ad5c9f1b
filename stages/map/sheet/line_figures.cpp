// SPDX-License-Identifier: Apache-2.0
#include "line_figures.hpp"

#include <algorithm>
#include <cmath>

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

template <class Each>
void Occupied::along(const Spot& a, const Spot& b, Each each) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const int steps = static_cast<int>(std::sqrt(dx * dx + dy * dy) / (side / 2)) + 1;
  for (int k = 0; k <= steps; ++k) each(a.x + dx * k / steps, a.y + dy * k / steps);
}

void Occupied::add(const Line& line) {
  const std::size_t n = line.spots.size();
  for (std::size_t i = 1; i < n + (line.closed ? 1 : 0); ++i) {
    along(line.spots[i - 1], line.spots[i % n], [&](double x, double y) {
      if (const std::size_t c = at(x, y); c != SIZE_MAX) set_[c] = 1;
    });
  }
}

bool Occupied::is(const Spot& a, const Spot& b) const {
  bool any = false;
  along(a, b, [&](double x, double y) {
    const std::size_t c = at(x, y);
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
  struct Place {
    double cost;
    std::int64_t at;
    Spot middle;
    double dx, dy;
  };
  std::vector<Place> places;
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
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.cost < b.cost; });
  auto wanted = static_cast<std::int64_t>(length / room.each);
  wanted = std::max<std::int64_t>(wanted, 1);
  std::vector<std::int64_t> taken;
  for (const Place& place : places) {
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

}  // namespace terrawright::map
