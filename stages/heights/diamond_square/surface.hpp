// SPDX-License-Identifier: Apache-2.0
// All that decides the heights of a world, worked out before any cell exists.
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "heights/displacement.hpp"
#include "heights/lattice.hpp"
#include "heights/stencil.hpp"

namespace terrawright::heights {

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

struct Surface {
  std::uint64_t stream = 0;
  Lattice lattice;
  Nodes nodes;
  Stencil stencil = Stencil::plain;
  Distribution distribution = Distribution::uniform;
  Edge edge = Edge::exclude;
  float held = 0;                                          // the border's value where it is pinned
  float lowest = -std::numeric_limits<float>::infinity();  // no cell is lower
  std::vector<Amplitude> amplitudes;                       // one per level of the lattice

  Bound bound() const {
    return edge == Edge::wrap ? Bound::periodic : edge == Edge::pinned ? Bound::held : Bound::open;
  }
  // The lattice after `halvings`.
  Indices x_at(int halvings) const { return lattice.x.at(halvings, lattice.levels - halvings, bound()); }
  Indices y_at(int halvings) const { return lattice.y.at(halvings, lattice.levels - halvings, bound()); }
};

}  // namespace terrawright::heights
