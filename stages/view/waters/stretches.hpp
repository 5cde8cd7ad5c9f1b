// SPDX-License-Identifier: Apache-2.0
// stretches.hpp: lines of rivers, from point to point, with all that is needed to draw each piece by itself.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "terrawright/table_view.hpp"

namespace terrawright::view {

struct Stretch {
  struct End {
    double x, y;    // cells
    double metres;  // how wide the river is
    double to_sea;  // cells along it; nowhere near: `far`
    double gone;    // cells from where it begins, if nothing flows in there; else `far`
  };
  static constexpr double far = 1e9;

  End from, to;
  std::int64_t first_x, first_y;  // the cell where its line begins
};

// take(stretch) for all lines of a table as water.rivers and water.lines give it. Below a confluence a river is as wide
// as all that flows in together, and grows to the width of its row; sea is looked for so many cells down.
template <class Take>
void each_stretch(const TableView& table, double seen_down, Take take) {
  const auto *number = table.integers("reach"), *next = table.integers("next_reach");
  const auto *x = table.integers("from_x"), *y = table.integers("from_y");
  const double* const width = table.reals("width", "m");
  const char* const* const ends_in = table.texts("ends_in");
  const std::size_t n = table.rows();
  std::map<std::int64_t, std::size_t> row;
  for (std::size_t r = 0; r < n; ++r) row.emplace(number[r], r);
  const auto below = [&](std::size_t r) {
    const auto found = row.find(next[r]);
    return found == row.end() ? n : found->second;
  };
  const auto step = [](const terrawright_point& a, const terrawright_point& b) {
    return std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  };
  std::vector<double> length(n, 0), fed(n, 0);
  for (std::size_t r = 0; r < n; ++r) {
    const TableView::Line line = table.line(r);
    for (std::size_t i = 1; i < line.size(); ++i) length[r] += step(line[i - 1], line[i]);
    if (below(r) < n) fed[below(r)] += width[r] * width[r];
  }
  for (std::size_t r = 0; r < n; ++r) {
    double after = 0;
    std::size_t last = r;
    for (int rows = 0; rows < 64 && after < seen_down && below(last) < n; ++rows) after += length[last = below(last)];
    if (std::string_view(ends_in[last]) != "sea") after = Stretch::far;
    const double full = width[r] * width[r], first = fed[r] > 0 ? std::min(fed[r], full) : full;
    const TableView::Line line = table.line(r);
    double gone = 0;
    const auto end = [&](std::size_t i) {
      const double share = length[r] > 0 ? gone / length[r] : 0;
      return Stretch::End{line[i].x, line[i].y, std::sqrt(first + (full - first) * share),
                          std::max(length[r] - gone, 0.0) + after, fed[r] > 0 ? Stretch::far : gone};
    };
    for (std::size_t i = 1; i < line.size(); ++i) {
      const Stretch::End from = end(i - 1);
      gone += step(line[i - 1], line[i]);
      take(Stretch{from, end(i), x[r], y[r]});
    }
  }
}

}  // namespace terrawright::view
