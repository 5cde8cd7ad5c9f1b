// SPDX-License-Identifier: Apache-2.0
// suns.hpp: how bright the ground is under several suns, and what light and shadow make of its colour.
// Source: Lambert's law; several suns after Mark 1992, Multidirectional, oblique-weighted, shaded-relief image.
#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

#include "terrawright/exact_math.h"
#include "terrawright/parameter.hpp"
#include "terrawright/processors.h"
#include "view/colour_rows.hpp"

namespace terrawright::view {

struct Sun {
  double from = 315, height = 45, weight = 1;
  static void describe(Parameters<Sun>& p) {
    p.parameter(&Sun::from, "from", "Azimuth that the sun shines from: 0 is north, 90 east.")
        .unit("deg")
        .range(-360, 360);
    p.parameter(&Sun::height, "height", "Elevation angle of the sun above the horizon.").unit("deg").range(5, 90);
    p.parameter(&Sun::weight, "weight", "Brightness of the sun beside the others.").range(0.001, 1000);
  }
};

// Light of a sun on ground that rises by gx to the right and gy downwards: (up + x gx + y gy) / sqrt(1 + gx^2 + gy^2),
// where it reaches it. All suns together give flat ground 1.
struct Beam {
  float x, y, up;
};

inline std::vector<Beam> beams_of(const std::vector<Sun>& suns) {
  double flat = 0;
  for (const Sun& sun : suns) flat += sun.weight * terrawright_sinpi(sun.height / 180.0);
  std::vector<Beam> beams;
  for (const Sun& sun : suns) {
    const double along = sun.weight * terrawright_cospi(sun.height / 180.0) / flat;
    beams.push_back({static_cast<float>(-along * terrawright_sinpi(sun.from / 180.0)),
                     static_cast<float>(along * terrawright_cospi(sun.from / 180.0)),
                     static_cast<float>(sun.weight * terrawright_sinpi(sun.height / 180.0) / flat)});
  }
  return beams;
}

namespace {

// Light and shadow multiply colours by up to these, and light adds a little.
constexpr Shade lit_by = {1.70f, 1.65f, 1.50f}, glow = {0.22f * 255, 0.21f * 255, 0.18f * 255};
constexpr Shade dark_by = {0.18f, 0.20f, 0.26f};

TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void length_of_normals(const float* gx, const float* gy, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = std::sqrt(1.0f + gx[x] * gx[x] + gy[x] * gy[x]);
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_beam(const Beam& beam, const float* gx, const float* gy, const float* length, float* __restrict sum,
              std::size_t count) {
  const Beam b = beam;
  for (std::size_t x = 0; x < count; ++x) {
    const float towards = b.up + b.x * gx[x] + b.y * gy[x];
    sum[x] += (towards > 0.0f ? towards : 0.0f) / length[x];
  }
}
// `bright` is 1 on flat ground; crests of the texture are lit as well, and valleys shaded. All of it levels off.
TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void light_up_by(const float* bright, const float* texture, float contrast, float strength,
                                  float* __restrict red, float* __restrict green, float* __restrict blue,
                                  std::size_t count) {
  constexpr float light_levels = 0.6f, shadow_levels = 0.7f;
  for (std::size_t x = 0; x < count; ++x) {
    const float t = texture[x];
    const float gain = contrast * (bright[x] - 1.0f + strength * t / std::sqrt(1.0f + t * t)), much = std::fabs(gain);
    const bool dark = gain < 0.0f;
    const float share = much / ((dark ? shadow_levels : light_levels) + much);
    // White is the most that light makes of a colour, so that lit snow keeps its forms.
    const auto lit = [](float value, float by, float more) {
      const float high = value * by + more;
      return high < 255.0f ? high : 255.0f;
    };
    red[x] += ((dark ? red[x] * dark_by.red : lit(red[x], lit_by.red, glow.red)) - red[x]) * share;
    green[x] += ((dark ? green[x] * dark_by.green : lit(green[x], lit_by.green, glow.green)) - green[x]) * share;
    blue[x] += ((dark ? blue[x] * dark_by.blue : lit(blue[x], lit_by.blue, glow.blue)) - blue[x]) * share;
  }
}

}  // namespace

}  // namespace terrawright::view
