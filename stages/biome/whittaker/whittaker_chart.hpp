// SPDX-License-Identifier: Apache-2.0
// whittaker_chart.hpp: the climate class of a temperature and a yearly rain, from six piecewise-linear curves.
// The classes fill the plane without gaps.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "whittaker_table.hpp"

namespace terrawright::biome {

// Flat beyond its ends.
class PiecewiseLinear {
 public:
  void add(double x, double y) {
    x_.push_back(x);
    y_.push_back(y);
  }
  bool empty() const { return x_.empty(); }
  double last() const { return x_.back(); }
  double operator()(double x) const {
    if (x <= x_.front()) return y_.front();
    if (x >= x_.back()) return y_.back();
    std::size_t k = 1;
    while (x >= x_[k]) ++k;
    return y_[k - 1] + (y_[k] - y_[k - 1]) * ((x - x_[k - 1]) / (x_[k] - x_[k - 1]));
  }

 private:
  std::vector<double> x_, y_;
};

class WhittakerChart {
 public:
  // Points of one curve must go on to the right; a curve without points keeps those of the table. Returns the
  // index of the first point that does not, or the number of points.
  std::size_t take(const std::vector<CurvePoint>& points) {
    std::array<PiecewiseLinear, n_curves> taken;
    for (std::size_t k = 0; k < points.size(); ++k) {
      PiecewiseLinear& curve = taken[static_cast<std::size_t>(points[k].curve)];
      if (!curve.empty() && !(points[k].at > curve.last())) return k;
      curve.add(points[k].at, points[k].value);
    }
    for (std::size_t c = 0; c < n_curves; ++c) {
      if (!taken[c].empty()) curves_[c] = taken[c];
    }
    return points.size();
  }

  // C, mm/yr; unknown where one is not a number.
  std::uint16_t climate(double t, double p) const {
    if (!(t - t == 0 && p - p == 0)) return unknown;
    if (t >= curve(Curve::tropical, p)) {
      if (p < curve(Curve::dry, t)) return subtropical_desert;
      return p >= curve(Curve::rain, t) ? tropical_rain_forest : savanna;
    }
    if (t < curve(Curve::tundra, p)) return tundra;
    if (p < curve(Curve::dry, t)) return grassland;
    if (p < curve(Curve::wood, t)) return woodland;
    if (t < curve(Curve::boreal, p)) return boreal_forest;
    return p >= curve(Curve::rain, t) ? temperate_rain_forest : temperate_forest;
  }

 private:
  double curve(Curve which, double x) const { return curves_[static_cast<std::size_t>(which)](x); }
  std::array<PiecewiseLinear, n_curves> curves_;
};

}  // namespace terrawright::biome
