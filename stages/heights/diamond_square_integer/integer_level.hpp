// SPDX-License-Identifier: Apache-2.0
// Any rectangle of diamond-square in whole numbers, refined level by level from a coarser lattice.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "integer_law.hpp"
#include "patch.hpp"

namespace terrawright::heights {

// The points of lattice `halvings` - 1 that a run of points along one axis rests on.
inline Span nodes_along(const IntegerSurface& surface, const Axis& axis, int halvings, Span points) {
  const Indices all = surface.along(axis, halvings);
  const Span centres = common(centres_under(points, plain_reach), odds_in(all.map));
  return common(nodes_under(centres, plain_reach), evens_in(all.map));
}

// One level of refinement.
class IntegerLevel {
 public:
  // The level that makes lattice `halvings` of these points.
  IntegerLevel(const IntegerSurface& surface, int halvings, Span columns, Span rows)
      : surface_(&surface),
        halvings_(halvings),
        columns_(columns),
        rows_(rows),
        x_(surface.along(surface.lattice.x, halvings)),
        y_(surface.along(surface.lattice.y, halvings)),
        amplitude_(surface.amplitudes[static_cast<std::size_t>(halvings - 1)]) {}

  Span node_columns() const { return nodes_along(*surface_, surface_->lattice.x, halvings_, columns_); }
  Span node_rows() const { return nodes_along(*surface_, surface_->lattice.y, halvings_, rows_); }

  // old(x, y): what the cell held before. Right within the level's points; beyond them some are left at 0.
  template <class Old>
  Patch refined(const Patch& nodes, Old old) const {
    const Span node_columns = this->node_columns(), node_rows = this->node_rows();
    Patch patch({2 * node_columns.first, 2 * node_columns.last}, {2 * node_rows.first, 2 * node_rows.last});
    for (std::int32_t j = node_rows.first; j <= node_rows.last; ++j) {
      for (std::int32_t i = node_columns.first; i <= node_columns.last; ++i) patch.at(2 * i, 2 * j) = nodes.at(i, j);
    }
    for (std::int32_t y = patch.rows.first + 1; y < patch.rows.last; y += 2) {
      const auto key = key_of(y);
      for (std::int32_t x = patch.columns.first + 1; x < patch.columns.last; x += 2) {
        const float mean =
            ((patch.at(x - 1, y - 1) + patch.at(x + 1, y - 1)) + (patch.at(x - 1, y + 1) + patch.at(x + 1, y + 1))) *
            0.25f;
        patch.at(x, y) = displaced(mean, x, y, key, old);
      }
    }
    for (std::int32_t y = rows_.first; y <= rows_.last; ++y) {
      const auto key = key_of(y);
      for (std::int32_t x = columns_.first + ((columns_.first + y + 1) & 1); x <= columns_.last; x += 2) {
        patch.at(x, y) = displaced(edge_mean(patch, x, y), x, y, key, old);
      }
    }
    return patch;
  }

 private:
  terrawright_row_key key_of(std::int32_t y) const {
    const auto row = static_cast<std::int32_t>(static_cast<std::uint32_t>(y) & y_.period_mask);
    return terrawright_key_of_row(surface_->stream, row, TERRAWRIGHT_FOR_DISPLACEMENT,
                                  static_cast<std::uint32_t>(halvings_ - 1), 0);
  }

  float edge_mean(const Patch& patch, std::int32_t x, std::int32_t y) const {
    const auto at = [&](std::int32_t dx, std::int32_t dy) { return patch.at(x + dx, y + dy); };
    if (x == x_.map.first) return mean_at_border(surface_->edge, at(0, -1), at(0, 1), at(1, 0));
    if (x == x_.map.last) return mean_at_border(surface_->edge, at(0, -1), at(0, 1), at(-1, 0));
    if (y == y_.map.first) return mean_at_border(surface_->edge, at(-1, 0), at(1, 0), at(0, 1));
    if (y == y_.map.last) return mean_at_border(surface_->edge, at(-1, 0), at(1, 0), at(0, -1));
    return ((at(-1, 0) + at(1, 0)) + (at(0, -1) + at(0, 1))) * 0.25f;
  }

  template <class Old>
  float displaced(float mean, std::int32_t x, std::int32_t y, terrawright_row_key key, Old old) const {
    const auto column = static_cast<std::int32_t>(static_cast<std::uint32_t>(x) & x_.period_mask);
    const std::uint32_t drawn = terrawright_below(terrawright_word(key, column), 2u * amplitude_ + 1u);
    const auto displacement =
        static_cast<float>(static_cast<std::int32_t>(drawn) - static_cast<std::int32_t>(amplitude_));
    if (!surface_->accumulate) return surface_->mean(mean) + displacement;
    const int remaining = surface_->lattice.levels - halvings_;
    return (old(std::int64_t{x} << remaining, std::int64_t{y} << remaining) + surface_->mean(mean)) + displacement;
  }

  const IntegerSurface* surface_;
  int halvings_;
  Span columns_, rows_;
  Indices x_, y_;
  std::uint32_t amplitude_;
};

// From the nodes of lattice `from`, which node(i, j) gives, to the points columns x rows of lattice `to`; the patch
// holds some more around them, unfinished.
template <class Node, class Old>
Patch refine(const IntegerSurface& surface, int from, int to, Span columns, Span rows, Node node, Old old) {
  std::vector<IntegerLevel> finest_first;
  for (int halvings = to; halvings > from; --halvings) {
    const IntegerLevel& level = finest_first.emplace_back(surface, halvings, columns, rows);
    const Span node_columns = level.node_columns(), node_rows = level.node_rows();
    columns = node_columns;
    rows = node_rows;
  }
  Patch patch(columns, rows);
  for (std::int32_t j = rows.first; j <= rows.last; ++j) {
    for (std::int32_t i = columns.first; i <= columns.last; ++i) patch.at(i, j) = node(i, j);
  }
  for (auto level = finest_first.rbegin(); level != finest_first.rend(); ++level) patch = level->refined(patch, old);
  return patch;
}

}  // namespace terrawright::heights
