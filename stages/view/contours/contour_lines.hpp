// SPDX-License-Identifier: Apache-2.0
// contour_lines.hpp: how much of a cell the line of equal height covers.
//
// A surface of slope g (per cell) reaches the level v at the distance |z - v| / g from a cell's middle. A line of w
// cells covers clamp(w/2 + 1/2 - distance, 0, 1) of the cell: smooth at its edges.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "terrawright/tile.hpp"

namespace terrawright::view {

// Of a line of up to two cells, and its smooth edge.
constexpr std::int64_t line_reach = 2;

// The surface at a cell. `at(x, y)` gives its values inside `seen`.
template <class At>
class Slant {
 public:
  Slant(const At& at, const Rect& seen, std::int64_t x, std::int64_t y) : at_(at), seen_(seen), x_(x), y_(y) {
    const std::int64_t west = left(1), east = right(1), north = top(1), south = bottom(1);
    const double gx = east > west ? (at_(east, y) - at_(west, y)) / static_cast<double>(east - west) : 0.0;
    const double gy = south > north ? (at_(x, south) - at_(x, north)) / static_cast<double>(south - north) : 0.0;
    slope_ = std::sqrt(gx * gx + gy * gy);
  }

  double value() const { return at_(x_, y_); }
  double slope() const { return slope_; }

  // How much of the cell a line at `level` covers, up to line_reach cells from where it runs.
  double cover(double level, double width) const {
    if (!(slope_ > 0)) return 0.0;
    const double cover = std::min(width / 2 + 0.5 - std::fabs(value() - level) / slope_, std::min(width, 1.0));
    return cover > 0 && runs_near(level) ? cover : 0.0;
  }

 private:
  // A plain at the level is above the line, so that the floor of a sea has none.
  bool runs_near(double level) const {
    bool below = false, above = false;
    for (std::int64_t j = top(line_reach); j <= bottom(line_reach); ++j) {
      for (std::int64_t i = left(line_reach); i <= right(line_reach); ++i) {
        (at_(i, j) < level ? below : above) = true;
        if (below && above) return true;
      }
    }
    return false;
  }
  std::int64_t left(std::int64_t by) const { return std::max(x_ - by, seen_.x); }
  std::int64_t right(std::int64_t by) const { return std::min(x_ + by, seen_.x + seen_.width - 1); }
  std::int64_t top(std::int64_t by) const { return std::max(y_ - by, seen_.y); }
  std::int64_t bottom(std::int64_t by) const { return std::min(y_ + by, seen_.y + seen_.height - 1); }

  const At& at_;
  const Rect& seen_;
  std::int64_t x_, y_;
  double slope_;
};

}  // namespace terrawright::view
