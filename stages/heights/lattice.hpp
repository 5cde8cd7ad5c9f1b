// SPDX-License-Identifier: Apache-2.0
// The lattice that a world of any size is computed on: coarse nodes 2^levels cells apart, halved level by level.
// A 2^n+1 square is its own lattice; any other world takes the smallest that encloses it, and crops.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>

#include "span.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::heights {

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

}  // namespace terrawright::heights
