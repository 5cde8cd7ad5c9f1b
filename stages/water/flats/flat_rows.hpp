// SPDX-License-Identifier: Apache-2.0
// Rows of cells of flats: loops without a branch.
#pragma once
#include <cstddef>
#include <cstdint>

#include "edge_flats.hpp"
#include "terrawright/processors.h"

namespace terrawright::water {

namespace {

// 0 where one of the eight neighbours is lower or the cell is an outlet, else 1. True if there are such.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool flats_of_row(const float* z, std::ptrdiff_t stride, const std::uint8_t* is_outlet, std::uint8_t* __restrict to,
                  std::int32_t count) {
  const float *const above = z - stride, *const below = z + stride;
  std::uint8_t any = 0;
  for (std::int32_t x = 0; x < count; ++x) {
    const auto lower = [](float a, float b) { return b < a ? b : a; };
    const float over = lower(lower(above[x - 1], above[x]), above[x + 1]);
    const float under = lower(lower(below[x - 1], below[x]), below[x + 1]);
    const float lowest = lower(lower(over, under), lower(z[x - 1], z[x + 1]));
    to[x] = static_cast<std::uint8_t>(!(lowest < z[x]) & (is_outlet[x] == 0));
    any |= to[x];
  }
  return any != 0;
}

inline bool all_flats_have(const std::uint8_t* is_flat, const std::uint8_t* way, std::int64_t count) {
  std::uint8_t lacks = 0;
  for (std::int64_t x = 0; x < count; ++x) lacks |= static_cast<std::uint8_t>((is_flat[x] != 0) & (way[x] == 0));
  return lacks == 0;
}

// Values of flats, and 0 elsewhere.
template <class From, class To>
void flats_to_row(const std::uint8_t* is_flat, const From* from, To* __restrict to, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) to[x] = is_flat[x] != 0 ? static_cast<To>(from[x]) : To{0};
}

}  // namespace

}  // namespace terrawright::water
