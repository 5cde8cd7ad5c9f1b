// SPDX-License-Identifier: Apache-2.0
// Sums over a sliding window at a cost that does not grow with it, and with the same bits under any tiling.
//
// A running sum would depend on where a tile starts. Here the line is cut into blocks as long as the window, at
// multiples of its length from the world's edge: a window is the end of one block and the beginning of the next,
// both summed once (van Herk 1992 and Gil & Werman 1993 do so for maxima).
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace terrawright::shape {

// Some lines of doubles side by side: value (i, k) of line k at place i is cells[i * lines + k].
struct Lines {
  std::int64_t start = 0;  // the world's coordinate of place 0
  std::int64_t length = 0;
  std::int64_t lines = 1;
  std::vector<double> cells;

  Lines(std::int64_t first, std::int64_t places, std::int64_t beside)
      : start(first), length(places), lines(beside), cells(static_cast<std::size_t>(places * beside)) {}
  double* at(std::int64_t place) { return cells.data() + place * lines; }
};

// Means over 2 radius + 1 places. Each end gets shorter by the radius.
inline void box_means(Lines& from, std::int64_t radius) {
  if (radius == 0) return;
  const std::int64_t window = 2 * radius + 1, beside = from.lines;
  const auto add = [&](const double* a, const double* b, double* to) {
    for (std::int64_t k = 0; k < beside; ++k) to[k] = a[k] + b[k];
  };

  // heads: from the block's first place to this one. tails: from this one to the block's last.
  Lines heads = from, tails = from;
  const std::int64_t first_block = -((from.start % window + window) % window);
  for (std::int64_t block = first_block; block < from.length; block += window) {
    const std::int64_t begin = std::max<std::int64_t>(block, 0), end = std::min(block + window, from.length);
    for (std::int64_t i = begin + 1; i < end; ++i) add(heads.at(i - 1), from.at(i), heads.at(i));
    for (std::int64_t i = end - 2; i >= begin; --i) add(tails.at(i + 1), from.at(i), tails.at(i));
  }

  Lines means(from.start + radius, from.length - 2 * radius, beside);
  const auto places = static_cast<double>(window);
  const double *first = tails.at(0), *second = heads.at(window - 1);
  double* to = means.at(0);
  for (std::int64_t i = 0; i < means.length * beside; ++i) to[i] = (first[i] + second[i]) / places;
  // A window that is a whole block has no second part.
  for (std::int64_t block = first_block; block < means.length; block += window) {
    if (block < 0) continue;
    for (std::int64_t k = block * beside; k < (block + 1) * beside; ++k) to[k] = first[k] / places;
  }
  from = std::move(means);
}

}  // namespace terrawright::shape
