// SPDX-License-Identifier: Apache-2.0
// A layer between its cells, in float64; beyond its window, which ends where the world does, the nearest cell.
#pragma once
#include <algorithm>
#include <cstdint>

#include "terrawright/stage.hpp"

namespace terrawright::shape {

// As std::floor, which is a call into the library where the processor is not asked.
inline std::int64_t floor_of(double place) {
  const auto towards_zero = static_cast<std::int64_t>(place);
  return towards_zero - (static_cast<double>(towards_zero) > place ? 1 : 0);
}

// A place along an axis: the cell at or before it and the share of the way to the next.
struct Between {
  std::int64_t cell;
  double t;
  explicit Between(double place) : cell(floor_of(place)), t(place - static_cast<double>(cell)) {}
};

template <class Cell>
class Sampled {
 public:
  explicit Sampled(const View<const Cell>& view)
      : view_(view), right_(view.area().x + view.area().width - 1), bottom_(view.area().y + view.area().height - 1) {}

  Cell nearest(double x, double y) const { return view_(column(floor_of(x + 0.5)), row(floor_of(y + 0.5))); }
  double linear(double x, double y) const {
    const Between across(x), down(y);
    const std::int64_t left = column(across.cell), right = column(across.cell + 1);
    const auto along = [&](std::int64_t j) {
      const Cell* cells = view_.row(row(j), 0);
      return static_cast<double>(cells[left]) * (1.0 - across.t) + static_cast<double>(cells[right]) * across.t;
    };
    return along(down.cell) * (1.0 - down.t) + along(down.cell + 1) * down.t;
  }
  // Catmull and Rom 1974.
  double cubic(double x, double y) const {
    const Between across(x), down(y);
    double w[4], lines[4];
    weigh(across.t, w);
    for (std::int64_t k = 0; k < 4; ++k) {
      const Cell* cells = view_.row(row(down.cell - 1 + k), 0);
      const auto at = [&](std::int64_t i) { return static_cast<double>(cells[column(across.cell - 1 + i)]); };
      lines[k] = (w[0] * at(0) + w[1] * at(1)) + (w[2] * at(2) + w[3] * at(3));
    }
    weigh(down.t, w);
    return (w[0] * lines[0] + w[1] * lines[1]) + (w[2] * lines[2] + w[3] * lines[3]);
  }

 private:
  static void weigh(double t, double* w) {
    const double t2 = t * t, t3 = t2 * t;
    w[0] = (-t + 2.0 * t2 - t3) / 2.0;
    w[1] = (2.0 - 5.0 * t2 + 3.0 * t3) / 2.0;
    w[2] = (t + 4.0 * t2 - 3.0 * t3) / 2.0;
    w[3] = (t3 - t2) / 2.0;
  }
  std::int64_t column(std::int64_t x) const { return std::clamp(x, view_.area().x, right_); }
  std::int64_t row(std::int64_t y) const { return std::clamp(y, view_.area().y, bottom_); }

  View<const Cell> view_;
  std::int64_t right_, bottom_;
};

}  // namespace terrawright::shape
