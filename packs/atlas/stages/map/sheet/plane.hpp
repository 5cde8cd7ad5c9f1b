// SPDX-License-Identifier: Apache-2.0
// plane.hpp: lines and words on paper, before they are rounded.
#pragma once
#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "lettering/lettering.hpp"
#include "terrawright/display_list.hpp"

namespace terrawright::map {

// plane.hpp: lines on paper before they are rounded, in 1/100 mm, and loops that run on all threads.
struct Spot {
  double x, y;
};
struct Box {  // 1/100 mm: from its left and upper side up to, not with, its right and lower side
  std::int32_t left = 0, top = 0, right = 0, bottom = 0;
  std::int32_t width() const { return right - left; }
  std::int32_t height() const { return bottom - top; }
};
inline bool overlap(const Box& a, const Box& b) {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
struct Line {
  std::vector<Spot> spots;
  bool closed = false;
};
using Lines = std::vector<Line>;

// body(i) for i in 0 .. n-1, in any order, on any threads.
using Parallel = std::function<void(std::uint64_t n, const std::function<void(std::uint64_t)>& body)>;

// body(first, end) for stretches of 0 .. n-1.
inline void in_stretches(const Parallel& parallel, std::int64_t n, std::int64_t length,
                         const std::function<void(std::int64_t, std::int64_t)>& body) {
  const std::int64_t stretches = (n + length - 1) / length;
  if (stretches <= 0) return;
  parallel(static_cast<std::uint64_t>(stretches), [&](std::uint64_t i) {
    const std::int64_t first = static_cast<std::int64_t>(i) * length;
    body(first, first + length < n ? first + length : n);
  });
}

// To the nearest, halves up; what is farther away than any paper is wide, or no number, stays a number.
inline std::int32_t rounded(double value) {
  constexpr double most = 1e9;
  if (!(value > -most && value < most)) return value > 0 ? 1000000000 : value < 0 ? -1000000000 : 0;
  const double up = value + 0.5;
  const auto whole = static_cast<std::int64_t>(up);
  return static_cast<std::int32_t>(static_cast<double>(whole) > up ? whole - 1 : whole);
}

inline PaperPoint on_paper(const Spot& spot) { return {rounded(spot.x), rounded(spot.y)}; }
// Rounded, without points that fall on the one before.
inline std::vector<PaperPoint> on_paper(const std::vector<Spot>& spots) {
  std::vector<PaperPoint> points;
  points.reserve(spots.size());
  for (const Spot& spot : spots) {
    const PaperPoint p = on_paper(spot);
    if (points.empty() || points.back().x != p.x || points.back().y != p.y) points.push_back(p);
  }
  return points;
}

inline void add(Path& path, const Line& line) {
  std::vector<PaperPoint> points = on_paper(line.spots);
  if (line.closed && points.size() > 1 && points.front().x == points.back().x && points.front().y == points.back().y)
    points.pop_back();
  if (points.size() > 1) path.add(points, line.closed);
}
inline Path path_of(const Lines& lines) {
  Path path;
  for (const Line& line : lines) add(path, line);
  return path;
}
// From spot to spot.
inline Path path_of(std::initializer_list<Spot> spots, bool closed = false) {
  Path path;
  std::vector<PaperPoint> points;
  for (const Spot& spot : spots) points.push_back(on_paper(spot));
  path.add(points, closed);
  return path;
}
// A box, and so much around it.
inline Path path_of(const Box& b, std::int32_t around = 0) {
  Path path;
  path.rectangle(b.left - around, b.top - around, b.width() + 2 * around, b.height() + 2 * around);
  return path;
}
inline Path rectangle_of(double x, double y, double width, double height) {
  Path path;
  path.rectangle(rounded(x), rounded(y), rounded(width), rounded(height));
  return path;
}

inline double distance(const Spot& a, const Spot& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  return std::sqrt(dx * dx + dy * dy);
}

// each(a, b) for the pieces of a line, of a ring that from its end to its begin too.
template <class Each>
void each_piece(const Line& line, Each each) {
  const std::size_t n = line.spots.size(), end = n + (line.closed && n > 0 ? 1 : 0);
  for (std::size_t i = 1; i < end; ++i) each(line.spots[i - 1], line.spots[i % n]);
}
// each(spot) from one to the other, no more than a step apart.
template <class Each>
void each_between(const Spot& a, const Spot& b, double step, Each each) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const int steps = static_cast<int>(std::sqrt(dx * dx + dy * dy) / step) + 1;
  for (int k = 0; k <= steps; ++k) each(Spot{a.x + dx * k / steps, a.y + dy * k / steps});
}

// Lines as a draughtsman would draw them: without what is too small, and round.

// Visvalingam's: removes the point whose triangle with its neighbours is least, until none is below `area` (1/100 mm
// squared). Areas are whole numbers, ties go to the first point. Ends stay; rings keep three points.
Line simplified(const Line& line, double area);
// Chaikin's: corners are cut at a quarter, so many times. Ends stay.
Line rounded_off(const Line& line, int times);
// Points every `step` 1/100 mm along the line.
Line resampled(const Line& line, double step);
// Along itself by a bell of so many points; ends stay.
Line smoothed_along(const Line& line, double sigma);

double length_of(const Line& line);
double area_of(const Line& ring);  // positive or negative

struct ClipBox {
  double left, top, right, bottom;
};
bool touches(const Line& line, const ClipBox& box);

// Words set in straight lines.
using lettering::Font;

struct Lettering {
  Font font = Font::lato;
  std::int32_t size = 220;  // 1/100 mm an em
  Colour colour = {0, 0, 0, 255};
  std::int32_t tracking = 0;  // 1/1000 em
  Colour halo = {0, 0, 0, 0};
  std::int32_t halo_width = 0;
  const lettering::Fonts* fonts = nullptr;  // of the sheet, whose own writes what `font` cannot
};
inline Lettering or_own(Lettering style, const lettering::Fonts& fonts) {
  style.fonts = &fonts;
  return style;
}

constexpr std::int32_t points(double pt) { return static_cast<std::int32_t>(pt * 35.2778 + 0.5); }

enum class Anchor { left, middle, right };

// Length of a word, in 1/100 mm.
double width_of(const Lettering& style, std::string_view text);

// A word whose baseline begins, has its middle or ends at (x, y), and runs along a unit vector.
Word word_at(const Lettering& style, std::string_view text, Spot at, Anchor anchor, double along_x = 1,
             double along_y = 0);

}  // namespace terrawright::map
