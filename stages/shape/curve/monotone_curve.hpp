// SPDX-License-Identifier: Apache-2.0
// Smooth curves of heights, and the shore that stages keep.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace terrawright::shape {

// The start of land: stages that reshape the land only keep the sea's bits and never drown a cell.
struct Shore {
  float level;
  float lowest_land;

  explicit Shore(double q)
      : level(static_cast<float>(q)), lowest_land(std::nextafter(level, std::numeric_limits<float>::infinity())) {}
  bool is_land(float height) const { return height > level; }
  float kept_dry(float height) const { return height > lowest_land ? height : lowest_land; }
};

// A smooth curve through points that never overshoots them: Fritsch and Carlson 1980, Monotone piecewise cubic
// interpolation. Float64; beyond its ends the curve stays at its first and last value.
struct Knot {
  double x, y;
};

class MonotoneCurve {
 public:
  MonotoneCurve() = default;
  // At least two knots, each x above the one before.
  explicit MonotoneCurve(std::vector<Knot> knots) : knots_(std::move(knots)), slopes_(knots_.size()) {
    const std::size_t last = knots_.size() - 1;
    slopes_.front() = secant(0);
    slopes_.back() = secant(last - 1);
    for (std::size_t i = 1; i < last; ++i) {
      const double before = secant(i - 1), after = secant(i);
      slopes_[i] = turns(before, after) ? 0.0 : (before + after) / 2.0;
    }
    for (std::size_t i = 0; i < last; ++i) limit(i);
  }

  double operator()(double x) const {
    if (x <= knots_.front().x) return knots_.front().y;
    if (x >= knots_.back().x) return knots_.back().y;
    std::size_t i = 0;
    while (x >= knots_[i + 1].x) ++i;
    const Knot &from = knots_[i], &to = knots_[i + 1];
    const double width = to.x - from.x, d = secant(i);
    const double square = 3.0 * d - 2.0 * slopes_[i] - slopes_[i + 1];
    const double cube = slopes_[i] + slopes_[i + 1] - 2.0 * d;
    const double t = (x - from.x) / width;
    const double y = from.y + width * (t * (slopes_[i] + t * (square + t * cube)));
    // Rounding must not leave the interval either, or the order across a knot would be lost.
    return std::clamp(y, std::min(from.y, to.y), std::max(from.y, to.y));
  }

 private:
  double secant(std::size_t i) const { return (knots_[i + 1].y - knots_[i].y) / (knots_[i + 1].x - knots_[i].x); }
  static bool turns(double before, double after) {
    return !((before > 0.0 && after > 0.0) || (before < 0.0 && after < 0.0));
  }
  // Slopes inside the circle of radius 3 around the secant's keep the interval monotone.
  void limit(std::size_t i) {
    const double d = secant(i);
    if (d == 0.0) {
      slopes_[i] = slopes_[i + 1] = 0.0;
      return;
    }
    const double alpha = slopes_[i] / d, beta = slopes_[i + 1] / d;
    const double square = alpha * alpha + beta * beta;
    if (square <= 9.0) return;
    const double tau = 3.0 / std::sqrt(square);
    slopes_[i] = tau * alpha * d;
    slopes_[i + 1] = tau * beta * d;
  }

  std::vector<Knot> knots_;
  std::vector<double> slopes_;
};

}  // namespace terrawright::shape
