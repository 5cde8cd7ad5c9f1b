// SPDX-License-Identifier: Apache-2.0
// terrawright/magnify.hpp: a small grid of samples, magnified to cells, tile by tile with the same bits.
//
// Separable, rows first and then columns, four taps ((w0*g0 + w1*g1) + (w2*g2 + w3*g3)) in float64, indices
// clamped to the grid; each pass is rounded to Value. The B-spline's sum is divided by 6.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "exact_math.h"
#include "processors.h"
#include "tile.hpp"

namespace terrawright {
inline namespace v1 {

// bspline: smooth, never overshoots. catmull: passes through the samples. cosine, linear: two taps.
enum class Kernel { bspline, catmull, cosine, linear };

// Position of cell p between samples: i = p * numerator div divisor, t = the remainder / divisor.
struct MagnifyAxis {
  std::int64_t numerator, divisor, samples;
};

struct Taps {
  std::int64_t index[4];
  double weight[4];
};

// Cell after cell along an axis from p >= 0 on, without the divisions that a cell by itself takes.
class Position {
 public:
  Position(const MagnifyAxis& axis, std::int64_t p)
      : axis_(axis), sample_(p * axis.numerator / axis.divisor), rest_(p * axis.numerator % axis.divisor) {}
  void next() {
    for (rest_ += axis_.numerator; rest_ >= axis_.divisor; rest_ -= axis_.divisor) ++sample_;
  }
  std::int64_t sample() const { return sample_; }
  double t() const { return static_cast<double>(rest_) / static_cast<double>(axis_.divisor); }

 private:
  MagnifyAxis axis_;
  std::int64_t sample_, rest_;
};

inline Taps taps_at(Kernel kernel, const Position& position, std::int64_t samples) {
  const std::int64_t i = position.sample();
  const double t = position.t();
  const double t2 = t * t, t3 = t2 * t, u = 1.0 - t;
  Taps taps{};
  for (std::int64_t k = 0; k < 4; ++k) taps.index[k] = std::clamp<std::int64_t>(i - 1 + k, 0, samples - 1);
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

inline Taps taps_at(Kernel kernel, const MagnifyAxis& axis, std::int64_t p) {
  return taps_at(kernel, Position(axis, p), axis.samples);
}

inline double weighted(Kernel kernel, const double* w, double g0, double g1, double g2, double g3) {
  const double sum = (w[0] * g0 + w[1] * g1) + (w[2] * g2 + w[3] * g3);
  return kernel == Kernel::bspline ? sum / 6.0 : sum;
}

namespace detail {
namespace {

// Four sample rows, weighed: the hot loop of magnify.
TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void weigh_rows(const double* w, const double* __restrict a, const double* __restrict b,
                                 const double* __restrict c, const double* __restrict d, float* __restrict to,
                                 std::size_t count) {
  const double wa = w[0], wb = w[1], wc = w[2], wd = w[3];
  for (std::size_t x = 0; x < count; ++x) {
    to[x] = static_cast<float>((wa * a[x] + wb * b[x]) + (wc * c[x] + wd * d[x]));
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void weigh_rows_by_six(const double* w, const double* __restrict a, const double* __restrict b,
                                        const double* __restrict c, const double* __restrict d, float* __restrict to,
                                        std::size_t count) {
  const double wa = w[0], wb = w[1], wc = w[2], wd = w[3];
  for (std::size_t x = 0; x < count; ++x) {
    to[x] = static_cast<float>(((wa * a[x] + wb * b[x]) + (wc * c[x] + wd * d[x])) / 6.0);
  }
}

template <class Value>
void weigh(Kernel kernel, const double* w, const double* const from[4], Value* to, std::size_t count) {
  if constexpr (std::is_same_v<Value, float>) {
    (kernel == Kernel::bspline ? weigh_rows_by_six : weigh_rows)(w, from[0], from[1], from[2], from[3], to, count);
  } else {
    for (std::size_t x = 0; x < count; ++x) {
      to[x] = static_cast<Value>(weighted(kernel, w, from[0][x], from[1][x], from[2][x], from[3][x]));
    }
  }
}

// To be written soon.
template <class Value>
void fetch(const Value* row, std::size_t count) {
  constexpr std::size_t line = 64 / sizeof(Value);
  for (std::size_t x = 0; x < count; x += line) __builtin_prefetch(row + x, 1);
}

// On cache lines: the loops read whole ones, and halves of two would cost them half their speed. Not initialised.
class AlignedDoubles {
 public:
  explicit AlignedDoubles(std::size_t count) : doubles_(new double[count + 7]) {
    void* at = doubles_.get();
    std::size_t room = (count + 7) * sizeof(double);
    begin_ = static_cast<double*>(std::align(64, count * sizeof(double), at, room));
  }
  double* begin() const { return begin_; }

 private:
  std::unique_ptr<double[]> doubles_;
  double* begin_;
};

// Columns that lie between the same two samples.
struct Between {
  std::size_t begin, end;
  std::int64_t index[4];
};

// In columns: runs that are longer are worth a loop of their own.
constexpr std::int64_t longest_step = 8;

// Weights of all columns, each of the four in a run of its own.
struct Columns {
  std::vector<double> weights[4];
  std::vector<Between> runs;
  // For evenly spaced samples, too close for a loop of their own: the columns per sample, and the columns before the
  // first one, which comes after the sample `behind`. Otherwise 0.
  std::size_t step = 0, phase = 0;
  std::int64_t behind = 0, samples;

  Columns(Kernel kernel, const MagnifyAxis& axis, std::int64_t first, std::size_t count) : samples(axis.samples) {
    for (auto& all : weights) all.resize(count);
    Position position(axis, first);
    for (std::size_t x = 0; x < count; ++x, position.next()) {
      const Taps taps = taps_at(kernel, position, samples);
      for (int k = 0; k < 4; ++k) weights[k][x] = taps.weight[k];
      if (runs.empty() || !std::equal(taps.index, taps.index + 4, runs.back().index)) {
        runs.push_back({x, x, {taps.index[0], taps.index[1], taps.index[2], taps.index[3]}});
      }
      runs.back().end = x + 1;
    }
    if (axis.numerator <= 0 || axis.divisor % axis.numerator != 0 || axis.divisor / axis.numerator > longest_step)
      return;
    const std::int64_t apart = axis.divisor / axis.numerator;
    step = static_cast<std::size_t>(apart);
    phase = static_cast<std::size_t>(first % apart);
    behind = first / apart;
  }
  std::size_t spread_size() const { return phase + weights[0].size() + 4 * step + longest_step; }
};

// One sample row along x, each value rounded to Value. `spread`: room for columns.spread_size().
template <class Value>
inline __attribute__((always_inline)) void widen(const Columns& columns, bool by_six, const Value* __restrict g,
                                                 double* __restrict spread, double* __restrict to) {
  const double* __restrict wa = columns.weights[0].data();
  const double* __restrict wb = columns.weights[1].data();
  const double* __restrict wc = columns.weights[2].data();
  const double* __restrict wd = columns.weights[3].data();
  const auto rounded = [&](std::size_t x, double a, double b, double c, double d) {
    const double sum = (wa[x] * a + wb[x] * b) + (wc[x] * c + wd[x] * d);
    return static_cast<double>(static_cast<Value>(by_six ? sum / 6.0 : sum));
  };
  const std::size_t count = columns.weights[0].size(), step = columns.step;
  if (step == 0) {
    for (const Between& run : columns.runs) {
      const auto a = static_cast<double>(g[run.index[0]]), b = static_cast<double>(g[run.index[1]]);
      const auto c = static_cast<double>(g[run.index[2]]), d = static_cast<double>(g[run.index[3]]);
      for (std::size_t x = run.begin; x < run.end; ++x) to[x] = rounded(x, a, b, c, d);
    }
    return;
  }
  // Each sample as often as there are columns to the next, so that a column's samples lie a step apart. In whole
  // vectors: what is too much of one, the next overwrites.
  std::int64_t sample = columns.behind - 1;
  for (std::size_t at = 0; at < columns.phase + count + 3 * step; at += step, ++sample) {
    const auto value = static_cast<double>(g[std::clamp<std::int64_t>(sample, 0, columns.samples - 1)]);
    for (std::size_t k = 0; k < std::size_t{longest_step}; ++k) spread[at + k] = value;
  }
  const double* __restrict a = spread + columns.phase;
  for (std::size_t x = 0; x < count; ++x) to[x] = rounded(x, a[x], a[x + step], a[x + 2 * step], a[x + 3 * step]);
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void widen_row(const Columns& columns, bool by_six, const float* g, double* __restrict spread,
                                double* __restrict to) {
  by_six ? widen(columns, true, g, spread, to) : widen(columns, false, g, spread, to);
}
[[maybe_unused]] void widen_row(const Columns& columns, bool by_six, const double* g, double* __restrict spread,
                                double* __restrict to) {
  by_six ? widen(columns, true, g, spread, to) : widen(columns, false, g, spread, to);
}

}  // namespace
}  // namespace detail

// The rows of the grid that rows y .. y + count - 1 are made of: the first, and one past the last.
struct GridRows {
  std::int64_t first, end;
};
inline GridRows rows_for(Kernel kernel, const MagnifyAxis& along_y, std::int64_t y, std::int64_t count) {
  return {taps_at(kernel, along_y, y).index[0], taps_at(kernel, along_y, y + count - 1).index[3] + 1};
}

// Writes each row y of `area`, area.width magnified values, to where place(y) points, then calls made(y, values).
// place is asked two rows ahead. `grid` holds the rows of along_x.samples that rows_for() says, or more: its first is
// row `first_row` of all along_y.samples.
template <class Value, class Place, class Made>
void magnify(Kernel kernel, const Value* grid, std::int64_t first_row, const MagnifyAxis& along_x,
             const MagnifyAxis& along_y, const Rect& area, Place place, Made made) {
  if (area.width <= 0 || area.height <= 0) return;
  const auto width = static_cast<std::size_t>(area.width);
  const detail::Columns columns(kernel, along_x, area.x, width);

  // Every sample row that the area touches, magnified along x and rounded to Value. They are kept as doubles, since all
  // rows between two of them are made from them.
  const auto [first, end_of_rows] = rows_for(kernel, along_y, area.y, area.height);
  const std::int64_t last = end_of_rows - 1;
  const std::size_t stride = (width + 7) / 8 * 8;
  const detail::AlignedDoubles wide(static_cast<std::size_t>(last - first + 1) * stride);
  const detail::AlignedDoubles spread(columns.spread_size());
  for (std::int64_t j = first; j <= last; ++j) {
    detail::widen_row(columns, kernel == Kernel::bspline, grid + (j - first_row) * along_x.samples, spread.begin(),
                      wide.begin() + static_cast<std::size_t>(j - first) * stride);
  }
  // Memory is what a row waits for, so the row after the next is asked for while one is computed.
  const std::int64_t end = area.y + area.height;
  Value *to = place(area.y), *next = area.height > 1 ? place(area.y + 1) : to;
  Position position(along_y, area.y);
  for (std::int64_t y = area.y; y < end; ++y, position.next()) {
    const Taps r = taps_at(kernel, position, along_y.samples);
    const double* from[4];
    for (int k = 0; k < 4; ++k) from[k] = wide.begin() + static_cast<std::size_t>(r.index[k] - first) * stride;
    Value* const after = y + 2 < end ? place(y + 2) : to;
    if (after != to) detail::fetch(after, width);
    detail::weigh(kernel, r.weight, from, to, width);
    made(y, to);
    to = next;
    next = after;
  }
}

// Calls row(y, values) for each row of `area`; the values are gone after it.
template <class Value, class Row>
void magnify(Kernel kernel, const Value* grid, std::int64_t first_row, const MagnifyAxis& along_x,
             const MagnifyAxis& along_y, const Rect& area, Row row) {
  std::vector<Value> values(static_cast<std::size_t>(std::max<std::int64_t>(area.width, 0)));
  magnify(
      kernel, grid, first_row, along_x, along_y, area, [&](std::int64_t) { return values.data(); },
      [&](std::int64_t y, Value* made) { row(y, made); });
}

// For a grid that is all in memory.
template <class Value, class Place, class Made>
void magnify(Kernel kernel, const Value* grid, const MagnifyAxis& along_x, const MagnifyAxis& along_y, const Rect& area,
             Place place, Made made) {
  magnify(kernel, grid, 0, along_x, along_y, area, place, made);
}
template <class Value, class Row>
void magnify(Kernel kernel, const Value* grid, const MagnifyAxis& along_x, const MagnifyAxis& along_y, const Rect& area,
             Row row) {
  magnify(kernel, grid, 0, along_x, along_y, area, row);
}

}  // namespace v1
}  // namespace terrawright
