// SPDX-License-Identifier: Apache-2.0
// field.hpp: numbers on a grid that lies on the paper, smoothed, read between cells and taken over from other grids.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "plane.hpp"
#include "terrawright/exact_math.h"

namespace terrawright::map {

// Sample (i, j) lies at (x + i * pitch, y + j * pitch), in 1/100 mm.
struct GridPlace {
  double x = 0, y = 0, pitch = 25;
  std::int64_t columns = 0, rows = 0;
  std::size_t size() const { return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows); }
};

template <class Value>
struct FieldOf {
  GridPlace place;
  std::vector<Value> values;

  FieldOf() = default;
  explicit FieldOf(const GridPlace& p, Value value = Value()) : place(p), values(p.size(), value) {}
  const Value* row(std::int64_t j) const { return values.data() + j * place.columns; }
  Value* row(std::int64_t j) { return values.data() + j * place.columns; }
  Value at(std::int64_t i, std::int64_t j) const {
    return row(std::clamp<std::int64_t>(j, 0, place.rows - 1))[std::clamp<std::int64_t>(i, 0, place.columns - 1)];
  }
  explicit operator bool() const { return !values.empty(); }
};
using Field = FieldOf<float>;

// Between four samples; beyond the grid as at its edge.
inline float between(const Field& field, double x, double y) {
  const GridPlace& p = field.place;
  const double u = std::clamp((x - p.x) / p.pitch, 0.0, static_cast<double>(p.columns - 1));
  const double v = std::clamp((y - p.y) / p.pitch, 0.0, static_cast<double>(p.rows - 1));
  const auto i = static_cast<std::int64_t>(u), j = static_cast<std::int64_t>(v);
  const auto s = static_cast<float>(u - static_cast<double>(i)), t = static_cast<float>(v - static_cast<double>(j));
  const float above = field.at(i, j) + (field.at(i + 1, j) - field.at(i, j)) * s;
  const float below = field.at(i, j + 1) + (field.at(i + 1, j + 1) - field.at(i, j + 1)) * s;
  return above + (below - above) * t;
}

// By a bell of so many samples; beyond the grid as at its edge.
Field smoothed(const Field& field, double sigma, const Parallel& parallel);

// The field on another grid, by cubic curves through its samples (Catmull and Rom).
Field taken_over(const Field& field, const GridPlace& place, const Parallel& parallel);

// Lines along which a field has a level: marching squares.

// In 1/100 mm; what is above the level lies to the right of whoever walks along a line.
// With `rings` the field is taken to be below the level outside of it, so that
// all lines are closed.
Lines traced(const Field& field, float level, bool rings);

}  // namespace terrawright::map
