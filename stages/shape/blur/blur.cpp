// SPDX-License-Identifier: Apache-2.0
// shape.blur: means over the cells around, once or several times.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "box.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Blur {
  In<Field> field;
  Out<Field> blurred;
  std::int64_t cells = 1;
  std::optional<double> radius;
  std::int64_t passes = 3;
  std::int64_t width = 0, height = 0, reach = 1;

  static void describe(Spec<Blur>& s) {
    s.stage("shape.blur", "Blurs a field: each cell becomes the mean of the square around it, once or several times.");
    s.source("B-splines as repeated means, Unser, Aldroubi and Eden 1993; in float64, all rows, then all columns");
    s.reads_cell();
    s.port(&Blur::field, "field", "Any field; beyond the world's edge the values at the edge are repeated.")
        .halo([](const Blur& b) { return b.reach * b.passes; });
    s.port(&Blur::blurred, "field", "The blurred field; its values stay within the range of the input.").like("field");
    s.parameter(&Blur::cells, "cells", "How far the mean of one pass reaches to each side, in cells.").range(0, 1024);
    s.parameter(&Blur::radius, "radius",
                "How far the mean of one pass reaches to each side, as a length that is rounded to whole cells; it "
                "replaces `cells`.")
        .unit("m")
        .at_least(0)
        .word("by_cells");
    s.parameter(&Blur::passes, "passes",
                "1: a plain mean (box). 2: a tent. 3 and 4: the quadratic and the cubic B-spline, nearly a bell "
                "(binomial) of standard deviation sqrt(passes r (r+1) / 3) cells, r being the reach of one pass.")
        .range(1, 8);
  }

  void arrange(Arrangement& arrangement) {
    width = arrangement.width();
    height = arrangement.height();
    reach = cells;
    if (!radius) return;
    const double wide = std::floor(*radius / arrangement.cell() + 0.5);
    if (wide > 1024.0) {
      throw Failure("radius",
                    "the mean of one pass reaches at most 1024 cells; blur a coarser world, or in several passes");
    }
    reach = static_cast<std::int64_t>(wide);
  }

  // A row of the world, its ends repeated beyond the edges, blurred along x to the tile's columns.
  shape::Lines blurred_row(const float* line, const Tile& tile) const {
    const std::int64_t halo = reach * passes;
    shape::Lines row(tile.left() - halo, tile.width() + 2 * halo, 1);
    for (std::int64_t i = 0; i < row.length; ++i) {
      *row.at(i) = static_cast<double>(line[std::clamp<std::int64_t>(row.start + i, 0, width - 1)]);
    }
    for (std::int64_t pass = 0; pass < passes; ++pass) shape::box_means(row, reach);
    return row;
  }

  void paint(Tile& tile) const {
    tile.require_finite(field, "field");
    const std::int64_t halo = reach * passes;
    const auto from = tile[field];
    const auto to = tile[blurred];
    const auto inside = [&](std::int64_t y) { return std::clamp<std::int64_t>(y, 0, height - 1); };
    const std::int64_t top = inside(tile.top() - halo), bottom = inside(tile.bottom() - 1 + halo);
    std::vector<shape::Lines> rows;
    for (std::int64_t y = top; y <= bottom; ++y) {
      tile.poll();
      rows.push_back(blurred_row(from.row(y, 0), tile));
    }
    // Some columns at a time, which the cache holds.
    for (std::int64_t x = 0; x < tile.width(); x += 32) {
      tile.poll();
      shape::Lines columns(tile.top() - halo, tile.height() + 2 * halo, std::min<std::int64_t>(32, tile.width() - x));
      for (std::int64_t place = 0; place < columns.length; ++place) {
        shape::Lines& row = rows[static_cast<std::size_t>(inside(columns.start + place) - top)];
        std::copy_n(row.at(x), columns.lines, columns.at(place));
      }
      for (std::int64_t pass = 0; pass < passes; ++pass) shape::box_means(columns, reach);
      for (std::int64_t y = tile.top(); y < tile.bottom(); ++y) {
        const double* line = columns.at(y - tile.top());
        float* out = to.row(y, tile.left() + x);
        for (std::int64_t i = 0; i < columns.lines; ++i) out[i] = static_cast<float>(line[i]);
      }
    }
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, blur, Blur)
