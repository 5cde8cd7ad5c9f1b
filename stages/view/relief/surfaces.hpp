// SPDX-License-Identifier: Apache-2.0
// surfaces.hpp: the colours of water and of soil before light falls on them.
#pragma once
#include <cstddef>
#include <cstdint>

#include "ground.hpp"
#include "land_colours.hpp"
#include "terrawright/processors.h"
#include "view/colour_rows.hpp"

namespace terrawright::view {

namespace {

constexpr ReliefRamp of_sea(sea_ramp);
constexpr ReliefRamp of_land(land_ramp);

TERRAWRIGHT_FOR_EACH_PROCESSOR
void colour_water(const float* metres, float per_metre, float* __restrict red, float* __restrict green,
                  float* __restrict blue, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const Shade c = colour_at(of_sea, metres[x] * per_metre);
    red[x] = c.red;
    green[x] = c.green;
    blue[x] = c.blue;
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void colour_by_height(const float* z, float per_metre, float* __restrict red, float* __restrict green,
                      float* __restrict blue, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const Shade c = colour_at(of_land, z[x] * per_metre);
    red[x] = c.red;
    green[x] = c.green;
    blue[x] = c.blue;
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void divide(const std::uint16_t* sum, const std::uint16_t* weights, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const int weight = weights[x];
    to[x] = static_cast<float>(int{sum[x]}) / static_cast<float>(weight > 0 ? weight : 1);
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void share_of_all(const std::uint16_t* sum, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = static_cast<float>(int{sum[x]}) * (1.0f / binomial_total);
}
// Smooth from 0 where value = from to 1 where it is from + 1 / per_unit, times `most`.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void smooth_step_along(const float* value, float from, float per_unit, float most, float* __restrict to,
                       std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    to[x] = most * smooth_share(held((value[x] - from) * per_unit, 0.0f, 1.0f));
  }
}

}  // namespace

}  // namespace terrawright::view
