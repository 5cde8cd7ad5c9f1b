// SPDX-License-Identifier: Apache-2.0
// line.hpp: how long a line is, and where its middle.
#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

namespace terrawright::feature {

struct Place {
  double x, y;  // in cells of the world
};

inline double length_of(const std::vector<Place>& line, double cell) {
  double length = 0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double dx = line[i].x - line[i - 1].x, dy = line[i].y - line[i - 1].y;
    length += std::sqrt(dx * dx + dy * dy);
  }
  return length * cell / 1000;  // km
}

// The place half-way along a line.
inline Place middle_of(const std::vector<Place>& line) {
  double left = length_of(line, 1000.0) / 2;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double dx = line[i].x - line[i - 1].x, dy = line[i].y - line[i - 1].y, step = std::sqrt(dx * dx + dy * dy);
    if (step >= left && step > 0) return {line[i - 1].x + dx * (left / step), line[i - 1].y + dy * (left / step)};
    left -= step;
  }
  return line.back();
}

}  // namespace terrawright::feature
