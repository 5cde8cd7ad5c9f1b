// SPDX-License-Identifier: Apache-2.0
// Diamond-square in whole numbers, as its first texts wrote it.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "heights/border.hpp"
#include "heights/lattice.hpp"
#include "terrawright/random.h"

namespace terrawright::heights {

// interval: a whole number within half the block, in cells; means lose their fraction.
// halving: a whole number within an amplitude that halves, but never below 1; means keep their fraction.
enum class IntegerLaw { interval, halving };
enum class Corners { random, equal, keep };

// All that decides the heights, worked out before any cell exists.
struct IntegerSurface {
  std::uint64_t stream = 0;
  Lattice lattice;
  IntegerLaw law = IntegerLaw::interval;
  Edge edge = Edge::exclude;
  Corners corners = Corners::random;
  std::uint32_t highest_corner = 0;
  bool accumulate = false;
  std::vector<std::uint32_t> amplitudes;  // one per level

  void set_amplitudes(std::uint32_t first) {
    for (int l = 0; l < lattice.levels; ++l, first = std::max(first / 2u, 1u)) {
      amplitudes.push_back(law == IntegerLaw::interval ? 1u << (lattice.levels - 1 - l) : first);
    }
  }

  bool wraps() const { return edge == Edge::wrap; }
  Indices along(const Axis& axis, int halvings) const {
    return axis.at(halvings, lattice.levels - halvings, wraps() ? Bound::periodic : Bound::open);
  }

  float corner(std::int32_t i, std::int32_t j) const {
    const bool one = wraps() || corners == Corners::equal;
    const auto key = terrawright_key_of_row(stream, one ? 0 : j, TERRAWRIGHT_FOR_CORNER, 0, 0);
    return static_cast<float>(terrawright_below(terrawright_word(key, one ? 0 : i), highest_corner + 1u));
  }
  float mean(float mean) const { return law == IntegerLaw::interval ? std::trunc(mean) : mean; }
};

}  // namespace terrawright::heights
