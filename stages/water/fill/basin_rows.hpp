// SPDX-License-Identifier: Apache-2.0
// Rows of cells on the way to basins and the passes between them: loops without a branch.
#pragma once
#include <cstdint>

#include "terrawright/processors.h"

namespace terrawright::water {

using Basin = std::uint32_t;
constexpr Basin outside = 0;  // the basin of all outlets

namespace {

// For each cell of land the lowest of it and its neighbours, ties: the first in raster order. So plains have few pits.
// `z` begins at the cell `first`.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void lowest_of_row(const float* z, std::int32_t stride, std::int32_t first, std::int32_t* __restrict lowest_cell,
                   std::int32_t count) {
  const std::int32_t to[9] = {-stride - 1, -stride, 1 - stride, -1, 0, 1, stride - 1, stride, stride + 1};
  for (std::int32_t x = 0; x < count; ++x) {
    float lowest = z[x - stride - 1];
    std::int32_t best = to[0];
    for (int k = 1; k < 9; ++k) {
      const float there = z[x + to[k]];
      const bool lower = there < lowest;
      lowest = lower ? there : lowest;
      best = lower ? to[k] : best;
    }
    lowest_cell[x] = first + x + best;
  }
}

// An outlet looks to itself.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void stay_at_outlets(const std::uint8_t* is_land, std::int32_t first, std::int32_t* __restrict below,
                     std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) below[x] = is_land[x] != 0 ? below[x] : first + x;
}

// Which cells have to say how high the way is to the next one, of another basin? Not those that a way by the row before
// or behind goes round, which rises no higher.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void flag_passes_along(const float* z, const Basin* basin, std::int32_t stride, std::uint8_t* __restrict flags,
                       std::int32_t count) {
  const float *const before = z - stride, *const behind = z + stride;
  for (std::int32_t x = 0; x < count; ++x) {
    const float level = z[x + 1] > z[x] ? z[x + 1] : z[x];
    const float over = before[x + 1] > before[x] ? before[x + 1] : before[x];
    const float under = behind[x + 1] > behind[x] ? behind[x + 1] : behind[x];
    flags[x] = (basin[x] != basin[x + 1]) & (level < over) & (level <= under);
  }
}

// The same of the cell below. All have to, but for those beside whom the same two basins have a lower way.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void flag_passes_down(const float* z, const Basin* basin, std::int32_t stride, std::uint8_t* __restrict flags,
                      std::int32_t count) {
  const float* const zb = z + stride;
  const Basin* const below = basin + stride;
  for (std::int32_t x = 0; x < count; ++x) {
    const float level = zb[x] > z[x] ? zb[x] : z[x];
    const float left = zb[x - 1] > z[x - 1] ? zb[x - 1] : z[x - 1];
    const float right = zb[x + 1] > z[x + 1] ? zb[x + 1] : z[x + 1];
    const bool by_left = (basin[x - 1] == basin[x]) & (below[x - 1] == below[x]) & (left <= level);
    const bool by_right = (basin[x + 1] == basin[x]) & (below[x + 1] == below[x]) & (right < level);
    flags[x] = (basin[x] != below[x]) & !by_left & !by_right;
  }
}

// The same of neighbours on a diagonal, beside whom are the cells at `a` and `b`: by neither may the way be lower.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void flag_diagonals(const float* z, const Basin* basin, std::int32_t a, std::int32_t b, std::uint8_t* __restrict flags,
                    std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) {
    const float level = z[x + a + b] > z[x] ? z[x + a + b] : z[x];
    const float aside = z[x + b] < z[x + a] ? z[x + b] : z[x + a];
    flags[x] = (basin[x] != basin[x + a + b]) & (level < aside);
  }
}

}  // namespace

}  // namespace terrawright::water
