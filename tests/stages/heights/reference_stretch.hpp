// SPDX-License-Identifier: Apache-2.0
// A square lattice of 2^n+1 points stretched to cells, as the formula says: axis by axis, all of it at once.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace terrawright::reference {

struct Stretch {
  std::int64_t points;         // of the lattice, a side
  std::int64_t width, height;  // cells
  bool periodic = false;

  // From a row or a column to `length` cells.
  std::vector<float> line(const std::vector<float>& g, std::int64_t length) const {
    const std::int64_t blocks = points - 1;
    std::int64_t around = periodic ? length : std::max<std::int64_t>(length - 1, 1);
    for (std::int64_t closed = 2; periodic && closed <= length; closed = 2 * closed - 1) {
      if (closed == length) around = length - 1;
    }
    const auto at = [&](std::int64_t i) {
      i = periodic ? (i + blocks) % blocks : std::clamp<std::int64_t>(i, 0, blocks);
      return static_cast<double>(g[static_cast<std::size_t>(i)]);
    };
    std::vector<float> cells;
    for (std::int64_t x = 0; x < length; ++x) {
      const std::int64_t i = x * blocks / around;
      const double t = static_cast<double>(x * blocks % around) / static_cast<double>(around);
      const double w0 = (-t + 2 * t * t - t * t * t) / 2, w1 = (2 - 5 * t * t + 3 * t * t * t) / 2;
      const double w2 = (t + 4 * t * t - 3 * t * t * t) / 2, w3 = (t * t * t - t * t) / 2;
      cells.push_back(static_cast<float>((w0 * at(i - 1) + w1 * at(i)) + (w2 * at(i + 1) + w3 * at(i + 2))));
    }
    return cells;
  }

  std::vector<float> cells(const std::vector<float>& lattice) const {
    std::vector<float> wide;
    for (std::int64_t j = 0; j < points; ++j) {
      const auto begin = lattice.begin() + static_cast<std::ptrdiff_t>(j * points);
      const std::vector<float> row = line({begin, begin + static_cast<std::ptrdiff_t>(points)}, width);
      wide.insert(wide.end(), row.begin(), row.end());
    }
    std::vector<float> all(static_cast<std::size_t>(width * height));
    for (std::int64_t x = 0; x < width; ++x) {
      std::vector<float> column;
      for (std::int64_t j = 0; j < points; ++j) column.push_back(wide[static_cast<std::size_t>(j * width + x)]);
      const std::vector<float> tall = line(column, height);
      for (std::int64_t y = 0; y < height; ++y) {
        all[static_cast<std::size_t>(y * width + x)] = tall[static_cast<std::size_t>(y)];
      }
    }
    return all;
  }
};

}  // namespace terrawright::reference
