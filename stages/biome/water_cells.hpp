// SPDX-License-Identifier: Apache-2.0
// water_cells.hpp: which cells of a row are ocean or lake, before anything else is asked of them.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "classes.hpp"
#include "terrawright/processors.h"

namespace terrawright::biome {

namespace {

constexpr std::uint16_t no_water = unknown;  // what it is, is asked later

TERRAWRIGHT_FOR_EACH_PROCESSOR
void find_land(const float* height, std::uint8_t* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = height[x] > 0.0f ? 1 : 0;
}
// Ocean by its depth, lake, or none.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void find_water(const float* height, const std::uint8_t* land, const std::uint8_t* in_ocean,
                const std::uint8_t* in_lake, float shelf_end, std::uint16_t* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const std::uint16_t ocean = height[x] > shelf_end ? shelf : deep_ocean;
    const std::uint16_t water = in_ocean[x] != 0 ? ocean : std::uint16_t{lake};
    const std::uint16_t ground = in_lake[x] != 0 ? std::uint16_t{lake} : no_water;
    to[x] = land[x] != 0 ? ground : water;
  }
}
// Floats above the returned one are above `value` in float64, too.
inline float float_below(double value) {
  const auto near = static_cast<float>(value);
  return static_cast<double>(near) > value ? std::nextafter(near, -std::numeric_limits<float>::infinity()) : near;
}

}  // namespace

}  // namespace terrawright::biome
