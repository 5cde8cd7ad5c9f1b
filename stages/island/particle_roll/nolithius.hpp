// SPDX-License-Identifier: Apache-2.0
// The rolling particles of Nolithius: they jump as they roll, die at the edge, and the pile is faded there.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "rolling.hpp"

namespace terrawright::island {

// Deposits of each node, row by row. Particle p starts as in `roll`; its step t draws words 0 to 3 of (t, p): the
// jump along x and y, and 64 bits that shuffle the neighbours. It deposits after it moved to the first neighbour in
// that order that is strictly lower, if any. Needs margin >= 1. Source: E. Alvarez-Buylla, RollingParticleMap
// (algorithms 7.1, 7.2). Calls `poll` from time to time.
template <class Poll>
std::vector<std::uint32_t> roll_nolithius(const Rolling& rolling, std::uint64_t stream, Poll poll) {
  Pile pile(rolling.columns, rolling.rows);
  for (std::int64_t p = 0; p < rolling.particles; ++p) {
    if (p % 1024 == 0) poll();
    const ParticleWords words(stream, p, 4);
    auto [x, y] = rolling.start(words);
    for (std::int64_t t = 0; t < rolling.life; ++t) {
      if (t % 4096 == 4095) poll();
      const auto jump = [&](std::uint32_t word) {  // -1, 0 or 1, as 1 : 2 : 1
        const std::uint32_t quarter = words.at(t, word) >> 30;
        return quarter == 0 ? -1 : quarter == 3 ? 1 : 0;
      };
      x += jump(0);
      y += jump(1);
      if (rolling.in_margin(x, y)) break;

      int order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
      std::uint64_t bits = (std::uint64_t{words.at(t, 2)} << 32) + words.at(t, 3);
      for (std::uint64_t i = 7; i >= 1; --i) {
        std::swap(order[i], order[bits % (i + 1)]);
        bits /= i + 1;
      }
      const std::uint32_t here = pile.at(x, y);
      const int* lower = std::find_if(std::begin(order), std::end(order), [&, x = x, y = y](int d) {
        return pile.at(x + Pile::dx[d], y + Pile::dy[d]) < here;
      });
      if (lower != std::end(order)) {
        x += Pile::dx[*lower];
        y += Pile::dy[*lower];
      }
      ++pile.at(x, y);
    }
  }
  return std::move(pile.deposits);
}

// The outermost ring of nodes times the first factor, the next one times the second, and so on.
inline void fade_edges(std::vector<float>& heights, std::int64_t columns, const std::vector<double>& factors) {
  const std::int64_t rows = static_cast<std::int64_t>(heights.size()) / columns;
  for (std::int64_t y = 0; y < rows; ++y) {
    for (std::int64_t x = 0; x < columns; ++x) {
      const auto ring = static_cast<std::size_t>(std::min({x, y, columns - 1 - x, rows - 1 - y}));
      if (ring < factors.size())
        heights[static_cast<std::size_t>(y * columns + x)] *= static_cast<float>(factors[ring]);
    }
  }
}

}  // namespace terrawright::island
