// SPDX-License-Identifier: Apache-2.0
// lights.hpp: how bright slopes are under a main light and two weaker ones beside it.
//
// Each light gives (sin h - cos h * (slope towards it)) / sqrt(1 + gx^2 + gy^2), its height h above the horizon.
// Source: Lambert's law; several lights after Mark 1992, Multidirectional, oblique-weighted, shaded-relief image.
#pragma once
#include <cmath>
#include <cstddef>

#include "land_colours.hpp"
#include "terrawright/exact_math.h"
#include "terrawright/processors.h"
#include "view/colour_rows.hpp"

namespace terrawright::view {

// Light on flat ground is 1.
struct Light {
  float x, y;
};

// Azimuth clockwise from north and height, in degrees.
inline Light lights(double from, double height) {
  const double flat = terrawright_cospi(height / 180.0), up = terrawright_sinpi(height / 180.0);
  constexpr double aside[3] = {0, -50, 50}, weights[3] = {0.64, 0.20, 0.16};
  double x = 0, y = 0;
  for (int k = 0; k < 3; ++k) {
    const double azimuth = (from + aside[k]) / 180.0;
    x += weights[k] * flat * terrawright_sinpi(azimuth);
    y -= weights[k] * flat * terrawright_cospi(azimuth);
  }
  return {static_cast<float>(x / up), static_cast<float>(y / up)};
}

namespace {

// Shadows multiply with a cool tint, lit slopes gain warm light; both level off. gx and gy are rises over a run of 1.
// Gentle slopes are drawn up to 1 + plains times as steep, those of `gentle` half of that, steep ones as they are.
constexpr float gentle = 0.15f;
TERRAWRIGHT_FOR_EACH_PROCESSOR
void light_up(const Light& from, float strength, float plains, const float* gx, const float* gy, float* __restrict red,
              float* __restrict green, float* __restrict blue, std::size_t count) {
  constexpr float steepest = 1e6f;  // its sixth power is a float
  constexpr Shade cool = shade_of(shadow), warm = bytes_of(light);
  const float from_x = from.x, from_y = from.y, more = plains * (gentle * gentle);
  for (std::size_t i = 0; i < count; ++i) {
    const float x = held(gx[i], -steepest, steepest), y = held(gy[i], -steepest, steepest);
    // (1 - L f) / sqrt(1 + (f g)^2) with f = drawn / plain, both parts times `plain`.
    const float square = x * x + y * y, plain = gentle * gentle + square, drawn = plain + more;
    const float brightness =
        (plain - (from_x * x + from_y * y) * drawn) / std::sqrt(plain * plain + square * (drawn * drawn));
    const float gain = (brightness - 1.0f) * strength, much = std::fabs(gain);
    const bool dark = gain < 0.0f;
    const float share = much / ((dark ? 0.55f : 1.1f) + much);
    red[i] += ((dark ? red[i] * cool.red : warm.red) - red[i]) * share;
    green[i] += ((dark ? green[i] * cool.green : warm.green) - green[i]) * share;
    blue[i] += ((dark ? blue[i] * cool.blue : warm.blue) - blue[i]) * share;
  }
}

}  // namespace

}  // namespace terrawright::view
