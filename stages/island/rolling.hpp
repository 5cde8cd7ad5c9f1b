// SPDX-License-Identifier: Apache-2.0
// The pile that rolling particles build on a small grid: one sequence, as every particle sees the pile so far.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrawright/random.h"

namespace terrawright::island {

enum class Connectivity { eight, four };
enum class Stuck { stay, die };

// Distances in nodes of the grid. Needs margin <= start_edge < grid / 2.
struct Rolling {
  std::int64_t grid, start_edge, particles, life, margin;
  Connectivity connectivity;
  Stuck stuck;
};

// Deposits of each node, row by row. Particle p starts where words 0 and 1 of (-1, p) say; its step t draws
// word 0 of (t, p). Source: fractal island generation (algorithms 7.2). Calls `poll` from time to time.
template <class Poll>
std::vector<std::uint32_t> roll(const Rolling& rolling, std::uint64_t stream, Poll poll) {
  static constexpr std::int64_t dx[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  static constexpr std::int64_t dy[8] = {0, -1, -1, -1, 0, 1, 1, 1};
  const int direction_step = rolling.connectivity == Connectivity::four ? 2 : 1;
  const std::int64_t grid = rolling.grid, lowest = rolling.margin, highest = grid - 1 - rolling.margin;
  const auto start_range = static_cast<std::uint32_t>(grid - 2 * rolling.start_edge);
  std::vector<std::uint32_t> pile(static_cast<std::size_t>(grid * grid));
  const auto at = [&](std::int64_t x, std::int64_t y) -> std::uint32_t& {
    return pile[static_cast<std::size_t>(y * grid + x)];
  };
  for (std::int64_t p = 0; p < rolling.particles; ++p) {
    if (p % 1024 == 0) poll();
    const auto row = static_cast<std::int32_t>(p);
    const auto key = terrawright_key_of_row(stream, row, TERRAWRIGHT_FOR_PARTICLES, 0, 0);
    const auto second = terrawright_key_of_row(stream, row, TERRAWRIGHT_FOR_PARTICLES, 0, 1);
    std::int64_t x = rolling.start_edge + terrawright_below(terrawright_word(key, -1), start_range);
    std::int64_t y = rolling.start_edge + terrawright_below(terrawright_word(second, -1), start_range);
    for (std::int64_t t = 0; t < rolling.life; ++t) {
      const std::uint32_t here = ++at(x, y);
      std::uint32_t candidates = 0;
      int direction[8];
      for (int d = 0; d < 8; d += direction_step) {
        const std::int64_t nx = x + dx[d], ny = y + dy[d];
        if (std::min(nx, ny) < lowest || std::max(nx, ny) > highest) continue;
        if (at(nx, ny) <= here) direction[candidates++] = d;
      }
      if (candidates != 0) {
        const std::uint32_t word = terrawright_word(key, static_cast<std::int32_t>(t));
        const int chosen = direction[terrawright_below(word, candidates)];
        x += dx[chosen];
        y += dy[chosen];
      } else if (rolling.stuck == Stuck::die) {
        break;
      }
    }
  }
  return pile;
}

}  // namespace terrawright::island
