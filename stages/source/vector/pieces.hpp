// SPDX-License-Identifier: Apache-2.0
// Straight pieces of a drawing, and a tree of boxes that finds those near a place.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace source {

// From a to b, in cells; a point where they are one.
struct Piece {
  double ax, ay, bx, by;
  double inverse;  // of its squared length; 0 of a point
  double a_value, b_value;

  // The square of the way to (x, y); `along` is where on it that ends, 0 at a and 1 at b.
  double squared(double x, double y, double& along) const {
    const double dx = bx - ax, dy = by - ay;
    const double t = ((x - ax) * dx + (y - ay) * dy) * inverse;
    along = t > 0 ? (t < 1 ? t : 1.0) : 0.0;
    // The end itself, so that two pieces that meet are equally far.
    const double ex = along == 1.0 ? x - bx : x - (ax + along * dx);
    const double ey = along == 1.0 ? y - by : y - (ay + along * dy);
    return ex * ex + ey * ey;
  }
  double squared(double x, double y) const {
    double along;
    return squared(x, y, along);
  }
  double value(double along) const { return along == 1.0 ? b_value : a_value + along * (b_value - a_value); }
};

class PieceTree {
 public:
  static constexpr double far = std::numeric_limits<double>::infinity();

  PieceTree() = default;
  // For those pieces; all of them live as long as the tree.
  PieceTree(const std::vector<Piece>& pieces, std::vector<std::uint32_t> which)
      : pieces_(&pieces), order_(std::move(which)) {
    if (order_.empty()) return;
    sort();
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < order_.size(); i += fan) {
      Box box;
      for (std::size_t k = i; k < std::min(i + fan, order_.size()); ++k) box.add(box_of(order_[k]));
      boxes.push_back(box);
    }
    levels_.push_back(std::move(boxes));
    while (levels_.back().size() > 1) {
      const std::vector<Box>& below = levels_.back();
      std::vector<Box> above;
      for (std::size_t i = 0; i < below.size(); i += fan) {
        Box box;
        for (std::size_t k = i; k < std::min(i + fan, below.size()); ++k) box.add(below[k]);
        above.push_back(box);
      }
      levels_.push_back(std::move(above));
    }
  }

  bool empty() const { return order_.empty(); }
  std::uint64_t bytes() const {
    std::uint64_t all = order_.capacity() * sizeof order_[0];
    for (const auto& level : levels_) all += level.capacity() * sizeof level[0];
    return all;
  }

  // Distance of the nearest; `most` if none is nearer.
  double distance(double x, double y, double most) const {
    double best = most * most;
    if (!empty())
      look(levels_.size() - 1, 0, x, y, best,
           [&](std::uint32_t i) { best = std::min(best, (*pieces_)[i].squared(x, y)); });
    return std::sqrt(best);
  }
  // Those that may lie within `reach`, in no order.
  void near(double x, double y, double reach, std::vector<std::uint32_t>& found) const {
    const double most = reach * reach;
    if (!empty()) look(levels_.size() - 1, 0, x, y, most, [&](std::uint32_t i) { found.push_back(i); });
  }
  const Piece& operator[](std::uint32_t i) const { return (*pieces_)[i]; }

 private:
  static constexpr std::size_t fan = 8;

  struct Box {
    double left = far, top = far, right = -far, bottom = -far;
    void add(const Box& other) {
      left = std::min(left, other.left);
      top = std::min(top, other.top);
      right = std::max(right, other.right);
      bottom = std::max(bottom, other.bottom);
    }
    double squared(double x, double y) const {
      const double dx = std::max({left - x, x - right, 0.0}), dy = std::max({top - y, y - bottom, 0.0});
      return dx * dx + dy * dy;
    }
  };
  Box box_of(std::uint32_t i) const {
    const Piece& p = (*pieces_)[i];
    return {std::min(p.ax, p.bx), std::min(p.ay, p.by), std::max(p.ax, p.bx), std::max(p.ay, p.by)};
  }

  // Along a Z-shaped curve, so that neighbours in the row are neighbours on the map.
  void sort() {
    Box all;
    for (const std::uint32_t i : order_) all.add(box_of(i));
    const double side = std::max({all.right - all.left, all.bottom - all.top, 1e-6});
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
    for (const std::uint32_t i : order_) {
      const Piece& p = (*pieces_)[i];
      const auto share = [&](double at, double from) {
        return static_cast<std::uint32_t>((at - from) / side * 65535.0);
      };
      const std::uint32_t x = share((p.ax + p.bx) / 2, all.left), y = share((p.ay + p.by) / 2, all.top);
      std::uint64_t key = 0;
      for (unsigned bit = 0; bit < 16; ++bit)
        key |= static_cast<std::uint64_t>(x >> bit & 1u) << (2 * bit) | static_cast<std::uint64_t>(y >> bit & 1u)
                                                                            << (2 * bit + 1);
      keys.emplace_back(key, i);
    }
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = 0; i < keys.size(); ++i) order_[i] = keys[i].second;
  }

  // Calls take(i) for pieces whose boxes are nearer than `best`, which may shrink meanwhile.
  template <class Take>
  void look(std::size_t level, std::size_t at, double x, double y, const double& best, const Take& take) const {
    if (levels_[level][at].squared(x, y) > best) return;
    const std::size_t below = level == 0 ? order_.size() : levels_[level - 1].size();
    for (std::size_t k = at * fan; k < std::min(at * fan + fan, below); ++k) {
      if (level != 0) {
        look(level - 1, k, x, y, best, take);
      } else if (box_of(order_[k]).squared(x, y) <= best) {
        take(order_[k]);
      }
    }
  }

  const std::vector<Piece>* pieces_ = nullptr;
  std::vector<std::uint32_t> order_;
  std::vector<std::vector<Box>> levels_;  // the first is of pieces
};

}  // namespace source
