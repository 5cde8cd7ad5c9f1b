// SPDX-License-Identifier: Apache-2.0
// The nearest piece of every cell of a block. Squares are halved repeatedly, and each keeps only those pieces that can
// be the nearest of one of its cells. So the answer is that of all pieces tried at each cell, for any blocks.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "pieces.hpp"
#include "terrawright/stage.hpp"

namespace source {

struct Nearest {
  double squared = PieceTree::far;  // in cells; far: none is within reach
  double value = 0;
};

class NearestPieces {
 public:
  // `reach` in cells: what is farther may be left out. For a tile, which is queried for a stop between many pieces.
  NearestPieces(const PieceTree& tree, double reach, const terrawright::Tile& tile)
      : tree_(tree), reach_(reach), tile_(tile) {}

  // found(x, y, nearest) for each cell.
  template <class Found>
  void each_cell(const terrawright::Rect& block, const Found& found) {
    const Middle m(block);
    const double nearest = tree_.distance(m.x, m.y, widened(reach_ + m.radius));
    std::vector<std::uint32_t> near;
    tree_.near(m.x, m.y, widened(std::min(nearest + 2 * m.radius, reach_ + m.radius)), near);
    descend(block, near, found);
  }

 private:
  struct Middle {
    explicit Middle(const terrawright::Rect& block)
        : x(static_cast<double>(block.x) + static_cast<double>(block.width - 1) / 2),
          y(static_cast<double>(block.y) + static_cast<double>(block.height - 1) / 2),
          radius(std::sqrt(static_cast<double>((block.width - 1) * (block.width - 1) +
                                               (block.height - 1) * (block.height - 1))) /
                 2) {}
    double x, y, radius;
  };
  // Larger than all rounding errors.
  static double widened(double distance) { return distance * (1 + 1e-9) + 1e-6; }

  template <class Found>
  void descend(const terrawright::Rect& block, const std::vector<std::uint32_t>& near, const Found& found) {
    constexpr std::int64_t small = 4;
    look_at(near.size());
    const Middle m(block);
    std::vector<std::pair<double, std::uint32_t>> by_distance;
    double least = PieceTree::far;
    for (const std::uint32_t i : near) {
      by_distance.emplace_back(std::sqrt(tree_[i].squared(m.x, m.y)), i);
      least = std::min(least, by_distance.back().first);
    }
    const double most = widened(std::min(least + 2 * m.radius, reach_ + m.radius));
    by_distance.erase(
        std::remove_if(by_distance.begin(), by_distance.end(), [&](const auto& p) { return p.first > most; }),
        by_distance.end());
    if (by_distance.size() > 4 && (block.width > small || block.height > small)) {
      std::vector<std::uint32_t> fewer;
      for (const auto& p : by_distance) fewer.push_back(p.second);
      const std::int64_t w = (block.width + 1) / 2, h = (block.height + 1) / 2;
      for (const std::int64_t y : {std::int64_t{0}, h}) {
        for (const std::int64_t x : {std::int64_t{0}, w}) {
          const terrawright::Rect part{block.x + x, block.y + y, x == 0 ? w : block.width - w,
                                       y == 0 ? h : block.height - h};
          if (part.width > 0 && part.height > 0) descend(part, fewer, found);
        }
      }
      return;
    }
    std::sort(by_distance.begin(), by_distance.end());
    for (std::int64_t y = block.y; y < block.y + block.height; ++y) {
      look_at(by_distance.size() * static_cast<std::size_t>(block.width));
      for (std::int64_t x = block.x; x < block.x + block.width; ++x)
        found(x, y, nearest(m, by_distance, static_cast<double>(x), static_cast<double>(y)));
    }
  }

  // Ties: the first of the file.
  Nearest nearest(const Middle& m, const std::vector<std::pair<double, std::uint32_t>>& near, double x,
                  double y) const {
    const double off = std::sqrt((x - m.x) * (x - m.x) + (y - m.y) * (y - m.y));
    double best = PieceTree::far, best_along = 0, enough = PieceTree::far;
    std::uint32_t which = 0;
    for (const auto& [distance, i] : near) {
      if (distance - off > enough) break;
      double along;
      const double squared = tree_[i].squared(x, y, along);
      if (squared > best || (squared == best && i > which)) continue;
      best = squared;
      best_along = along;
      which = i;
      enough = widened(std::sqrt(best));
    }
    if (best == PieceTree::far) return {};
    return {best, tree_[which].value(best_along)};
  }

  void look_at(std::size_t pieces) {
    constexpr std::size_t many = 1 << 20;
    looked_at_ += pieces;
    if (looked_at_ < many) return;
    looked_at_ = 0;
    tile_.poll();
  }

  const PieceTree& tree_;
  double reach_;
  const terrawright::Tile& tile_;
  std::size_t looked_at_ = 0;
};

}  // namespace source
