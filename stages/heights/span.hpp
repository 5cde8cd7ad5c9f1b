// SPDX-License-Identifier: Apache-2.0
// An inclusive run of lattice indices along one axis, and the cone that random access needs: which points of the
// next coarser lattice a run of points rests on.
#pragma once
#include <algorithm>
#include <cstdint>

namespace terrawright::heights {

struct Span {
  std::int32_t first, last;

  bool holds(std::int32_t i) const { return first <= i && i <= last; }
  bool empty() const { return last < first; }
  std::int32_t size() const { return empty() ? 0 : last - first + 1; }
};

inline Span common(Span a, Span b) { return {std::max(a.first, b.first), std::min(a.last, b.last)}; }

// Right shift rounds towards minus infinity, which the unclipped lattice of a wrapped world needs.
inline std::int32_t half_below(std::int32_t i) { return i >> 1; }
inline std::int32_t half_above(std::int32_t i) { return (i + 1) >> 1; }

// Those i whose even point 2i, or odd point 2i+1, lies in `points`.
inline Span evens_in(Span points) { return {half_above(points.first), half_below(points.last)}; }
inline Span odds_in(Span points) { return {half_below(points.first), half_below(points.last - 1)}; }

// Reach of the two half-steps, in points of the finer lattice.
struct Reach {
  std::int32_t centre_step, edge_step;
};
constexpr Reach plain_reach = {1, 1};
constexpr Reach cubic_reach = {3, 2};

// The centres (2i+1, ...) that the edge points among `points` rest on.
inline Span centres_under(Span points, Reach reach) {
  return odds_in({points.first - reach.edge_step, points.last + reach.edge_step});
}
// The nodes (2i, ...) that these centres rest on. They hold all that the points need besides.
inline Span nodes_under(Span centres, Reach reach) {
  return evens_in({2 * centres.first + 1 - reach.centre_step, 2 * centres.last + 1 + reach.centre_step});
}

}  // namespace terrawright::heights
