// SPDX-License-Identifier: Apache-2.0
// whittaker_chart.hpp: the climate class of a temperature and a yearly rain, from six piecewise-linear curves.
// The classes fill the plane without gaps.
#pragma once
#include <algorithm>
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
    if (!empty()) {
      const double rise = y - last_value_;
      runs_.push_back({last_, x, x - last_, last_value_, rise, std::min(last_value_, last_value_ + rise),
                       std::max(last_value_, last_value_ + rise)});
    } else {
      first_ = x;
      first_value_ = y;
    }
    last_ = x;
    last_value_ = y;
    empty_ = false;
  }
  bool empty() const { return empty_; }
  double last() const { return last_; }
  // Does y lie on the curve at x, or above it? Most points lie beyond all that a run takes on.
  bool reached(double x, double y) const {
    if (x <= first_) return y >= first_value_;
    if (x >= last_) return y >= last_value_;
    const Run* run = runs_.data();
    while (x >= run->end) ++run;
    if (y >= run->highest) return true;
    if (y < run->lowest) return false;
    return y >= run->value + run->rise * ((x - run->begin) / run->length);
  }

 private:
  // From one point to the next.
  struct Run {
    double begin, end, length, value, rise, lowest, highest;
  };
  bool empty_ = true;
  double first_ = 0, first_value_ = 0, last_ = 0, last_value_ = 0;
  std::vector<Run> runs_;
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
    if (reached(Curve::tropical, p, t)) {
      if (!reached(Curve::dry, t, p)) return subtropical_desert;
      return reached(Curve::rain, t, p) ? tropical_rain_forest : savanna;
    }
    if (!reached(Curve::tundra, p, t)) return tundra;
    if (!reached(Curve::dry, t, p)) return grassland;
    if (!reached(Curve::wood, t, p)) return woodland;
    if (!reached(Curve::boreal, p, t)) return boreal_forest;
    return reached(Curve::rain, t, p) ? temperate_rain_forest : temperate_forest;
  }

 private:
  bool reached(Curve which, double x, double y) const { return curves_[static_cast<std::size_t>(which)].reached(x, y); }
  std::array<PiecewiseLinear, n_curves> curves_;
};

}  // namespace terrawright::biome
