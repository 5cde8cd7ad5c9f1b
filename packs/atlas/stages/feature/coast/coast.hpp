// SPDX-License-Identifier: Apache-2.0
// The coast: capes, bays and open seas.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "feature/feature_grid.hpp"
#include "feature/patches.hpp"
#include "terrawright/parameter.hpp"

namespace terrawright::feature {

// Narrow parts of a mask, as inlets are of the sea: what hangs together by blocks around which little of the mask lies.
class NarrowParts {
 public:
  // `share`: around each block of a part, within `radius` metres, less of the mask lies. All live as long as this.
  NarrowParts(const std::vector<std::uint8_t>& mask, const FeatureGrid& grid, const RowSums& sums, double radius,
              Percentage share)
      : mask_(mask),
        grid_(grid),
        sums_(sums),
        disk_(radius / grid.metres(), grid),
        share_(share),
        taken_(mask.size()) {}

  // Takes the part that a block is in; false: it is taken. A block in no part is free for each.
  bool take(std::uint32_t block) {
    if (taken_[block]) return false;
    std::vector<std::uint32_t> open = {block};
    while (!open.empty()) {
      const std::uint32_t here = open.back();
      open.pop_back();
      if (taken_[here] || !is_narrow(here)) continue;
      taken_[here] = 1;
      const std::int64_t x = grid_.x(here), y = grid_.y(here);
      for (const auto& [i, j] : {std::pair(x - 1, y), std::pair(x + 1, y), std::pair(x, y - 1), std::pair(x, y + 1)}) {
        if (grid_.has(i, j) && mask_[grid_.at(i, j)]) open.push_back(static_cast<std::uint32_t>(grid_.at(i, j)));
      }
    }
    return true;
  }

 private:
  bool is_narrow(std::uint32_t block) const {
    std::int64_t all = 0;
    const std::int64_t inside = sums_.count(grid_.x(block), grid_.y(block), disk_, all);
    return inside * 1000000 < all * share_.parts_per_million;
  }

  const std::vector<std::uint8_t>& mask_;
  const FeatureGrid& grid_;
  const RowSums& sums_;
  Disk disk_;
  Percentage share_;
  std::vector<std::uint8_t> taken_;
};

// Capes, and bays as capes of the sea: blocks at the edge of a mask around which little of it lies. No direction is
// followed along the coast and nothing is smoothed; blocks are counted.
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

// The widest circles of water, one for each octant around the middle of the world.

// 0: north, clockwise. An octant reaches 22.5 degrees to both sides: |dx| < (sqrt 2 - 1) |dy| without roots. The middle
// itself is in the north.
inline int octant_of(std::int64_t dx, std::int64_t dy) {
  const std::int64_t x = std::abs(dx), y = std::abs(dy);
  const bool upright = (x + y) * (x + y) <= 2 * y * y, lying = (x + y) * (x + y) <= 2 * x * x;
  if (upright) return dy <= 0 ? 0 : 4;
  if (lying) return dx > 0 ? 2 : 6;
  if (dx > 0) return dy < 0 ? 1 : 3;
  return dy > 0 ? 5 : 7;
}

struct OpenSea {
  std::uint32_t at;
  int octant;
  std::int32_t squared;
};

// `squared`: distances to land and to the world's edge. The widest first; of equals in an octant the first block.
inline std::vector<OpenSea> open_seas(const std::vector<std::int32_t>& squared, const FeatureGrid& grid) {
  std::vector<OpenSea> best(8, OpenSea{0, 0, 0}), seas;
  for (std::uint32_t c = 0; c < squared.size(); ++c) {
    if (squared[c] == 0) continue;
    const int octant = octant_of(2 * grid.x(c) - grid.width + 1, 2 * grid.y(c) - grid.height + 1);
    OpenSea& sea = best[static_cast<std::size_t>(octant)];
    if (squared[c] > sea.squared) sea = {c, octant, squared[c]};
  }
  std::copy_if(best.begin(), best.end(), std::back_inserter(seas), [](const OpenSea& sea) { return sea.squared > 0; });
  std::stable_sort(seas.begin(), seas.end(), [](const OpenSea& a, const OpenSea& b) { return a.squared > b.squared; });
  return seas;
}

}  // namespace terrawright::feature
