// SPDX-License-Identifier: Apache-2.0
// terrawright/magnify.hpp: a small grid of samples, magnified to cells, tile by tile with the same bits.
//
// Separable, rows first and then columns, four taps ((w0*g0 + w1*g1) + (w2*g2 + w3*g3)) in float64, indices
// clamped to the grid; each pass is rounded to Value. The B-spline's sum is divided by 6.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "exact_math.h"
#include "tile.hpp"

namespace terrawright {

// bspline: smooth, never overshoots. catmull: passes through the samples. cosine, linear: two taps.
enum class Kernel { bspline, catmull, cosine, linear };

// Where cell p lies between samples: i = p * numerator div divisor, t = the remainder / divisor.
struct MagnifyAxis {
  std::int64_t numerator, divisor, samples;
};

struct Taps {
  std::int64_t index[4];
  double weight[4];
};

inline Taps taps_at(Kernel kernel, const MagnifyAxis& axis, std::int64_t p) {
  const std::int64_t i = p * axis.numerator / axis.divisor;
  const double t = static_cast<double>(p * axis.numerator % axis.divisor) / static_cast<double>(axis.divisor);
  const double t2 = t * t, t3 = t2 * t, u = 1.0 - t;
  Taps taps{};
  for (std::int64_t k = 0; k < 4; ++k) taps.index[k] = std::clamp<std::int64_t>(i - 1 + k, 0, axis.samples - 1);
  switch (kernel) {
    case Kernel::bspline:
      taps.weight[0] = u * u * u;
      taps.weight[1] = 4.0 - 6.0 * t2 + 3.0 * t3;
      taps.weight[2] = 1.0 + 3.0 * t + 3.0 * t2 - 3.0 * t3;
      taps.weight[3] = t3;
      break;
    case Kernel::catmull:
      taps.weight[0] = (-t + 2.0 * t2 - t3) / 2.0;
      taps.weight[1] = (2.0 - 5.0 * t2 + 3.0 * t3) / 2.0;
      taps.weight[2] = (t + 4.0 * t2 - 3.0 * t3) / 2.0;
      taps.weight[3] = (t3 - t2) / 2.0;
      break;
    case Kernel::cosine: {
      const double mu = (1.0 - terrawright_cospi(t)) / 2.0;
      taps.weight[1] = 1.0 - mu;
      taps.weight[2] = mu;
      break;
    }
    case Kernel::linear:
      taps.weight[1] = u;
      taps.weight[2] = t;
      break;
  }
  return taps;
}

inline double weighted(Kernel kernel, const double* w, double g0, double g1, double g2, double g3) {
  const double sum = (w[0] * g0 + w[1] * g1) + (w[2] * g2 + w[3] * g3);
  return kernel == Kernel::bspline ? sum / 6.0 : sum;
}

// Calls row(y, values) for each row of `area` with its area.width magnified values.
// `grid` holds along_y.samples rows of along_x.samples.
template <class Value, class Row>
void magnify(Kernel kernel, const Value* grid, const MagnifyAxis& along_x, const MagnifyAxis& along_y, const Rect& area,
             Row row) {
  if (area.width <= 0 || area.height <= 0) return;
  const auto width = static_cast<std::size_t>(area.width);
  std::vector<Taps> columns;
  columns.reserve(width);
  for (std::int64_t x = area.x; x < area.x + area.width; ++x) columns.push_back(taps_at(kernel, along_x, x));

  // Every sample row that the area touches, magnified along x.
  const std::int64_t first = taps_at(kernel, along_y, area.y).index[0];
  const std::int64_t last = taps_at(kernel, along_y, area.y + area.height - 1).index[3];
  std::vector<Value> wide(static_cast<std::size_t>(last - first + 1) * width);
  for (std::int64_t j = first; j <= last; ++j) {
    const Value* g = grid + j * along_x.samples;
    Value* to = wide.data() + static_cast<std::size_t>(j - first) * width;
    for (std::size_t x = 0; x < width; ++x) {
      const Taps& c = columns[x];
      to[x] = static_cast<Value>(weighted(kernel, c.weight, static_cast<double>(g[c.index[0]]),
                                          static_cast<double>(g[c.index[1]]), static_cast<double>(g[c.index[2]]),
                                          static_cast<double>(g[c.index[3]])));
    }
  }

  std::vector<Value> values(width);
  for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
    const Taps r = taps_at(kernel, along_y, y);
    const Value* from[4];
    for (int k = 0; k < 4; ++k) from[k] = wide.data() + static_cast<std::size_t>(r.index[k] - first) * width;
    for (std::size_t x = 0; x < width; ++x) {
      values[x] = static_cast<Value>(weighted(kernel, r.weight, static_cast<double>(from[0][x]),
                                              static_cast<double>(from[1][x]), static_cast<double>(from[2][x]),
                                              static_cast<double>(from[3][x])));
    }
    row(y, values.data());
  }
}

}  // namespace terrawright
