// SPDX-License-Identifier: Apache-2.0
// The chart of Whittaker: its curves, its classes and the class of a climate.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "biome/classes.hpp"
#include "terrawright/parameter.hpp"

namespace terrawright::biome {

// The data of biome.whittaker: the curves of the chart, and the classes with their colours.
//
// Source: points simplified from the charts of Whittaker 1975, Communities and Ecosystems, and Ricklefs 2008.

// dry, wood, rain: mm/yr over C. tundra, boreal, tropical: C over mm/yr.
enum class Curve { dry, wood, rain, tundra, boreal, tropical };
constexpr std::size_t n_curves = 6;

struct CurvePoint {
  Curve curve = Curve::dry;
  double at = 0, value = 0;
  static void describe(Parameters<CurvePoint>& row) {
    row.parameter(&CurvePoint::curve, "curve",
                  "Curve that the point belongs to. dry, wood, rain: annual rain in mm/yr at a temperature in C. "
                  "tundra, boreal, tropical: temperature in C at an annual rain in mm/yr.")
        .choices({"dry", "wood", "rain", "tundra", "boreal", "tropical"});
    row.parameter(&CurvePoint::at, "at",
                  "Temperature or rain at which the point lies; greater than at the curve's previous point.");
    row.parameter(&CurvePoint::value, "value", "Rain or temperature that the curve has there.");
  }
};

inline std::vector<CurvePoint> whittaker_curves() {
  const auto dry = Curve::dry, wood = Curve::wood, rain = Curve::rain;
  const auto tundra = Curve::tundra, boreal = Curve::boreal, tropical = Curve::tropical;
  return {
      {dry, -10, 0},          {dry, 5, 320},          {dry, 17.5, 530},      {dry, 24, 700},
      {dry, 27, 850},         {dry, 29, 1000},        {wood, -10, 0},        {wood, -7, 200},
      {wood, -1, 400},        {wood, 3, 530},         {wood, 7, 780},        {wood, 10, 960},
      {wood, 14, 1120},       {wood, 18.5, 1270},     {rain, 4, 2010},       {rain, 8, 2050},
      {rain, 12.5, 2220},     {rain, 18.5, 2360},     {rain, 22, 2420},      {rain, 26, 2580},
      {rain, 28, 2800},       {tundra, 0, -9.5},      {tundra, 200, -7},     {tundra, 920, -4.5},
      {tundra, 1070, -4},     {tundra, 1400, -1.5},   {boreal, 390, -1},     {boreal, 510, 1},
      {boreal, 670, 2},       {boreal, 970, 2.5},     {boreal, 1630, 3},     {boreal, 2010, 4},
      {tropical, 0, 14},      {tropical, 170, 15.5},  {tropical, 530, 17.5}, {tropical, 1270, 17.5},
      {tropical, 2360, 18.5}, {tropical, 2900, 19.5}, {tropical, 3400, 20},
  };
}

enum WhittakerCode : std::uint16_t {
  tundra = 10,
  boreal_forest = 11,
  grassland = 12,
  woodland = 13,
  temperate_forest = 14,
  temperate_rain_forest = 15,
  subtropical_desert = 16,
  savanna = 17,
  tropical_rain_forest = 18
};

inline std::vector<BiomeClass> whittaker_classes() {
  return with_base({
      {tundra, "tundra", rgb(0xbdbfa6), ","},
      {boreal_forest, "boreal forest", rgb(0x5c8c74), "f"},
      {grassland, "temperate grassland", rgb(0xd3d093), "\""},
      {woodland, "woodland and shrubland", rgb(0xb2bd78), "s"},
      {temperate_forest, "temperate seasonal forest", rgb(0x82ae66), "F"},
      {temperate_rain_forest, "temperate rain forest", rgb(0x4f9063), "R"},
      {subtropical_desert, "subtropical desert", rgb(0xead3a0), ":"},
      {savanna, "tropical seasonal forest and savanna", rgb(0xa9b552), "v"},
      {tropical_rain_forest, "tropical rain forest", rgb(0x37803f), "T"},
  });
}

// The climate class of a temperature and a yearly rain, from six piecewise-linear curves.
// The classes fill the plane without gaps.

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
