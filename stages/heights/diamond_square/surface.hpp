// SPDX-License-Identifier: Apache-2.0
// All that decides the heights of a world, worked out before any cell exists.
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "heights/amplitude.hpp"
#include "heights/border.hpp"
#include "heights/displacement.hpp"
#include "heights/lattice.hpp"
#include "heights/nodes.hpp"

namespace terrawright::heights {

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
