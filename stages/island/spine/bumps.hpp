// SPDX-License-Identifier: Apache-2.0
// Segments of ranges as bumps: the weight of cells is their smooth union, float32 in the written order.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ranges.hpp"
#include "terrawright/processors.h"

namespace terrawright::island {

// Content of a row, in shares of the map's sides.
struct Box {
  float left, top, right, bottom;
  bool meets(const Box& other) const {
    return left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom;
  }
};

struct Bump {
  float ax, ay, across, down, per_square;  // the segment, and 1 / its length squared
  float left, left_more, right, right_more, height, higher;
  Box reaches;  // it is nothing beyond, rounding included
};

inline Bump bump_of(const Segment& s, double reach, bool heights) {
  const auto real = [](double v) { return static_cast<float>(v); };
  const double across = s.bx - s.ax, down = s.by - s.ay;
  const double widest = reach * std::max({s.left_a, s.left_b, s.right_a, s.right_b}) * 1.001 + 1e-5;
  return {real(s.ax),
          real(s.ay),
          real(across),
          real(down),
          real(1 / std::max(across * across + down * down, 1e-12)),
          real(s.left_a * reach),
          real((s.left_b - s.left_a) * reach),
          real(s.right_a * reach),
          real((s.right_b - s.right_a) * reach),
          heights ? real(s.height_a) : 1.0f,
          heights ? real(s.height_b - s.height_a) : 0.0f,
          {real(std::min(s.ax, s.bx) - widest), real(std::min(s.ay, s.by) - widest),
           real(std::max(s.ax, s.bx) + widest), real(std::max(s.ay, s.by) + widest)}};
}

// The bumps of a map; where an axis wraps, also those that reach over its ends.
inline std::vector<Bump> bumps_of(const std::vector<Segment>& segments, double reach, bool heights, bool wraps_x,
                                  bool wraps_y) {
  const Box map{0, 0, 1, 1};
  std::vector<Bump> bumps;
  for (const Segment& segment : segments) {
    bumps.push_back(bump_of(segment, reach, heights));
    const double widest = reach * std::max({segment.left_a, segment.left_b, segment.right_a, segment.right_b});
    const int away = 1 + static_cast<int>(widest);
    for (int j = wraps_y ? -away : 0; j <= (wraps_y ? away : 0); ++j) {
      for (int i = wraps_x ? -away : 0; i <= (wraps_x ? away : 0); ++i) {
        Segment moved = segment;
        moved.ax += i, moved.bx += i, moved.ay += j, moved.by += j;
        const Bump bump = bump_of(moved, reach, heights);
        if ((i != 0 || j != 0) && bump.reaches.meets(map)) bumps.push_back(bump);
      }
    }
  }
  return bumps;
}

namespace {

// In lanes, so that it vectorises.
inline Box box_around(const float* x, const float* y, std::int64_t count) {
  constexpr std::int64_t lanes = 16;
  Box box{x[0], y[0], x[0], y[0]};
  if (count < lanes) {
    for (std::int64_t i = 1; i < count; ++i) {
      box = {std::min(box.left, x[i]), std::min(box.top, y[i]), std::max(box.right, x[i]), std::max(box.bottom, y[i])};
    }
    return box;
  }
  float left[lanes], top[lanes], right[lanes], bottom[lanes];
  for (std::int64_t k = 0; k < lanes; ++k) left[k] = right[k] = x[k], top[k] = bottom[k] = y[k];
  for (std::int64_t i = lanes; i < count; i += lanes) {
    const std::int64_t from = std::min(i, count - lanes);  // the last lanes may be looked at twice
    for (std::int64_t k = 0; k < lanes; ++k) {
      left[k] = x[from + k] < left[k] ? x[from + k] : left[k];
      right[k] = x[from + k] > right[k] ? x[from + k] : right[k];
      top[k] = y[from + k] < top[k] ? y[from + k] : top[k];
      bottom[k] = y[from + k] > bottom[k] ? y[from + k] : bottom[k];
    }
  }
  return {*std::min_element(left, left + lanes), *std::min_element(top, top + lanes),
          *std::max_element(right, right + lanes), *std::max_element(bottom, bottom + lanes)};
}

// left *= 1 - 0.999 b of each cell: what its bumps leave of 1.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void take(const Bump& bump, const float* x, const float* y, float* __restrict left, std::int64_t count) {
  const Bump s = bump;
  for (std::int64_t i = 0; i < count; ++i) {
    const float px = x[i] - s.ax, py = y[i] - s.ay;
    const float along = (px * s.across + py * s.down) * s.per_square;
    const float positive = along < 0.0f ? 0.0f : along, t = positive > 1.0f ? 1.0f : positive;
    const float ex = px - t * s.across, ey = py - t * s.down, square = ex * ex + ey * ey;
    const float to_left = s.left + t * s.left_more, to_right = s.right + t * s.right_more;
    const float width = s.across * py - s.down * px > 0.0f ? to_left : to_right;
    const float inside = 1.0f - square / (width * width), flat = inside < 0.0f ? 0.0f : inside;
    const float b = flat * flat * (s.height + t * s.higher);
    left[i] *= 1.0f - b * 0.999f;
  }
}

}  // namespace
}  // namespace terrawright::island
