// SPDX-License-Identifier: Apache-2.0
// coverage.hpp: how much of each pixel lies inside rings, by even and odd.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "field.hpp"

namespace terrawright::map {

// Pixel (i, j) of the place is the square from (x + i * pitch, y + j * pitch) on; 0 .. 255. `scans` lines a row.
inline FieldOf<std::uint8_t> covered(const Lines& rings, const GridPlace& place, int scans, const Parallel& parallel) {
  const std::int64_t lines = place.rows * scans;
  const double step = place.pitch / scans;
  std::vector<std::vector<float>> crossings(static_cast<std::size_t>(lines));
  for (const Line& ring : rings) {
    for (std::size_t n = 0, count = ring.spots.size(); n < count; ++n) {
      const Spot &a = ring.spots[n], &b = ring.spots[(n + 1) % count];
      // Lines at the middles of their stripes.
      const double ya = (a.y - place.y) / step - 0.5, yb = (b.y - place.y) / step - 0.5;
      if (ya == yb) continue;
      const auto first = static_cast<std::int64_t>(std::ceil(std::max(std::min(ya, yb), 0.0)));
      const auto end =
          static_cast<std::int64_t>(std::ceil(std::clamp(std::max(ya, yb), 0.0, static_cast<double>(lines))));
      for (std::int64_t k = first; k < end; ++k) {
        const double t = (static_cast<double>(k) - ya) / (yb - ya);
        const double x = (a.x + (b.x - a.x) * t - place.x) / place.pitch;
        crossings[static_cast<std::size_t>(k)].push_back(
            static_cast<float>(std::clamp(x, 0.0, static_cast<double>(place.columns))));
      }
    }
  }
  FieldOf<std::uint8_t> to(place);
  in_stretches(parallel, place.rows, 64, [&](std::int64_t from, std::int64_t until) {
    std::vector<float> row(static_cast<std::size_t>(place.columns + 1));
    for (std::int64_t j = from; j < until; ++j) {
      std::fill(row.begin(), row.end(), 0.0f);
      for (int k = 0; k < scans; ++k) {
        auto& xs = crossings[static_cast<std::size_t>(j * scans + k)];
        std::sort(xs.begin(), xs.end());
        for (std::size_t n = 0; n + 1 < xs.size(); n += 2) {
          const auto a = static_cast<std::size_t>(xs[n]), b = static_cast<std::size_t>(xs[n + 1]);
          if (a == b) {
            row[a] += xs[n + 1] - xs[n];
            continue;
          }
          row[a] += static_cast<float>(a + 1) - xs[n];
          for (std::size_t i = a + 1; i < b; ++i) row[i] += 1.0f;
          row[b] += xs[n + 1] - static_cast<float>(b);
        }
      }
      for (std::int64_t i = 0; i < place.columns; ++i)
        to.row(j)[i] = static_cast<std::uint8_t>(
            std::min(row[static_cast<std::size_t>(i)] * (255.0f / static_cast<float>(scans)) + 0.5f, 255.0f));
    }
  });
  return to;
}

}  // namespace terrawright::map
