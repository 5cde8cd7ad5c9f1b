// SPDX-License-Identifier: Apache-2.0
// Heights and their eight neighbours, row by row, for derivatives. Beyond the world's edge, where it does not wrap,
// heights go on in a straight line, so that a slope at the edge is the one-sided difference and nothing bends there; a
// world one cell wide is level across.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "terrawright/stage.hpp"

namespace terrawright::shape {

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

}  // namespace terrawright::shape
