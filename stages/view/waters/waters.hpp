// SPDX-License-Identifier: Apache-2.0
// waters.hpp: smooth lines of changing width, as the share of each cell that they cover.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "terrawright/tile.hpp"

namespace terrawright::view {

// A point of a line, in cells: whole numbers are centres of cells. `width` in cells.
struct StrokePoint {
  double x, y, width;
};

constexpr StrokePoint between(const StrokePoint& a, const StrokePoint& b) {
  return {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.width + b.width) / 2};
}

class Strokes {
 public:
  explicit Strokes(const Rect& area) : area_(area), is_drawn_(static_cast<std::size_t>(area.height), 0) {}

  // Bends from a to b towards the corner c, as a quadratic Bezier curve does.
  void bend(const StrokePoint& a, const StrokePoint& c, const StrokePoint& b) {
    constexpr int pieces = 6;
    StrokePoint from = a;
    for (int i = 1; i <= pieces; ++i) {
      const double t = static_cast<double>(i) / pieces, s = 1 - t;
      const StrokePoint to = {s * s * a.x + 2 * s * t * c.x + t * t * b.x, s * s * a.y + 2 * s * t * c.y + t * t * b.y,
                              s * a.width + t * b.width};
      straight(from, to);
      from = to;
    }
  }
  // Lines that overlap cover no more than the one that covers most, so their order does not matter.
  void straight(const StrokePoint& a, const StrokePoint& b) {
    if (cover_.empty()) cover_.resize(static_cast<std::size_t>(area_.width * area_.height));
    const double reach = std::max(a.width, b.width) / 2 + 1;
    const auto first = [&](double p, std::int64_t low) {
      return std::max(low, static_cast<std::int64_t>(std::floor(p - reach)));
    };
    const auto last = [&](double p, std::int64_t high) {
      return std::min(high, static_cast<std::int64_t>(std::ceil(p + reach)));
    };
    const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    for (std::int64_t y = first(std::min(a.y, b.y), area_.y),
                      y_end = last(std::max(a.y, b.y), area_.y + area_.height - 1);
         y <= y_end; ++y) {
      is_drawn_[static_cast<std::size_t>(y - area_.y)] = 1;
      for (std::int64_t x = first(std::min(a.x, b.x), area_.x),
                        x_end = last(std::max(a.x, b.x), area_.x + area_.width - 1);
           x <= x_end; ++x) {
        const double px = static_cast<double>(x) - a.x, py = static_cast<double>(y) - a.y;
        const double t = length2 > 0 ? std::clamp((px * dx + py * dy) / length2, 0.0, 1.0) : 0.0;
        const double ex = px - t * dx, ey = py - t * dy;
        const double width = a.width + t * (b.width - a.width);
        // Thinner than a cell it pales instead of breaking up.
        const double edge = std::clamp(std::max(width, 1.0) / 2 + 0.5 - std::sqrt(ex * ex + ey * ey), 0.0, 1.0);
        float& cover = cover_[index(x, y)];
        cover = std::max(cover, static_cast<float>(edge * std::min(width, 1.0)));
      }
    }
  }
  double cover(std::int64_t x, std::int64_t y) const {
    return cover_.empty() ? 0.0 : static_cast<double>(cover_[index(x, y)]);
  }
  // The cover of row y; nullptr where there is none.
  const float* row(std::int64_t y) const {
    return is_drawn_[static_cast<std::size_t>(y - area_.y)] ? &cover_[index(area_.x, y)] : nullptr;
  }

 private:
  std::size_t index(std::int64_t x, std::int64_t y) const {
    return static_cast<std::size_t>((y - area_.y) * area_.width + x - area_.x);
  }
  Rect area_;
  std::vector<std::uint8_t> is_drawn_;  // by row
  std::vector<float> cover_;
};

}  // namespace terrawright::view
