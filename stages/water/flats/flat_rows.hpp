// SPDX-License-Identifier: Apache-2.0
// Rows of cells of flats: loops without a branch.
#pragma once
#include <cstddef>
#include <cstdint>

#include "edge_flats.hpp"
#include "terrawright/processors.h"

namespace terrawright::water {

namespace {

// 0 where one of the eight neighbours is lower or the cell is an outlet, else unknown. True if there are such.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool drops_of_row(const float* z, std::ptrdiff_t stride, const std::uint8_t* is_outlet, Distance* __restrict to,
                  std::int32_t count) {
  const float *const above = z - stride, *const below = z + stride;
  Distance any = 0;
  for (std::int32_t x = 0; x < count; ++x) {
    const auto lower = [](float a, float b) { return b < a ? b : a; };
    const float over = lower(lower(above[x - 1], above[x]), above[x + 1]);
    const float under = lower(lower(below[x - 1], below[x]), below[x + 1]);
    const float lowest = lower(lower(over, under), lower(z[x - 1], z[x + 1]));
    to[x] = ((lowest < z[x]) | (is_outlet[x] != 0)) ? 0 : unknown_distance;
    any |= to[x];
  }
  return any != 0;
}

TERRAWRIGHT_FOR_EACH_PROCESSOR
bool widen_row(const Distance* from, std::int64_t* __restrict to, std::int64_t count) {
  Distance largest = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    to[x] = from[x];
    largest = from[x] > largest ? from[x] : largest;
  }
  return largest != unknown_distance;
}

}  // namespace

}  // namespace terrawright::water
