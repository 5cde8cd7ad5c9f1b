// SPDX-License-Identifier: Apache-2.0
// Maps the cells of a world of any size to the square lattice of 2^n+1 points a side that it is stretched from.
#pragma once
#include <algorithm>
#include <cstdint>

#include "lattice.hpp"
#include "periodic_sizes.hpp"

namespace terrawright::heights {

// stretch: both axes by themselves, so that every size shows the same map. crop: cell on point, as far as they go.
enum class Fit { stretch, crop };
constexpr char fit_doc[] =
    "Fit of the lattice to worlds whose sides are not 2^n+1 cells. stretch: from a square of 2^n+1 points, stretched "
    "to the world along both axes, so that a seed shows the same map at any size. crop: from the points of the "
    "smallest such lattice around the world, a cell each, so that a map may change with a cell more.";

// Cell p lies between the points i = p * blocks div cells and i + 1, at t = the remainder / cells.
struct FitAxis {
  std::int64_t blocks = 1, cells = 1;  // lattice and world from their first to their last, or once round
  bool periodic = false;

  bool exact() const { return blocks == cells; }
  std::int32_t point(std::int64_t p) const { return static_cast<std::int32_t>(p * blocks / cells); }
  double t(std::int64_t p) const { return static_cast<double>(p * blocks % cells) / static_cast<double>(cells); }
  // A point that there is.
  std::int32_t clamped(std::int32_t i) const {
    return periodic ? i : std::clamp(i, 0, static_cast<std::int32_t>(blocks));
  }
  // The points that cells first .. last rest on.
  Span points(std::int64_t first, std::int64_t last) const {
    return {clamped(point(first) - 1), clamped(point(last) + 2)};
  }
};

struct Fitting {
  FitAxis x, y;

  Fitting() = default;
  // The lattice is the smallest that has a point for every cell of the longer side.
  Fitting(std::int64_t width, std::int64_t height, bool periodic) {
    x = {1, cells_along(width, periodic), periodic};
    y = {1, cells_along(height, periodic), periodic};
    x.blocks = y.blocks = std::int64_t{1} << halvings_of(std::max(x.cells, y.cells));
  }
  std::int64_t side() const { return x.blocks + 1; }  // points
  bool exact() const { return x.exact() && y.exact(); }
  // Sides of a cell in those of the lattice's blocks, along the longer side.
  double shrunk() const { return static_cast<double>(std::max(x.cells, y.cells)) / static_cast<double>(x.blocks); }

 private:
  // A periodic side of 2^n+1 cells repeats its first.
  static std::int64_t cells_along(std::int64_t side, bool periodic) {
    if (periodic) return closed_side(side) == side ? side - 1 : side;
    return std::max<std::int64_t>(side - 1, 1);
  }
};

}  // namespace terrawright::heights
