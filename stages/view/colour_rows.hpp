// SPDX-License-Identifier: Apache-2.0
// colour_rows.hpp: rows of colours in float32, each channel in a row of its own, 0..255.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrawright/kinds.hpp"
#include "terrawright/processors.h"
#include "view/tint.hpp"

namespace terrawright::view {

struct Shade {
  float red, green, blue;
};
constexpr Shade shade_of(const Tint& t) {
  return {static_cast<float>(t.red), static_cast<float>(t.green), static_cast<float>(t.blue)};
}
constexpr Shade shade_of(const Colour& c) {
  return {static_cast<float>(c.red), static_cast<float>(c.green), static_cast<float>(c.blue)};
}
constexpr Shade bytes_of(const Tint& t) { return shade_of(Tint{255 * t.red, 255 * t.green, 255 * t.blue}); }

struct ColourRow {
  std::vector<float> red, green, blue;
  explicit ColourRow(std::int64_t width) : red(static_cast<std::size_t>(width)), green(red.size()), blue(red.size()) {}
  std::size_t size() const { return red.size(); }
};

// Colours at ascending places, straight lines between.
template <std::size_t n>
struct ReliefRamp {
  float at[n - 1], per_run[n - 1];
  Shade first, step[n - 1];

  constexpr explicit ReliefRamp(const Stop (&stops)[n]) : at{}, per_run{}, first(bytes_of(stops[0].tint)), step{} {
    for (std::size_t k = 0; k + 1 < n; ++k) {
      at[k] = static_cast<float>(stops[k].at);
      per_run[k] = static_cast<float>(1 / (stops[k + 1].at - stops[k].at));
      const Shade from = bytes_of(stops[k].tint), onto = bytes_of(stops[k + 1].tint);
      step[k] = {onto.red - from.red, onto.green - from.green, onto.blue - from.blue};
    }
  }
};

namespace {

// NaN becomes the least.
inline float held(float value, float least, float most) {
  const float high = value > least ? value : least;
  return high < most ? high : most;
}
inline float smooth_share(float t) { return t * t * (3.0f - 2.0f * t); }

template <std::size_t n>
inline __attribute__((always_inline)) Shade colour_at(const ReliefRamp<n>& ramp, float t) {
  Shade sum = ramp.first;
  for (std::size_t k = 0; k + 1 < n; ++k) {
    const float share = held((t - ramp.at[k]) * ramp.per_run[k], 0.0f, 1.0f);
    sum.red += ramp.step[k].red * share;
    sum.green += ramp.step[k].green * share;
    sum.blue += ramp.step[k].blue * share;
  }
  return sum;
}

// Rows of one colour mixed into others.
TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void mix_in(const Shade& other, const float* share, float* __restrict red, float* __restrict green,
                             float* __restrict blue, std::size_t count) {
  const Shade onto = other;
  for (std::size_t x = 0; x < count; ++x) {
    red[x] += (onto.red - red[x]) * share[x];
    green[x] += (onto.green - green[x]) * share[x];
    blue[x] += (onto.blue - blue[x]) * share[x];
  }
}
[[maybe_unused]] void mix_in(const Shade& other, const std::vector<float>& share, ColourRow& row) {
  mix_in(other, share.data(), row.red.data(), row.green.data(), row.blue.data(), row.size());
}
// Into what lies there already: all of it where the share is 1, nothing where it is 0.
TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void lay_over(const double* share, const float* over, float* __restrict under, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const auto part = static_cast<float>(share[x]);
    under[x] = under[x] * (1.0f - part) + over[x] * part;
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void write_bytes(const float* red, const float* green, const float* blue, Colour* __restrict to,
                                  std::size_t count) {
  const auto byte_at = [](float value) { return static_cast<std::int32_t>(held(value, 0.0f, 255.0f) + 0.5f); };
  for (std::size_t x = 0; x < count; ++x) write_pixel(to[x], byte_at(red[x]), byte_at(green[x]), byte_at(blue[x]));
}

}  // namespace

}  // namespace terrawright::view
