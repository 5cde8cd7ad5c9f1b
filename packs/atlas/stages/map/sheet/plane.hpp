// SPDX-License-Identifier: Apache-2.0
// plane.hpp: lines on paper before they are rounded, in 1/100 mm, and loops that run on all threads.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "terrawright/display_list.hpp"

namespace terrawright::map {

struct Spot {
  double x, y;
};
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
inline void add(Path& path, const Line& line) {
  std::vector<PaperPoint> points;
  points.reserve(line.spots.size());
  for (const Spot& spot : line.spots) {
    const PaperPoint p = on_paper(spot);
    if (points.empty() || points.back().x != p.x || points.back().y != p.y) points.push_back(p);
  }
  if (line.closed && points.size() > 1 && points.front().x == points.back().x && points.front().y == points.back().y)
    points.pop_back();
  if (points.size() > 1) path.add(points, line.closed);
}
inline Path path_of(const Lines& lines) {
  Path path;
  for (const Line& line : lines) add(path, line);
  return path;
}

}  // namespace terrawright::map
