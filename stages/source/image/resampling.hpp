// SPDX-License-Identifier: Apache-2.0
// Samples of a file to values on the world's grid.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "terrawright/abi.h"
#include "terrawright/magnify.hpp"

namespace source {

using terrawright::Rect;

// Sample to value, float64 inside and rounded once: low + (high - low) * sample / full.
struct Mapping {
  double low = 0.0, high = 1.0, full = 1.0;
  bool as_they_are = false;

  float operator()(float sample) const {
    if (as_they_are) return sample;
    return static_cast<float>(low + (high - low) * (static_cast<double>(sample) / full));
  }
  float middle() const { return static_cast<float>((low + high) / 2.0); }
  // The sample whose value this is.
  float sample_of(double value) const {
    return static_cast<float>(as_they_are ? value : high == low ? 0.0 : (value - low) / (high - low) * full);
  }
};

inline Mapping mapping_of(const terrawright_file_facts& facts, std::optional<double> low, std::optional<double> high) {
  Mapping mapping;
  mapping.low = low.value_or(0.0);
  mapping.high = high.value_or(1.0);
  const bool is_signed = (facts.flags & TERRAWRIGHT_FACTS_SIGNED) != 0;
  if (facts.bits != 0 && facts.bits <= 16)
    mapping.full = static_cast<double>((std::uint64_t{1} << (facts.bits - (is_signed ? 1 : 0))) - 1);
  mapping.as_they_are = !low && (facts.bits == 0 || (facts.flags & TERRAWRIGHT_FACTS_VALUES) != 0);
  return mapping;
}

struct FileGrid {
  std::int64_t columns = 0, rows = 0, world_width = 0, world_height = 0;
  bool fits() const { return columns == world_width && rows == world_height; }
};

inline std::string size_text(std::int64_t width, std::int64_t height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

inline std::string metres_text(double metres) {
  char text[40];
  const bool far = std::abs(metres) >= 10000;
  std::snprintf(text, sizeof text, "%.6g %s", far ? metres / 1000 : metres, far ? "km" : "m");
  return text;
}
inline std::string degrees_text(double degrees) {
  char text[40];
  std::snprintf(text, sizeof text, "%.4g deg", degrees);
  return text;
}

enum class Method { none, nearest, linear, catmull, bspline };

// Corners on corners: cell p of n lies at sample p * (samples - 1) / (n - 1).
inline terrawright::MagnifyAxis axis(std::int64_t cells, std::int64_t samples) {
  return {samples - 1, cells > 1 ? cells - 1 : 1, samples};
}
inline std::int64_t nearest(const terrawright::MagnifyAxis& axis, std::int64_t p) {
  return (2 * p * axis.numerator + axis.divisor) / (2 * axis.divisor);
}

inline terrawright::Kernel kernel_of(Method method) {
  return method == Method::linear    ? terrawright::Kernel::linear
         : method == Method::catmull ? terrawright::Kernel::catmull
                                     : terrawright::Kernel::bspline;
}

// The samples that the cells of `area` are made of.
inline Rect samples_for(const FileGrid& grid, Method method, const Rect& area) {
  if (grid.fits()) return area;
  const auto along_y = axis(grid.world_height, grid.rows);
  const std::int64_t last_y = area.y + area.height - 1;
  if (method == Method::nearest) {
    const auto along_x = axis(grid.world_width, grid.columns);
    const std::int64_t x = nearest(along_x, area.x), y = nearest(along_y, area.y);
    return {x, y, nearest(along_x, area.x + area.width - 1) - x + 1, nearest(along_y, last_y) - y + 1};
  }
  const auto rows = terrawright::rows_for(kernel_of(method), along_y, area.y, area.height);
  return {0, rows.first, grid.columns, rows.end - rows.first};
}

// Calls row(y, samples) for each row of `area`, resampled. `samples` are those of samples_for(), row by row.
template <class Row>
void each_row(const FileGrid& grid, Method method, const std::vector<float>& samples, const Rect& area, Row row) {
  const Rect there = samples_for(grid, method, area);
  const auto row_at = [&](std::int64_t y) { return samples.data() + (y - there.y) * there.width; };
  if (grid.fits()) {
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) row(y, row_at(y));
    return;
  }
  const auto along_x = axis(grid.world_width, grid.columns), along_y = axis(grid.world_height, grid.rows);
  if (method == Method::nearest) {
    std::vector<float> values(static_cast<std::size_t>(area.width));
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
      const float* from = row_at(nearest(along_y, y));
      for (std::int64_t i = 0; i < area.width; ++i) {
        values[static_cast<std::size_t>(i)] = from[nearest(along_x, area.x + i) - there.x];
      }
      row(y, values.data());
    }
    return;
  }
  terrawright::magnify(kernel_of(method), samples.data(), there.y, along_x, along_y, area, row);
}

}  // namespace source
