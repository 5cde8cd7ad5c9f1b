// SPDX-License-Identifier: Apache-2.0
// Sums over a sliding window at a cost that does not grow with it, and with the same bits under any tiling.
//
// A running sum would depend on where a tile starts. Here the line is cut into blocks as long as the window, at
// multiples of its length from the world's edge: a window is the end of one block and the beginning of the next,
// both summed once (van Herk 1992 and Gil & Werman 1993 do so for maxima).
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrawright/processors.h"

namespace terrawright::shape {

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
