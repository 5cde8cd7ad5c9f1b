// SPDX-License-Identifier: Apache-2.0
// shape.blur: means over the cells around, once or several times.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "terrawright/processors.h"
#include "terrawright/stage.hpp"

namespace terrawright::shape {

// Sums over a sliding window at a cost that does not grow with it, and with the same bits under any tiling.
//
// A running sum would depend on where a tile starts. Here the line is cut into blocks as long as the window, at
// multiples of its length from the world's edge: a window is the end of one block and the beginning of the next,
// both summed once (van Herk 1992 and Gil & Werman 1993 do so for maxima).

// Lines of doubles side by side, because along a line each sum has to wait for the one before: value (i, k) of line k
// at place i is at(i)[k].
struct Lines {
  static constexpr std::int64_t count = 16;
  std::int64_t start = 0;  // the world's coordinate of place 0
  std::int64_t length = 0;
  std::vector<double> cells;

  void reset(std::int64_t first, std::int64_t places) {
    start = first;
    length = places;
    cells.resize(static_cast<std::size_t>(places * count));
  }
  double* at(std::int64_t place) { return cells.data() + place * count; }
};

namespace {

// For all lines at a place. GCC makes vectors of loops that it has not unrolled before.
inline void add_place(const double* __restrict more, double* __restrict sum) {
#pragma GCC unroll 1
  for (std::int64_t k = 0; k < Lines::count; ++k) sum[k] += more[k];
}
inline void mean_of_place(const double* __restrict head, double places, double* __restrict tail) {
#pragma GCC unroll 1
  for (std::int64_t k = 0; k < Lines::count; ++k) tail[k] = (tail[k] + head[k]) / places;
}

// Means of the windows that begin at places begin .. end - 1 of the block at `block`. They take the places of the sums
// from each place to the block's last, and those the places of the values.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void means_of_block(double* cells, std::int64_t block, std::int64_t window, std::int64_t begin, std::int64_t end) {
  const auto at = [=](std::int64_t place) { return cells + place * Lines::count; };
  const auto places = static_cast<double>(window);
  for (std::int64_t i = block + window - 2; i >= begin; --i) add_place(at(i + 1), at(i));
  double head[Lines::count];
  std::fill_n(head, Lines::count, -0.0);  // which changes nothing that it is added to, 0 neither
  // A window that is a whole block has no second part.
  if (block >= begin) mean_of_place(head, places, at(block));
  const std::int64_t first = std::max(begin, block + 1);
  for (std::int64_t i = block + 1; i < first; ++i) add_place(at(i + window - 1), head);
  for (std::int64_t i = first; i < end; ++i) {
    add_place(at(i + window - 1), head);
    mean_of_place(head, places, at(i));
  }
}

// Means over 2 radius + 1 places. Each end gets shorter by the radius.
inline void box_means(Lines& lines, std::int64_t radius) {
  if (radius == 0) return;
  const std::int64_t window = 2 * radius + 1, means = lines.length - 2 * radius;
  const std::int64_t first_block = -((lines.start % window + window) % window);
  for (std::int64_t block = first_block; block < means; block += window) {
    means_of_block(lines.at(0), block, window, std::max<std::int64_t>(block, 0), std::min(block + window, means));
  }
  lines.start += radius;
  lines.length = means;
}

}  // namespace
}  // namespace terrawright::shape

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
