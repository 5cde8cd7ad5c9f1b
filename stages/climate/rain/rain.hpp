// SPDX-License-Identifier: Apache-2.0
// rain.hpp: rain from moist air that marches over the land, column by column, and loses what it rains.
//
// Vapour, cloud and drops are kg of water over a square metre. Air that rises condenses, air that sinks takes
// cloud back, clouds turn into drops and drops fall after a delay each; the sea gives vapour, and the land gives back a
// share of the rain that needs no hills. Implicit upwind: never negative, and inflow + evaporation = precipitation +
// outflow to round-off in each square.
// Source: Smith & Barstad 2004, their two reservoirs in physical space, with the vapour as a third.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "climate/wind_field.hpp"
#include "relief_blocks.hpp"
#include "terrawright/exact_math.h"
#include "terrawright/processors.h"

namespace terrawright::climate {

// Target of rain that needs no hills: the drops, or the cloud, from which sinking air takes it back.
enum class Background { drops, cloud };

struct Moisture {
  double lapse_ratio = 0.8;       // of moist to environmental lapse rate
  double vapour_scale = 2500;     // m
  double cloud_delay = 300;       // s; 0: none
  double fall_delay = 300;        // s; 0: none
  double rainout_time = 3e4;      // s; 0: off
  double evaporation_time = 1e4;  // s; 0: off
  double recycling = 0.5;         // of the rain that needs no hills, on land
  Background background = Background::drops;

  // Relative, of the air over a wide sea, where as much evaporates as rains.
  double settled_humidity() const {
    if (rainout_time <= 0) return 1;
    return evaporation_time > 0 ? rainout_time / (rainout_time + evaporation_time) : 0.75;
  }
  // Drops in the air over a wide sea, in shares of its vapour, where as many fall as form.
  double settled_drops() const {
    return background == Background::drops && rainout_time > 0 ? fall_delay / rainout_time : 0;
  }
};

// A grid of squares whose marching wind blows towards +i, in columns: square (i, j) is i * rows + j.
struct Squares {
  std::int64_t columns = 0, rows = 0;
  double side = 0;                 // m
  std::vector<double> height;      // m, not below 0
  std::vector<double> saturation;  // vapour over the sea, kg/m2
  std::vector<std::uint8_t> sea;
  std::vector<double> along;                      // (columns + 1) x rows faces, m/s, positive: i * rows + j
  std::vector<double> across;                     // columns x (rows + 1) faces, m/s: i * (rows + 1) + j
  std::vector<double> inflow;                     // vapour at the front, a row each
  std::vector<double> inflow_first, inflow_last;  // vapour at the sides, a column each
  double falling = 0;                             // drops that come in, in shares of the vapour
};

// kg/s, over all squares.
struct WaterBalance {
  double inflow = 0, evaporation = 0, precipitation = 0, outflow = 0;
  void add(double weight, const WaterBalance& other) {
    inflow += weight * other.inflow;
    evaporation += weight * other.evaporation;
    precipitation += weight * other.precipitation;
    outflow += weight * other.outflow;
  }
  // Balance of inflow and outflow.
  double relative_error() const {
    const double in = inflow + evaporation, out = precipitation + outflow;
    const double larger = std::max(std::fabs(in), std::fabs(out));
    return larger > 0 ? std::fabs(in - out) / larger : 0.0;
  }
};

struct Rainfall {
  std::vector<double> rain;                  // kg/m2/s
  std::vector<double> vapour, cloud, drops;  // kg/m2
  WaterBalance balance;
};

namespace {

// Part of its vapour that condenses in air that rises so far; that it has room for, where it sinks.
inline double exchanged(double rise, double lapse_ratio, double vapour_scale) {
  const double scales = lapse_ratio * -rise / vapour_scale;
  const double left = terrawright_exp(scales < -600.0 ? -600.0 : scales > 600.0 ? 600.0 : scales);
  return rise > 0 ? 1.0 - left : left - 1.0;
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void exchanged_along(const double* from, const double* to, double lapse_ratio, double vapour_scale,
                     double* __restrict part, std::int64_t count) {
  for (std::int64_t j = 0; j < count; ++j) part[j] = exchanged(to[j] - from[j], lapse_ratio, vapour_scale);
}
// The same on the faces of one column, by the wind across them.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void exchanged_across(const double* height, const double* wind, double lapse_ratio, double vapour_scale,
                      double* __restrict part, std::int64_t count) {
  for (std::int64_t j = 1; j < count; ++j) {
    const double rise = height[j] - height[j - 1];
    part[j] = exchanged(wind[j] > 0 ? rise : -rise, lapse_ratio, vapour_scale);
  }
}

}  // namespace

class Sweep {
 public:
  Sweep(const Squares& squares, const Moisture& moisture) : s_(squares), m_(moisture) {
    const std::size_t n = s_.height.size();
    r_.rain.resize(n);
    r_.vapour.resize(n);
    r_.cloud.resize(n);
    r_.drops.resize(n);
    along_.resize(static_cast<std::size_t>(s_.rows));
    across_.resize(static_cast<std::size_t>(s_.rows));
    const auto rate = [](double time) { return time > 0 ? 1.0 / time : 0.0; };
    rainout_ = rate(m_.rainout_time);
    evaporation_ = rate(m_.evaporation_time);
    cloud_ = rate(m_.cloud_delay);
    fall_ = rate(m_.fall_delay);
  }

  // In a column the squares form a path and each face says who needs whom: first those that need nothing further
  // on, then those that need only that, then those between two.
  Rainfall run() {
    std::vector<WaterBalance> columns;
    for (std::int64_t i = 0; i < s_.columns; ++i) {
      column_ = {};
      const double* const height = &s_.height[static_cast<std::size_t>(i * s_.rows)];
      if (i > 0) exchanged_along(height - s_.rows, height, m_.lapse_ratio, m_.vapour_scale, along_.data(), s_.rows);
      exchanged_across(height, &s_.across[static_cast<std::size_t>(i * (s_.rows + 1))], m_.lapse_ratio, m_.vapour_scale,
                       across_.data(), s_.rows);
      const auto needs_next = [&](std::int64_t j) { return j + 1 < s_.rows && across(i, j + 1) < 0; };
      const auto needs_last = [&](std::int64_t j) { return j > 0 && across(i, j) > 0; };
      for (std::int64_t j = 0; j < s_.rows; ++j) {
        if (!needs_next(j)) square(i, j);
      }
      for (std::int64_t j = s_.rows - 1; j >= 0; --j) {
        if (needs_next(j) && !needs_last(j)) square(i, j);
      }
      for (std::int64_t j = 0; j < s_.rows; ++j) {
        if (needs_next(j) && needs_last(j)) square(i, j);
      }
      columns.push_back(column_);
    }
    if (!columns.empty()) r_.balance = added(columns.data(), columns.size());
    return std::move(r_);
  }

 private:
  struct Water {
    double vapour = 0, cloud = 0, drops = 0;
  };
  static Water plus(const Water& a, const Water& b) {
    return {a.vapour + b.vapour, a.cloud + b.cloud, a.drops + b.drops};
  }

  double along(std::int64_t i, std::int64_t j) const { return s_.along[static_cast<std::size_t>(i * s_.rows + j)]; }
  double across(std::int64_t i, std::int64_t j) const {
    return s_.across[static_cast<std::size_t>(i * (s_.rows + 1) + j)];
  }

  // Inflow from the square `up`, lifted or lowered by the change of height: `exchanged` of it.
  Water from_square(double flux, std::int64_t up, double height, double exchanged) const {
    const auto k = static_cast<std::size_t>(up);
    Water f = {flux * r_.vapour[k], flux * r_.cloud[k], flux * r_.drops[k]};
    const double rise = height - s_.height[k];
    if (rise > 0) {
      const double condensed = f.vapour * exchanged;
      f.vapour -= condensed;
      f.cloud += condensed;
    } else if (rise < 0) {
      const double room = f.vapour * exchanged;
      const double taken = std::min(f.cloud, room);
      f.cloud -= taken;
      f.vapour += taken;
    }
    return f;
  }
  Water from_outside(double flux, double vapour) {
    const double drops = flux * vapour * s_.falling;
    column_.inflow += flux * vapour + drops;
    return {flux * vapour, 0, drops};
  }

  void square(std::int64_t i, std::int64_t j) {
    const std::int64_t here = i * s_.rows + j;
    const auto k = static_cast<std::size_t>(here), c = static_cast<std::size_t>(i);
    const double z = s_.height[k], area = s_.side * s_.side;
    const double front = along(i, j) * s_.side, back = along(i + 1, j) * s_.side;
    const double first = across(i, j) * s_.side, last = across(i, j + 1) * s_.side;

    const auto row = static_cast<std::size_t>(j);
    const Water in_front =
        i == 0 ? from_outside(front, s_.inflow[row]) : from_square(front, here - s_.rows, z, along_[row]);
    Water in_first, in_last;
    if (first > 0) {
      in_first = j == 0 ? from_outside(first, s_.inflow_first[c]) : from_square(first, here - 1, z, across_[row]);
    }
    if (last < 0) {
      in_last =
          j + 1 == s_.rows ? from_outside(-last, s_.inflow_last[c]) : from_square(-last, here + 1, z, across_[row + 1]);
    }
    const Water in = plus(in_front, plus(in_first, in_last));
    const double out_first = first < 0 ? -first : 0.0, out_last = last > 0 ? last : 0.0;
    const double out = (out_first + out_last) + back;

    const double sea = s_.sea[k] != 0 ? 1.0 : 0.0, given_back = s_.sea[k] != 0 ? 0.0 : m_.recycling;
    const double vapour = (in.vapour + area * sea * evaporation_ * s_.saturation[k]) /
                          (out + area * (rainout_ * (1.0 - given_back) + sea * evaporation_));
    const double rained_out = area * rainout_ * vapour;
    const bool through_cloud = m_.background == Background::cloud;
    const double to_cloud = through_cloud ? in.cloud + rained_out : in.cloud;
    double cloud = 0, to_drops = to_cloud;
    if (cloud_ > 0) {
      cloud = to_cloud / (out + area * cloud_);
      to_drops = area * cloud_ * cloud;
    }
    if (!through_cloud) to_drops += rained_out;
    double drops = 0, rain = (in.drops + to_drops) / area;
    if (fall_ > 0) {
      drops = (in.drops + to_drops) / (out + area * fall_);
      rain = fall_ * drops;
    }
    r_.vapour[k] = vapour;
    r_.cloud[k] = cloud;
    r_.drops[k] = drops;
    r_.rain[k] = rain;

    column_.evaporation += area * (sea * evaporation_ * (s_.saturation[k] - vapour) + given_back * rainout_ * vapour);
    column_.precipitation += area * rain;
    double leaving = i + 1 == s_.columns ? back : 0.0;
    if (j == 0) leaving += out_first;
    if (j + 1 == s_.rows) leaving += out_last;
    column_.outflow += leaving * (vapour + cloud + drops);
  }

  // A pairwise tree, so that the error does not grow with the number of columns.
  static WaterBalance added(const WaterBalance* columns, std::size_t n) {
    if (n == 1) return columns[0];
    const WaterBalance a = added(columns, n / 2), b = added(columns + n / 2, n - n / 2);
    return {a.inflow + b.inflow, a.evaporation + b.evaporation, a.precipitation + b.precipitation,
            a.outflow + b.outflow};
  }

  const Squares& s_;
  Moisture m_;
  Rainfall r_;
  WaterBalance column_;
  double rainout_, evaporation_, cloud_, fall_;
  std::vector<double> along_, across_;  // exchanged() on the column's faces
};

// The map turned and mirrored so that the wind marches towards +i, and back.

// Position of the square (i, j) of the march on the map.
class Marching {
 public:
  Marching(const ClimateGrid& grid, const MeanWind& mean)
      : width_(grid.width),
        height_(grid.height),
        along_x_(mean.marches_along_x()),
        mirrored_((along_x_ ? mean.u : mean.v) < 0) {}

  std::int64_t columns() const { return along_x_ ? width_ : height_; }
  std::int64_t rows() const { return along_x_ ? height_ : width_; }
  bool along_x() const { return along_x_; }
  bool mirrored() const { return mirrored_; }
  // Position i of `count` along the march, on the map's axis.
  std::int64_t on_map(std::int64_t i, std::int64_t count) const { return mirrored_ ? count - 1 - i : i; }
  std::int64_t row_of(std::int64_t i, std::int64_t j) const { return along_x_ ? j : on_map(i, columns()); }
  std::size_t node(std::int64_t i, std::int64_t j) const {
    const std::int64_t x = along_x_ ? on_map(i, columns()) : j;
    return static_cast<std::size_t>(row_of(i, j) * width_ + x);
  }

  // body(i, j) for all squares of so many columns and rows, in stripes that fit a row of the map and the march's
  // columns.
  template <class Body>
  static void each(std::int64_t columns, std::int64_t rows, Body body) {
    constexpr std::int64_t stripe = 16;
    for (std::int64_t begin = 0; begin < columns; begin += stripe) {
      const std::int64_t end = std::min(begin + stripe, columns);
      for (std::int64_t j = 0; j < rows; ++j) {
        for (std::int64_t i = begin; i < end; ++i) body(i, j, static_cast<std::size_t>(i * rows + j));
      }
    }
  }

 private:
  std::int64_t width_, height_;
  bool along_x_, mirrored_;
};

// `saturation` is vapour over the sea for each row of the map; `humidity` that of the inflow, 0 .. 1.
inline Squares squares_of(const Marching& m, const ReliefBlocks& blocks, const std::vector<double>& saturation,
                          double humidity, const FlowView& flow, std::size_t sector, double spacing) {
  const ClimateGrid grid = flow.grid();
  const std::int64_t columns = m.columns(), rows = m.rows();
  const auto u = flow.u(sector), v = flow.v(sector), factors = flow.humidity(sector);
  Squares s;
  s.columns = columns;
  s.rows = rows;
  s.side = spacing;
  const std::size_t squares = blocks.height.size();
  s.height.resize(squares);
  s.sea.resize(squares);
  s.saturation.resize(squares);
  s.along.resize(squares + static_cast<std::size_t>(rows));
  s.across.resize(squares + static_cast<std::size_t>(columns));
  Marching::each(columns, rows, [&](std::int64_t i, std::int64_t j, std::size_t k) {
    const std::size_t node = m.node(i, j);
    s.height[k] = blocks.height[node];
    s.sea[k] = blocks.sea[node];
    s.saturation[k] = saturation[static_cast<std::size_t>(m.row_of(i, j))];
  });
  Marching::each(columns + 1, rows, [&](std::int64_t i, std::int64_t j, std::size_t k) {
    const std::int64_t face = m.on_map(i, columns + 1);
    const double wind = m.along_x() ? u[static_cast<std::size_t>(j * (grid.width + 1) + face)]
                                    : v[static_cast<std::size_t>(face * grid.width + j)];
    s.along[k] = m.mirrored() ? -wind : wind;
  });
  Marching::each(columns, rows + 1, [&](std::int64_t i, std::int64_t j, std::size_t k) {
    const std::int64_t at = m.on_map(i, columns);
    s.across[k] = m.along_x() ? v[static_cast<std::size_t>(j * grid.width + at)]
                              : u[static_cast<std::size_t>(at * (grid.width + 1) + j)];
  });

  // The sides of the map that are the front, the first row and the last row of the march.
  const std::int64_t left = 0, right = grid.height, top = 2 * grid.height, bottom = top + grid.width;
  const std::int64_t front = m.along_x() ? (m.mirrored() ? right : left) : (m.mirrored() ? bottom : top);
  const std::int64_t first = m.along_x() ? top : left, last = m.along_x() ? bottom : right;
  const auto comes_in = [&](std::int64_t side, std::int64_t at, std::int64_t row) {
    return std::min(humidity * factors[static_cast<std::size_t>(side + at)], 1.0) *
           saturation[static_cast<std::size_t>(row)];
  };
  for (std::int64_t j = 0; j < rows; ++j) s.inflow.push_back(comes_in(front, j, m.row_of(0, j)));
  for (std::int64_t i = 0; i < columns; ++i) {
    const std::int64_t at = m.on_map(i, columns);
    s.inflow_first.push_back(comes_in(first, at, m.row_of(i, 0)));
    s.inflow_last.push_back(comes_in(last, at, m.row_of(i, rows - 1)));
  }
  return s;
}

}  // namespace terrawright::climate
