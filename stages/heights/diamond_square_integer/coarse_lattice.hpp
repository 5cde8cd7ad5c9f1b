// SPDX-License-Identifier: Apache-2.0
// The lattice that is made once for the whole world where coarse points rest on other heights, which lie anywhere.
// The finer ones are made tile by tile, and rest on heights near the tile.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "patch.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::heights {

struct CoarseLattice {
  int halvings = 0;          // from the corners
  std::int64_t spacing = 1;  // cells
  std::int32_t last = 1;     // index of the last point along an axis

  CoarseLattice() = default;
  // About as many points along an axis as cells between two of them, but at most 256 cells.
  explicit CoarseLattice(int levels) : halvings(levels - std::min((levels + 1) / 2, 8)) {
    spacing = std::int64_t{1} << (levels - halvings);
    last = std::int32_t{1} << halvings;
  }

  std::int64_t side() const { return last + std::int64_t{1}; }  // points
  std::int32_t of_cell(std::int64_t x) const { return static_cast<std::int32_t>(x / spacing); }
  // Points among `count` cells from `first` on.
  Span among(std::int64_t first, std::int64_t count) const {
    return {of_cell(first + spacing - 1), of_cell(first + count - 1)};
  }

  // From the first to the last of these points.
  Rect cells_of(Span columns, Span rows) const {
    // None, where a span has no points.
    const auto cells = [&](const Span& span) { return span.size() > 0 ? (span.size() - 1) * spacing + 1 : 0; };
    return {columns.first * spacing, rows.first * spacing, cells(columns), cells(rows)};
  }

  // The heights of the points in `area`, row by row; none where there is no view.
  std::vector<float> taken(const View<const float>& heights, const Rect& area) const {
    std::vector<float> points;
    const Span columns = among(area.x, area.width), rows = among(area.y, area.height);
    for (std::int64_t j = rows.first; heights && j <= rows.last; ++j) {
      for (std::int64_t i = columns.first; i <= columns.last; ++i) points.push_back(heights(i * spacing, j * spacing));
    }
    return points;
  }
  // The reverse: into the patch of the whole lattice.
  void put(const Items<float>& points, const Rect& area, Patch& all) const {
    const Span columns = among(area.x, area.width), rows = among(area.y, area.height);
    const float* next = points.begin();
    for (std::int32_t j = rows.first; !points.empty() && j <= rows.last; ++j) {
      for (std::int32_t i = columns.first; i <= columns.last; ++i) all.at(i, j) = *next++;
    }
  }
};

}  // namespace terrawright::heights
