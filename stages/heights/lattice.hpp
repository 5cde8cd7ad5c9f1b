// SPDX-License-Identifier: Apache-2.0
// The lattice that a world of any size is computed on: coarse nodes 2^levels cells apart, halved level by level.
// A 2^n+1 square is its own lattice; any other world takes the smallest that encloses it, and crops.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "terrawright/failure.hpp"
#include "terrawright/random.h"

namespace terrawright::heights {

// An inclusive run of lattice indices along one axis, and the cone that random access needs: which points of the
// next coarser lattice a run of points rests on.

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

constexpr int most_levels = 20;
constexpr std::int64_t longest_side = (std::int64_t{1} << most_levels) + 1;  // cells

// Throws Failure at port `height`.
inline void refuse_longer_sides(std::int64_t width, std::int64_t height) {
  const std::int64_t longer = std::max(width, height);
  if (longer > longest_side) {
    throw Failure("height", "a world's side has at most " + std::to_string(longest_side) + " cells, and this one's " +
                                std::to_string(longer));
  }
}

// Rule at the end of the map: it is periodic, it is the lattice's border, or all points on and outside the world's
// border are held at one value.
enum class Bound { periodic, open, held };

// One axis of the lattice, in the indices of one of its levels.
struct Indices {
  Span map;                   // points that there are
  Span free;                  // points that no border rule concerns
  std::uint32_t period_mask;  // keys of a periodic map count modulo this + 1
};

struct Axis {
  std::int32_t blocks = 1;  // between the coarsest nodes
  std::int32_t last = 0;    // the world's last cell

  // After `halvings` of the blocks, `remaining` before they are cells.
  Indices at(int halvings, int remaining, Bound bound) const {
    constexpr std::int32_t far = std::int32_t{1} << 30;
    const std::int32_t end = blocks << halvings;
    if (bound == Bound::periodic) return {{-far, far}, {-far, far}, static_cast<std::uint32_t>(end) - 1u};
    const Span inside = bound == Bound::open ? Span{1, end - 1} : Span{1, (last - 1) >> remaining};
    return {{0, end}, inside, ~std::uint32_t{0}};
  }
};

struct Lattice {
  Axis x, y;
  int levels = 0;       // halvings from the nodes to the cells
  int first_level = 0;  // number of the first one: random keys count levels from the whole map's side
};

// The smallest n with 2^n >= length.
inline int halvings_of(std::int64_t length) {
  int n = 0;
  while ((std::int64_t{1} << n) < length) ++n;
  return n;
}

// Four nodes, at the corners of the enclosing square.
inline Lattice lattice_of_corners(std::int64_t width, std::int64_t height) {
  const int n = halvings_of(std::max(width, height) - 1);
  return {{1, static_cast<std::int32_t>(width - 1)}, {1, static_cast<std::int32_t>(height - 1)}, n, 0};
}

// 2^exponent blocks, or fewer where there are too few cells, along the shorter side; as many as it takes along the
// other.
inline Lattice lattice_of_blocks(std::int64_t width, std::int64_t height, int exponent) {
  const int n = halvings_of(std::min(width, height) - 1);
  const int levels = n - std::min(exponent, n);
  const auto axis = [levels](std::int64_t cells) {
    const std::int64_t spacing = std::int64_t{1} << levels;
    return Axis{static_cast<std::int32_t>((cells - 1 + spacing - 1) / spacing), static_cast<std::int32_t>(cells - 1)};
  };
  return {axis(width), axis(height), levels, exponent};
}

// The coarsest points, which nothing is averaged from: four random corners, or nodes inside a ring of sea.

enum class Seeding { corners, equal_corners, island };
enum class RingMetric { square, round };

// Distance of a node from the world's border, in whole node spacings; 0 on the border and outside.
class RingDistance {
 public:
  RingDistance() = default;
  RingDistance(const Lattice& lattice, RingMetric metric)
      : right_(lattice.x.last), bottom_(lattice.y.last), spacing_(1 << lattice.levels), metric_(metric) {}

  std::int64_t operator()(std::int64_t i, std::int64_t j) const {
    const std::int64_t x = i * spacing_, y = j * spacing_;
    if (metric_ == RingMetric::square) {
      return std::max<std::int64_t>(std::min({x, y, right_ - x, bottom_ - y}), 0) / spacing_;
    }
    const double half = static_cast<double>(std::min(right_, bottom_)) / 2.0;
    if (half == 0.0) return 0;
    const double dx = static_cast<double>(x) - static_cast<double>(right_) / 2.0;
    const double dy = static_cast<double>(y) - static_cast<double>(bottom_) / 2.0;
    const double r = std::min(1.0, std::sqrt(dx * dx + dy * dy) / half);
    return static_cast<std::int64_t>(std::floor((1.0 - r) * (half / static_cast<double>(spacing_))));
  }

 private:
  std::int64_t right_ = 0, bottom_ = 0, spacing_ = 1;
  RingMetric metric_ = RingMetric::square;
};

struct Nodes {
  std::uint64_t stream = 0;
  Seeding seeding = Seeding::corners;
  // For an island only: the values of the outer rings of nodes (none: random), and base + range * random elsewhere.
  RingDistance distance;
  std::vector<std::optional<double>> ring;
  double base = 0, range = 0;

  // The values of row j at the given columns; both count modulo the period of a wrapped world.
  void row(std::int32_t j, Span columns, std::uint32_t x_mask, std::uint32_t y_mask, float* out) const {
    const bool island = seeding == Seeding::island;
    if (seeding == Seeding::equal_corners) x_mask = y_mask = 0;
    const auto y = static_cast<std::int32_t>(static_cast<std::uint32_t>(j) & y_mask);
    const std::uint32_t purpose = island ? TERRAWRIGHT_FOR_COARSE_NODE : TERRAWRIGHT_FOR_CORNER;
    const terrawright_row_key key = terrawright_key_of_row(stream, y, purpose, 0, 0);
    for (std::int32_t i = columns.first; i <= columns.last; ++i) {
      const auto x = static_cast<std::int32_t>(static_cast<std::uint32_t>(i) & x_mask);
      const float random = terrawright_unit(terrawright_word(key, x));
      *out++ = island ? of_island(x, y, random) : random;
    }
  }

 private:
  float of_island(std::int32_t i, std::int32_t j, float random) const {
    const auto d = static_cast<std::size_t>(distance(i, j));
    if (d < ring.size() && ring[d]) return static_cast<float>(*ring[d]);
    return static_cast<float>(base + range * static_cast<double>(random));
  }
};

// Value of a lattice point at the end of the map.

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

// The sides that a periodic map can have: 2^n cells, or 2^n+1 where the last repeats the first.

inline bool is_power_of_two(std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; }
inline bool is_periodic_side(std::int64_t side) {
  return side == 1 || is_power_of_two(side) || is_power_of_two(side - 1);
}

// The side with the repeated cell, which a side of 2^n leaves out.
inline std::int64_t closed_side(std::int64_t side) { return is_power_of_two(side - 1) ? side : side + 1; }

// Throws Failure at `edge`, naming the nearest sizes, where a world cannot be periodic.
inline void refuse_unperiodic(std::int64_t width, std::int64_t height) {
  std::int64_t below = std::max(width, height), above = below;
  if (width == height && is_periodic_side(width)) return;
  while (!is_periodic_side(below)) --below;
  while (!is_periodic_side(above)) ++above;
  const auto square = [](std::int64_t side) { return std::to_string(side) + " x " + std::to_string(side); };
  throw Failure("edge", "wrap needs a square world of 2^n or 2^n+1 cells a side, and this one has " +
                            std::to_string(width) + " x " + std::to_string(height) + "; the nearest is " +
                            square(below) + (above == below ? "" : " or " + square(above)));
}

}  // namespace terrawright::heights
