// SPDX-License-Identifier: Apache-2.0
// Displacement from the mean: a random number in -1..1 times the level's amplitude.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "lattice.hpp"
#include "processors.hpp"
#include "terrawright/exact_math.h"
#include "terrawright/failure.hpp"
#include "terrawright/random.h"

namespace terrawright::heights {

// The plain mean of the four nearest points, row by row, and rows woven into one. Sums in the written order.

// The four nearest points of each point of a row: two pairs of rows, each pair summed first.
struct Near {
  const float *a, *b, *c, *d;
};

inline namespace HEIGHTS_STAGE {

HEIGHTS_FOR_EACH_PROCESSOR
void mean_of_four(float* __restrict line, int count, const Near& near) {
  for (int i = 0; i < count; ++i) line[i] = ((near.a[i] + near.b[i]) + (near.c[i] + near.d[i])) * 0.25f;
}

// Even and odd points side by side, none below `lowest`.
HEIGHTS_FOR_EACH_PROCESSOR
void interleave(float* __restrict row, int pairs, const float* evens, const float* odds, float lowest) {
  for (int i = 0; i < pairs; ++i) {
    row[2 * i] = evens[i] < lowest ? lowest : evens[i];
    row[2 * i + 1] = odds[i] < lowest ? lowest : odds[i];
  }
}

// The even and odd points of a row, each from its first in `columns` on, into one row.
inline void weave(Span columns, const float* evens, const float* odds, float lowest, float* out) {
  std::int32_t x = columns.first;
  if (x % 2 != 0) {
    *out++ = std::max(*odds++, lowest);
    ++x;
  }
  const std::int32_t pairs = (columns.last + 1 - x) / 2;
  interleave(out, pairs, evens, odds, lowest);
  if (x + 2 * pairs == columns.last) out[2 * pairs] = std::max(evens[pairs], lowest);
}

}  // namespace HEIGHTS_STAGE

// Amplitude of the displacements of each level.

struct Amplitude {
  float centre_step, edge_step;
};

// A_0 = first, A_{l+1} = A_l * reduction, and the edge step takes A_l * substep; each product rounded to float32.
// Whatever is not given has a default, or follows from the others.
struct AmplitudeLaw {
  std::optional<double> first, reduction;
  std::optional<double> hurst;    // reduction 2^-H
  std::optional<double> slope;    // first slope * half the first block, reduction 0.5
  std::optional<double> substep;  // none: the square root of the reduction

  // Throws Failure where two of them say the same.
  void refuse_contradictions() const {
    if (hurst && reduction) throw Failure("hurst", "hurst and reduction set the same thing; leave one of the two out");
    if (slope && (first || reduction || hurst)) {
      throw Failure("slope", "slope sets the amplitudes of all levels; leave out amplitude, reduction and hurst");
    }
  }

  std::vector<Amplitude> of_levels(int levels, double usual_first, double usual_reduction) const {
    auto ratio = static_cast<float>(reduction.value_or(usual_reduction));
    if (hurst) ratio = static_cast<float>(terrawright_exp2(-*hurst));
    if (slope) ratio = 0.5f;
    const float share = substep ? static_cast<float>(*substep) : std::sqrt(ratio);
    auto amplitude = static_cast<float>(slope ? std::ldexp(*slope, levels - 1) : first.value_or(usual_first));
    std::vector<Amplitude> law;
    for (int l = 0; l < levels; ++l, amplitude *= ratio) law.push_back({amplitude, amplitude * share});
    return law;
  }
};

// irwin4: the sum of four uniform numbers, bell-shaped with the variance of the uniform one.
enum class Distribution { uniform, irwin4 };

// Each second point of a lattice row: indices x, x+2, ... modulo the period of a wrapped world.
struct LatticeIndices {
  std::uint32_t x, period_mask;
  std::int32_t at(int i) const {
    return static_cast<std::int32_t>((x + 2u * static_cast<std::uint32_t>(i)) & period_mask);
  }
};

inline namespace HEIGHTS_STAGE {

HEIGHTS_FOR_EACH_PROCESSOR
void add_uniform(float* __restrict line, int count, terrawright_row_key key, LatticeIndices places, float amplitude) {
  for (int i = 0; i < count; ++i) {
    line[i] += amplitude * terrawright_signed_unit(terrawright_word(key, places.at(i)));
  }
}

HEIGHTS_FOR_EACH_PROCESSOR
void add_irwin4(float* __restrict line, int count, const terrawright_row_key keys[4], LatticeIndices places,
                float amplitude) {
  const terrawright_row_key a = keys[0], b = keys[1], c = keys[2], d = keys[3];
  for (int i = 0; i < count; ++i) {
    const std::int32_t x = places.at(i);
    const float sum = (terrawright_unit(terrawright_word(a, x)) + terrawright_unit(terrawright_word(b, x))) +
                      (terrawright_unit(terrawright_word(c, x)) + terrawright_unit(terrawright_word(d, x)));
    line[i] += amplitude * (sum - 2.0f);
  }
}

}  // namespace HEIGHTS_STAGE

// The random numbers of some rows of one level. All row keys are made at once: one by one, each would wait for the
// last, and they would cost a quarter of the whole.
class Displacement {
 public:
  Displacement(std::uint64_t stream, Distribution distribution, std::uint32_t level, Span rows,
               std::uint32_t period_mask)
      : first_row_(rows.first), words_(distribution == Distribution::uniform ? 1 : 4) {
    keys_.reserve(static_cast<std::size_t>(rows.size()) * words_);
    for (std::int32_t y = rows.first; y <= rows.last; ++y) {
      const auto row = static_cast<std::int32_t>(static_cast<std::uint32_t>(y) & period_mask);
      for (std::uint32_t word = 0; word < words_; ++word) {
        keys_.push_back(terrawright_key_of_row(stream, row, TERRAWRIGHT_FOR_DISPLACEMENT, level, word));
      }
    }
  }
  // Adds to `count` points of row y.
  void add(float* line, int count, std::int32_t y, LatticeIndices places, float amplitude) const {
    const terrawright_row_key* keys = keys_.data() + static_cast<std::size_t>(y - first_row_) * words_;
    if (words_ == 1) {
      add_uniform(line, count, *keys, places, amplitude);
    } else {
      add_irwin4(line, count, keys, places, amplitude);
    }
  }

 private:
  std::int32_t first_row_;
  std::size_t words_;
  std::vector<terrawright_row_key> keys_;
};

// All that decides the heights of a world, worked out before any cell exists.

// The 12-point quincunx interpolation that is exact for cubic polynomials, row by row. Sums in the written order.

// The eight next: (-3,-1)(3,-1)(-3,1)(3,1)(-1,-3)(1,-3)(-1,3)(1,3) of a centre; 2 for 3 at an edge point.
struct Far {
  const float *a, *b, *c, *d, *e, *f, *g, *h;
};

inline namespace HEIGHTS_STAGE {

HEIGHTS_FOR_EACH_PROCESSOR
void mean_of_twelve(float* __restrict line, int count, const Near& near, const Far& far) {
  for (int i = 0; i < count; ++i) {
    const float four = (near.a[i] + near.b[i]) + (near.c[i] + near.d[i]);
    const float eight =
        ((far.a[i] + far.b[i]) + (far.c[i] + far.d[i])) + ((far.e[i] + far.f[i]) + (far.g[i] + far.h[i]));
    line[i] = (10.0f * four - eight) * 0.03125f;
  }
}

}  // namespace HEIGHTS_STAGE

// Base of a new point: the mean of its four neighbours, or cubic interpolation.
enum class Stencil { plain, cubic };

constexpr float open_below = -std::numeric_limits<float>::infinity();

struct Surface {
  std::uint64_t stream = 0;
  Lattice lattice;
  Nodes nodes;
  Stencil stencil = Stencil::plain;
  Distribution distribution = Distribution::uniform;
  Edge edge = Edge::exclude;
  float held = 0;                     // the border's value where it is pinned
  float lowest = open_below;          // no cell is lower
  std::vector<Amplitude> amplitudes;  // one per level of the lattice

  Bound bound() const {
    return edge == Edge::wrap ? Bound::periodic : edge == Edge::pinned ? Bound::held : Bound::open;
  }
  // The lattice after `halvings`.
  Indices x_at(int halvings) const { return lattice.x.at(halvings, lattice.levels - halvings, bound()); }
  Indices y_at(int halvings) const { return lattice.y.at(halvings, lattice.levels - halvings, bound()); }

  // Row j of the coarsest points.
  void node_row(std::int32_t j, Span columns, float least, float* out) const {
    const Indices x = x_at(0), y = y_at(0);
    nodes.row(j, columns, x.period_mask, y.period_mask, out);
    for (std::int32_t i = columns.first; i <= columns.last; ++i, ++out) {
      const bool is_held = edge == Edge::pinned && !(x.free.holds(i) && y.free.holds(j));
      *out = is_held ? held : std::max(*out, least);
    }
  }
};

// Any rectangle of cells by itself: every level makes its rows when the finer one needs them, and keeps a few.
// So memory is a few rows per level, and the finest rows are written once, straight to where they belong.
template <class Level, class Of>
class Cascade {
 public:
  Cascade(const Of& surface, Span columns, Span rows) : surface_(&surface) {
    finest_first_.reserve(static_cast<std::size_t>(surface.lattice.levels));
    for (int halvings = surface.lattice.levels; halvings > 0; --halvings) {
      const Level& level = finest_first_.emplace_back(surface, halvings, columns, rows);
      columns = level.node_columns();
      rows = level.node_rows();
    }
    node_columns_ = columns;
  }

  // The heights of cell row y; rows are asked for from top to bottom.
  void row(std::int32_t y, float* out) { row_of(0, y, surface_->lowest, out); }

 private:
  void row_of(std::size_t level, std::int32_t y, float least, float* out) {
    if (level == finest_first_.size()) return surface_->node_row(y, node_columns_, least, out);
    finest_first_[level].row(y, least, out,
                             [&](std::int32_t j, float* cells) { row_of(level + 1, j, open_below, cells); });
  }

  const Of* surface_;
  Span node_columns_{0, 0};
  std::vector<Level> finest_first_;
};

}  // namespace terrawright::heights
