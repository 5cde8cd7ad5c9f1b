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
  std::int64_t reach = 1;

  static void describe(Spec<Blur>& s) {
    s.stage("shape.blur", "Blurs a field: each cell becomes the mean of the square around it, once or several times.");
    s.source("B-splines as repeated means, Unser, Aldroubi and Eden 1993; in float64, all rows, then all columns");
    s.revision(2).reads_cell();  // 2: sees across the edges of a world that wraps
    s.port(&Blur::field, "field",
           "Any field; beyond the world's edge, where it does not wrap, the values at the edge are repeated.")
        .halo([](const Blur& b) { return b.reach * b.passes; });
    s.port(&Blur::blurred, "field", "The blurred field; its values stay within the range of the input.").like("field");
    s.parameter(&Blur::cells, "cells", "Reach of one pass's mean to each side.")
        .unit("cells or a length")
        .range(0, 1024);
    s.parameter(
         &Blur::radius, "radius",
         "Reach of one pass's mean to each side, as a length that is rounded to whole cells; it replaces `cells`.")
        .unit("m")
        .at_least(0)
        .word("by_cells");
    s.parameter(&Blur::passes, "passes",
                "1: a plain mean (box). 2: a tent. 3 and 4: the quadratic and the cubic B-spline, nearly a bell "
                "(binomial) of standard deviation sqrt(passes r (r+1) / 3) cells, r being the reach of one pass.")
        .range(1, 8);
  }

  void arrange(Arrangement& arrangement) {
    reach = cells;
    if (!radius) return;
    const double wide = std::floor(*radius / arrangement.cell() + 0.5);
    if (wide > 1024.0) {
      throw Failure("radius",
                    "the mean of one pass reaches at most 1024 cells; blur a coarser world, or in several passes");
    }
    reach = static_cast<std::int64_t>(wide);
  }

  void blur(shape::Lines& lines) const {
    for (std::int64_t pass = 0; pass < passes; ++pass) shape::box_means(lines, reach);
  }

  void paint(Tile& tile) const {
    tile.require_finite(field, "field");
    constexpr std::int64_t band = shape::Lines::count;
    const std::int64_t halo = reach * passes;
    const auto from = tile[field];
    const auto to = tile[blurred];
    const Rect& seen = from.area();
    const std::int64_t top = seen.y, bottom = seen.y + seen.height - 1;
    const std::int64_t first = seen.x, last = seen.x + seen.width - 1;

    // Rows, some at a time. The outermost cells are repeated: those at the world's edge.
    shape::Lines lines;
    std::vector<double> rows(static_cast<std::size_t>((bottom - top + band) / band * band * tile.width()));
    const auto square = [&](std::int64_t row, std::int64_t x) { return rows.data() + row * tile.width() + x * band; };
    for (std::int64_t y = top; y <= bottom; y += band) {
      tile.poll();
      lines.reset(tile.left() - halo, tile.width() + 2 * halo);
      const float* line[band];
      for (std::int64_t k = 0; k < band; ++k) line[k] = from.row(std::min(y + k, bottom), first);
      for (std::int64_t i = 0; i < lines.length; ++i) {
        const std::int64_t x = std::clamp(lines.start + i, first, last) - first;
        for (std::int64_t k = 0; k < band; ++k) lines.at(i)[k] = static_cast<double>(line[k][x]);
      }
      blur(lines);
      std::copy_n(lines.at(0), tile.width() * band, square(y - top, 0));
    }
    // Columns.
    for (std::int64_t x = 0; x < tile.width(); x += band) {
      tile.poll();
      const std::int64_t columns = std::min(band, tile.width() - x);
      lines.reset(tile.top() - halo, tile.height() + 2 * halo);
      for (std::int64_t i = 0; i < lines.length; ++i) {
        const std::int64_t row = std::clamp(lines.start + i, top, bottom) - top, k = row % band;
        const double* column = square(row - k, x) + k;
        for (std::int64_t n = 0; n < columns; ++n) lines.at(i)[n] = column[n * band];
      }
      blur(lines);
      for (std::int64_t y = tile.top(); y < tile.bottom(); ++y) {
        const double* line = lines.at(y - tile.top());
        float* out = to.row(y, tile.left() + x);
        for (std::int64_t n = 0; n < columns; ++n) out[n] = static_cast<float>(line[n]);
      }
    }
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, blur, Blur)
