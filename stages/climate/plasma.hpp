// SPDX-License-Identifier: Apache-2.0
// plasma.hpp: a small diamond-square field that gives the climate its large-scale whims.
//
// 17 x 17 samples, corners uniform in [0, 1), first displacement 0.5, halved each level; at the border the mean
// of the three neighbours on the map. Source: Fournier, Fussell & Carpenter 1982.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "terrawright/magnify.hpp"
#include "terrawright/random.h"

namespace terrawright::climate {

constexpr int plasma_levels = 4;

// (2^levels + 1)^2 samples, row by row.
inline std::vector<float> plasma(std::uint64_t stream, int levels = plasma_levels) {
  const std::int32_t side = (1 << levels) + 1, end = side - 1;
  std::vector<float> field(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  const auto at = [&](std::int32_t x, std::int32_t y) -> float& {
    return field[static_cast<std::size_t>(y) * static_cast<std::size_t>(side) + static_cast<std::size_t>(x)];
  };
  for (std::int32_t j = 0; j < 2; ++j) {
    const auto key = terrawright_key_of_row(stream, j, TERRAWRIGHT_FOR_CORNER, 0, 0);
    for (std::int32_t i = 0; i < 2; ++i) at(i * end, j * end) = terrawright_unit(terrawright_word(key, i));
  }

  float amplitude = 0.5f;
  std::int32_t half = end / 2;
  for (int level = 0; level < levels; ++level, half /= 2, amplitude *= 0.5f) {
    const auto displaced = [&](std::int32_t x, std::int32_t y, float mean) {
      const auto key =
          terrawright_key_of_row(stream, y / half, TERRAWRIGHT_FOR_DISPLACEMENT, static_cast<std::uint32_t>(level), 0);
      return mean + amplitude * terrawright_signed_unit(terrawright_word(key, x / half));
    };
    for (std::int32_t y = half; y < end; y += 2 * half) {
      for (std::int32_t x = half; x < end; x += 2 * half) {
        const float above = at(x - half, y - half) + at(x + half, y - half);
        const float below = at(x - half, y + half) + at(x + half, y + half);
        at(x, y) = displaced(x, y, (above + below) * 0.25f);
      }
    }
    for (std::int32_t y = 0; y <= end; y += half) {
      for (std::int32_t x = (y / half) % 2 == 0 ? half : 0; x <= end; x += 2 * half) {
        float mean = 0;
        if (y == 0 || y == end) {
          mean = ((at(x - half, y) + at(x + half, y)) + at(x, y == 0 ? half : end - half)) / 3.0f;
        } else if (x == 0 || x == end) {
          mean = ((at(x, y - half) + at(x, y + half)) + at(x == 0 ? half : end - half, y)) / 3.0f;
        } else {
          mean = ((at(x - half, y) + at(x + half, y)) + (at(x, y - half) + at(x, y + half))) * 0.25f;
        }
        at(x, y) = displaced(x, y, mean);
      }
    }
  }
  return field;
}

// Positions of `points` points along the longer side of an area on the field; one point is its first sample.
inline MagnifyAxis across_plasma(std::int64_t points) {
  constexpr std::int64_t steps = std::int64_t{1} << plasma_levels;
  return {steps, std::max<std::int64_t>(points - 1, 1), steps + 1};
}

// The plasma magnified to width x height points; the longer side spans the field.
inline std::vector<double> spread_plasma(const std::vector<float>& field, std::int64_t width, std::int64_t height) {
  const std::vector<double> samples(field.begin(), field.end());
  const MagnifyAxis axis = across_plasma(std::max(width, height));
  std::vector<double> points(static_cast<std::size_t>(width * height));
  magnify(Kernel::bspline, samples.data(), axis, axis, Rect{0, 0, width, height},
          [&](std::int64_t y, const double* row) { std::copy_n(row, width, points.begin() + y * width); });
  return points;
}

// To -1 .. 1: the lowest value and the highest of some; 0 everywhere if there is no difference.
template <class Value>
void stretch_to_signed_unit(std::vector<Value>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double lowest = static_cast<double>(*low), range = static_cast<double>(*high) - lowest;
  for (Value& value : values) {
    const double t = range > 0 ? (static_cast<double>(value) - lowest) / range : 0.5;
    value = static_cast<Value>(2.0 * t - 1.0);
  }
}

}  // namespace terrawright::climate
