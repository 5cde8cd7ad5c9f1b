// SPDX-License-Identifier: Apache-2.0
// Value of a lattice point at the end of the map.
#pragma once
#include <algorithm>
#include <cstdint>

#include "span.hpp"

namespace terrawright::heights {

// exclude: the mean of the three neighbours on the map. wrap: the map is periodic. line: the mean of the two along
// the border. pinned: one value.
enum class Edge { exclude, wrap, line, pinned };

// The mean of an edge point on the border: two neighbours along it, one inside.
inline float mean_at_border(Edge edge, float along_a, float along_b, float inside) {
  const float pair = along_a + along_b;
  return edge == Edge::line ? pair * 0.5f : (pair + inside) / 3.0f;
}

// Every second point of a row: 2i + parity for i in `places`.
struct Line {
  Span places;
  std::int32_t parity;

  std::int32_t point(std::int32_t i) const { return 2 * i + parity; }
  // Those places whose points lie in `points`; all before them are `before`, all after `after`.
  Span inside(Span points) const {
    const Span found = common(places, parity == 0 ? evens_in(points) : odds_in(points));
    return found.empty() ? Span{places.last + 1, places.last} : found;
  }
  Span before(Span found) const { return {places.first, found.first - 1}; }
  Span after(Span found) const { return {found.last + 1, places.last}; }
};

// Points of a line that lie on or outside the border of a pinned world get its value.
inline void hold_outside(float* cells, const Line& line, Span free, float value) {
  const Span inside = line.inside(free);
  std::fill_n(cells, line.before(inside).size(), value);
  std::fill_n(cells + (inside.last + 1 - line.places.first), line.after(inside).size(), value);
}

}  // namespace terrawright::heights
