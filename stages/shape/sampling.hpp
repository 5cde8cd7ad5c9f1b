// SPDX-License-Identifier: Apache-2.0
// Layers between their cells, and heights with their neighbours.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "terrawright/stage.hpp"

namespace terrawright::shape {

// Heights and their eight neighbours, row by row, for derivatives. Beyond the world's edge, where it does not wrap,
// heights go on in a straight line, so that a slope at the edge is the one-sided difference and nothing bends there; a
// world one cell wide is level across.
class Neighbourhood {
 public:
  // `heights` covers the tile and one cell around it, as far as the world reaches.
  Neighbourhood(View<const float> heights, const Tile& tile)
      : heights_(heights), seen_(heights.area()), left_(tile.left()), width_(tile.width()) {
    for (auto& line : lines_) line.resize(static_cast<std::size_t>(width_ + 2));
    beyond_.resize(static_cast<std::size_t>(width_ + 2));
  }

  // Rows come from top to bottom.
  void go_to(std::int64_t y) {
    if (y == here_ + 1) {
      std::swap(lines_[0], lines_[1]);
      std::swap(lines_[1], lines_[2]);
    } else {
      read(y - 1, lines_[0]);
      read(y, lines_[1]);
    }
    read(y + 1, lines_[2]);
    here_ = y;
  }
  // Row -1 (above), 0 or 1 (below); index 0 is the cell left of the tile, 1 the tile's first.
  const double* row(int k) const { return lines_[k + 1].data(); }

 private:
  void read(std::int64_t y, std::vector<double>& line) {
    const std::int64_t last = seen_.y + seen_.height - 1, edge = std::clamp(y, seen_.y, last);
    read_inside(edge, line);
    if (y == edge || seen_.height == 1) return;
    read_inside(y < edge ? seen_.y + 1 : last - 1, beyond_);
    for (std::size_t i = 0; i < line.size(); ++i) line[i] = 2.0 * line[i] - beyond_[i];
  }
  void read_inside(std::int64_t y, std::vector<double>& line) const {
    const std::int64_t seen_end = seen_.x + seen_.width;
    const std::int64_t first = std::max(left_ - 1, seen_.x), end = std::min(left_ + width_ + 1, seen_end);
    const float* from = heights_.row(y, first);
    double* to = line.data() + (first - (left_ - 1));
    for (std::int64_t i = 0; i < end - first; ++i) to[i] = static_cast<double>(from[i]);
    const auto at = [&](std::int64_t x) { return static_cast<double>(heights_(x, y)); };
    const auto outside = [&](std::int64_t edge, std::int64_t inner) {
      return seen_.width == 1 ? at(edge) : 2.0 * at(edge) - at(inner);
    };
    if (left_ == seen_.x) line.front() = outside(left_, left_ + 1);
    if (left_ + width_ == seen_end) line.back() = outside(seen_end - 1, seen_end - 2);
  }

  View<const float> heights_;
  Rect seen_;
  std::int64_t left_, width_;
  std::int64_t here_ = std::numeric_limits<std::int64_t>::min();
  std::vector<double> lines_[3], beyond_;
};

// A layer between its cells, in float64; beyond its window, which ends where the world does, the nearest cell.

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
