// SPDX-License-Identifier: Apache-2.0
// Rows of cells of rivers: loops without a branch.
#pragma once
#include <cstdint>

#include "strahler.hpp"
#include "terrawright/processors.h"
#include "water/discharge.hpp"

namespace terrawright::water {

namespace {

TERRAWRIGHT_FOR_EACH_PROCESSOR
void rivers_of_row(const std::uint8_t* water, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = water[x] == static_cast<std::uint8_t>(Water::river) ? 1 : 0;
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void discharge_of_row(const std::int64_t* runoff, double cell, float* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = static_cast<float>(water::discharge(runoff[x], cell));
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void dry_of_row(const std::uint8_t* sea, float* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = sea[x] != 0 ? 0.0f : to[x];
}

}  // namespace

}  // namespace terrawright::water
