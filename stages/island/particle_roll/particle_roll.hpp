// SPDX-License-Identifier: Apache-2.0
// The pile that rolling particles build on a small grid: one sequence, as every particle sees the pile so far.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "terrawright/random.h"

namespace terrawright::island {

enum class Connectivity { eight, four };
enum class Stuck { stay, die };

// Deposits of each node, row by row, and the neighbours of a node: E, NE, N, NW, W, SW, S, SE.
struct Pile {
  static constexpr std::int64_t dx[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  static constexpr std::int64_t dy[8] = {0, -1, -1, -1, 0, 1, 1, 1};

  std::int64_t columns;
  std::vector<std::uint32_t> deposits;

  Pile(std::int64_t wide, std::int64_t high) : columns(wide), deposits(static_cast<std::size_t>(wide * high)) {}
  std::uint32_t& at(std::int64_t x, std::int64_t y) { return deposits[static_cast<std::size_t>(y * columns + x)]; }
};

// The random words of one particle, by step.
class ParticleWords {
 public:
  ParticleWords(std::uint64_t stream, std::int64_t particle, std::uint32_t words) {
    for (std::uint32_t w = 0; w < words; ++w) {
      keys_[w] = terrawright_key_of_row(stream, static_cast<std::int32_t>(particle), TERRAWRIGHT_FOR_PARTICLES, 0, w);
    }
  }
  std::uint32_t at(std::int64_t step, std::uint32_t word) const {
    return terrawright_word(keys_[word], static_cast<std::int32_t>(step));
  }

 private:
  terrawright_row_key keys_[4];
};

// Distances in nodes of the grid. Needs margin <= start_edge < half the shorter side.
struct Rolling {
  std::int64_t columns, rows, start_edge, particles, life, margin;
  Connectivity connectivity = Connectivity::eight;
  Stuck stuck = Stuck::stay;

  // Start of a particle: words 0 and 1 of step -1.
  std::pair<std::int64_t, std::int64_t> start(const ParticleWords& words) const {
    const auto along = [&](std::uint32_t word, std::int64_t side) {
      return start_edge + terrawright_below(words.at(-1, word), static_cast<std::uint32_t>(side - 2 * start_edge));
    };
    return {along(0, columns), along(1, rows)};
  }
  bool in_margin(std::int64_t x, std::int64_t y) const {
    return x < margin || y < margin || x > columns - 1 - margin || y > rows - 1 - margin;
  }
};

// Deposits of each node, row by row. Step t of a particle draws word 0. Source: fractal island generation
// (algorithms 7.2). Calls `poll` from time to time.
template <class Poll>
std::vector<std::uint32_t> roll(const Rolling& rolling, std::uint64_t stream, Poll poll) {
  const int direction_step = rolling.connectivity == Connectivity::four ? 2 : 1;
  Pile pile(rolling.columns, rolling.rows);
  for (std::int64_t p = 0; p < rolling.particles; ++p) {
    if (p % 1024 == 0) poll();
    const ParticleWords words(stream, p, 2);
    auto [x, y] = rolling.start(words);
    for (std::int64_t t = 0; t < rolling.life; ++t) {
      if (t % 4096 == 4095) poll();
      const std::uint32_t here = ++pile.at(x, y);
      std::uint32_t candidates = 0;
      int direction[8];
      for (int d = 0; d < 8; d += direction_step) {
        const std::int64_t nx = x + Pile::dx[d], ny = y + Pile::dy[d];
        if (rolling.in_margin(nx, ny)) continue;
        if (pile.at(nx, ny) <= here) direction[candidates++] = d;
      }
      if (candidates != 0) {
        const int chosen = direction[terrawright_below(words.at(t, 0), candidates)];
        x += Pile::dx[chosen];
        y += Pile::dy[chosen];
      } else if (rolling.stuck == Stuck::die) {
        break;
      }
    }
  }
  return std::move(pile.deposits);
}

// The rolling particles of Nolithius: they jump as they roll, die at the edge, and the pile is faded there.

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
