// SPDX-License-Identifier: Apache-2.0
// Capes, and bays as capes of the sea: blocks at the edge of a mask around which little of it lies. No direction is
// followed along the coast and nothing is smoothed; blocks are counted.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "feature/patches.hpp"
#include "narrow_parts.hpp"

namespace terrawright::feature {

struct SharpRules {
  double radius = 9000;       // m; then half of it
  Percentage share;           // of the mask around a point is less
  std::int64_t large, small;  // most points of each radius
  double apart;               // of points that are kept, in radii
  Percentage one{};           // of the mask around a way is less: points at both ends are one
};

struct SharpPoint {
  std::uint32_t at;
  std::int64_t inside, all;  // blocks around it: of the mask, and of the world
  double radius;             // m
  double x, y;               // unit vector from there to the middle of the mask around it
};

class SharpPoints {
 public:
  SharpPoints(const std::vector<std::uint8_t>& mask, const FeatureGrid& grid)
      : mask_(mask), grid_(grid), patches_(patches_of(mask, grid, false)), sums_(mask, grid) {}

  // The large ones first, of each radius the sharpest first, of equals the first block.
  std::vector<SharpPoint> found(const SharpRules& rules) const {
    std::vector<SharpPoint> kept;
    for (int pass = 0; pass < 2; ++pass) {
      const double radius = pass == 0 ? rules.radius : rules.radius / 2;
      for (const SharpPoint& point :
           apart(sharp(radius, rules.share), 1.6 * radius, pass == 0 ? rules.large : rules.small)) {
        const auto is_near = [&](const SharpPoint& other) {
          return near(point, other, rules.apart * std::max(radius, other.radius));
        };
        // Those of one radius are apart already.
        if (pass == 0 || std::none_of(kept.begin(), kept.end(), is_near)) kept.push_back(point);
      }
    }
    NarrowParts parts(mask_, grid_, sums_, rules.radius, rules.one);
    std::vector<SharpPoint> firsts;
    for (SharpPoint& point : kept) {
      if (!parts.take(point.at)) continue;
      look(point);
      firsts.push_back(point);
    }
    return firsts;
  }

 private:
  bool at_edge(std::int64_t x, std::int64_t y) const {
    const auto out = [&](std::int64_t i, std::int64_t j) { return grid_.has(i, j) && !mask_[grid_.at(i, j)]; };
    return out(x - 1, y) || out(x + 1, y) || out(x, y - 1) || out(x, y + 1);
  }
  bool near(const SharpPoint& a, const SharpPoint& b, double metres) const {
    const auto dx = static_cast<double>(grid_.x(a.at) - grid_.x(b.at)),
               dy = static_cast<double>(grid_.y(a.at) - grid_.y(b.at));
    const double blocks = metres / grid_.metres();
    return dx * dx + dy * dy < blocks * blocks;
  }

  // All points, sharpest first. Land that is no larger than the disk has no cape.
  std::vector<SharpPoint> sharp(double radius, Percentage share) const {
    const Disk disk(radius / grid_.metres(), grid_);
    std::vector<SharpPoint> points;
    for (const std::uint32_t c : patches_.blocks) {
      const std::int64_t x = grid_.x(c), y = grid_.y(c);
      if (!at_edge(x, y) || static_cast<std::int64_t>(patches_[patches_.of[c]].size()) <= disk.area()) continue;
      SharpPoint point{c, 0, 0, radius, 0, 0};
      point.inside = sums_.count(x, y, disk, point.all);
      if (point.inside * 1000000 < point.all * share.parts_per_million) points.push_back(point);
    }
    std::sort(points.begin(), points.end(), [](const SharpPoint& a, const SharpPoint& b) {
      const std::int64_t of_a = a.inside * b.all, of_b = b.inside * a.all;
      return of_a != of_b ? of_a < of_b : a.at < b.at;
    });
    return points;
  }

  std::vector<SharpPoint> apart(const std::vector<SharpPoint>& points, double metres, std::int64_t most) const {
    std::vector<SharpPoint> taken;
    for (const SharpPoint& point : points) {
      if (static_cast<std::int64_t>(taken.size()) >= most) break;
      const auto is_near = [&](const SharpPoint& other) { return near(point, other, metres); };
      if (std::none_of(taken.begin(), taken.end(), is_near)) taken.push_back(point);
    }
    return taken;
  }

  void look(SharpPoint& point) const {
    const Disk disk(point.radius / grid_.metres(), grid_);
    const std::int64_t x = grid_.x(point.at), y = grid_.y(point.at);
    std::int64_t sum_x = 0, sum_y = 0;
    disk.each_row(x, y, grid_, [&](std::int64_t j, std::int64_t first, std::int64_t end) {
      for (std::int64_t i = first; i < end; ++i) {
        if (!mask_[grid_.at(i, j)]) continue;
        sum_x += i - x;
        sum_y += j - y;
      }
    });
    const auto dx = static_cast<double>(sum_x), dy = static_cast<double>(sum_y);
    const double length = std::sqrt(dx * dx + dy * dy);
    point.x = length > 0 ? dx / length : 0;
    point.y = length > 0 ? dy / length : -1;
  }

  const std::vector<std::uint8_t>& mask_;
  const FeatureGrid& grid_;
  Patches patches_;
  RowSums sums_;
};

}  // namespace terrawright::feature
