// SPDX-License-Identifier: Apache-2.0
// smoothing.hpp: ever smoother copies of a raster, by B-spline filters with holes.
//
// Level k applies 1 4 6 4 1 over 16 with a step of 2^k, first along rows, then along columns; each output is a
// fixed sum of its own inputs, so the same bits come from any tile. Source: the `a trous` wavelet transform,
// Starck, Murtagh & Bijaoui 1998.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "terrawright/tile.hpp"

namespace terrawright::view {

// Cells that `levels` levels reach.
constexpr std::int64_t smoothing_reach(int levels) { return 2 * ((std::int64_t{1} << levels) - 1); }

// Values of the cells of `area`.
struct Patch {
  Rect area{};
  std::vector<float> values;
  explicit Patch(const Rect& where) : area(where), values(static_cast<std::size_t>(where.width * where.height)) {}
  const float* row(std::int64_t y) const { return values.data() + (y - area.y) * area.width; }
  float* row(std::int64_t y) { return values.data() + (y - area.y) * area.width; }
  float at(std::int64_t x, std::int64_t y) const { return row(y)[x - area.x]; }
};

inline float five_taps(float a, float b, float c, float d, float e) {
  return ((a + e) + 4.0f * (b + d) + 6.0f * c) * 0.0625f;
}

// Beyond the patch its outermost cells repeat: right at the world's border; elsewhere the caller must not use
// the cells within 2 * step of the patch's own edge.
inline Patch smoothed(const Patch& from, std::int64_t step) {
  const std::int64_t w = from.area.width, h = from.area.height;
  Patch wide(from.area), to(from.area);
  std::vector<std::int64_t> near_x(static_cast<std::size_t>(w + 4 * step));
  for (std::int64_t x = -2 * step; x < w + 2 * step; ++x) {
    near_x[static_cast<std::size_t>(x + 2 * step)] = std::clamp<std::int64_t>(x, 0, w - 1);
  }
  for (std::int64_t y = 0; y < h; ++y) {
    const float* in = from.values.data() + y * w;
    float* out = wide.values.data() + y * w;
    const std::int64_t* x_of = near_x.data() + 2 * step;
    for (std::int64_t x = 0; x < w; ++x) {
      out[x] = five_taps(in[x_of[x - 2 * step]], in[x_of[x - step]], in[x], in[x_of[x + step]], in[x_of[x + 2 * step]]);
    }
  }
  for (std::int64_t y = 0; y < h; ++y) {
    const auto in = [&](std::int64_t dy) {
      return wide.values.data() + std::clamp<std::int64_t>(y + dy, 0, h - 1) * w;
    };
    const float *a = in(-2 * step), *b = in(-step), *c = in(0), *d = in(step), *e = in(2 * step);
    float* out = to.values.data() + y * w;
    for (std::int64_t x = 0; x < w; ++x) out[x] = five_taps(a[x], b[x], c[x], d[x], e[x]);
  }
  return to;
}

}  // namespace terrawright::view
