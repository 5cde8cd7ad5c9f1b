// SPDX-License-Identifier: Apache-2.0
// Any rectangle of cells by itself: every level makes its rows when the finer one needs them, and keeps a few.
// So memory is a few rows per level, and the finest rows are written once, straight to where they belong.
#pragma once
#include <cstddef>
#include <vector>

#include "level.hpp"

namespace terrawright::heights {

class Cascade {
 public:
  Cascade(const Surface& surface, Span columns, Span rows)
      : surface_(&surface), x_(surface.x_at(0)), y_(surface.y_at(0)) {
    finest_first_.reserve(static_cast<std::size_t>(surface.lattice.levels));
    for (int halvings = surface.lattice.levels; halvings > 0; --halvings) {
      const Level& level = finest_first_.emplace_back(surface, halvings, columns, rows);
      columns = level.node_columns();
      rows = level.node_rows();
    }
    node_columns_ = columns;
  }

  // The heights of cell row y; rows are asked for from top to bottom.
  void row(std::int32_t y, float* out) { row_of(0, y, surface_->lowest, out); }

 private:
  void row_of(std::size_t level, std::int32_t y, float lowest, float* out) {
    if (level == finest_first_.size()) return node_row(y, lowest, out);
    constexpr float open = -std::numeric_limits<float>::infinity();
    finest_first_[level].row(y, lowest, out, [&](std::int32_t j, float* cells) { row_of(level + 1, j, open, cells); });
  }

  void node_row(std::int32_t j, float lowest, float* out) const {
    surface_->nodes.row(j, node_columns_, x_.period_mask, y_.period_mask, out);
    for (std::int32_t i = node_columns_.first; i <= node_columns_.last; ++i, ++out) {
      const bool held = surface_->edge == Edge::pinned && !(x_.free.holds(i) && y_.free.holds(j));
      *out = held ? surface_->held : std::max(*out, lowest);
    }
  }

  const Surface* surface_;
  Indices x_, y_;
  Span node_columns_{0, 0};
  std::vector<Level> finest_first_;
};

}  // namespace terrawright::heights
