// SPDX-License-Identifier: Apache-2.0
// Any rectangle of midpoint displacement by itself: every level makes its rows when the finer one needs them.
#pragma once
#include <cstddef>
#include <vector>

#include "midpoint_level.hpp"

namespace terrawright::heights {

class MidpointCascade {
 public:
  MidpointCascade(const MidpointSurface& surface, Span columns, Span rows) : surface_(&surface) {
    finest_first_.reserve(static_cast<std::size_t>(surface.lattice.levels));
    for (int halvings = surface.lattice.levels; halvings > 0; --halvings) {
      const MidpointLevel& level = finest_first_.emplace_back(surface, halvings, columns, rows);
      columns = level.node_columns();
      rows = level.node_rows();
    }
    node_columns_ = columns;
  }

  // The heights of cell row y; rows are asked for from top to bottom.
  void row(std::int32_t y, float* out) { row_of(0, y, out); }

 private:
  void row_of(std::size_t level, std::int32_t y, float* out) {
    constexpr std::uint32_t unbounded = ~std::uint32_t{0};
    if (level == finest_first_.size()) return surface_->nodes.row(y, node_columns_, unbounded, unbounded, out);
    finest_first_[level].row(y, out, [&](std::int32_t j, float* cells) { row_of(level + 1, j, cells); });
  }

  const MidpointSurface* surface_;
  Span node_columns_{0, 0};
  std::vector<MidpointLevel> finest_first_;
};

}  // namespace terrawright::heights
