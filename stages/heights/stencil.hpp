// SPDX-License-Identifier: Apache-2.0
// The means that diamond-square displaces, row by row: the plain mean of the four nearest points, and the
// 12-point quincunx interpolation that is exact for cubic polynomials. Sums in the written order.
#pragma once
#include "processors.hpp"

namespace terrawright::heights {

enum class Stencil { plain, cubic };

// The four nearest points of each point of a row: two pairs of rows, each pair summed first.
struct Near {
  const float *a, *b, *c, *d;
};
// The eight next: (-3,-1)(3,-1)(-3,1)(3,1)(-1,-3)(1,-3)(-1,3)(1,3) of a centre; 2 for 3 at an edge point.
struct Far {
  const float *a, *b, *c, *d, *e, *f, *g, *h;
};

namespace {

HEIGHTS_FOR_EACH_PROCESSOR
void mean_of_four(float* __restrict line, int count, const Near& near) {
  for (int i = 0; i < count; ++i) line[i] = ((near.a[i] + near.b[i]) + (near.c[i] + near.d[i])) * 0.25f;
}

HEIGHTS_FOR_EACH_PROCESSOR
void mean_of_twelve(float* __restrict line, int count, const Near& near, const Far& far) {
  for (int i = 0; i < count; ++i) {
    const float four = (near.a[i] + near.b[i]) + (near.c[i] + near.d[i]);
    const float eight =
        ((far.a[i] + far.b[i]) + (far.c[i] + far.d[i])) + ((far.e[i] + far.f[i]) + (far.g[i] + far.h[i]));
    line[i] = (10.0f * four - eight) * 0.03125f;
  }
}

// Even and odd points side by side, none below `lowest`.
HEIGHTS_FOR_EACH_PROCESSOR
void interleave(float* __restrict row, int pairs, const float* evens, const float* odds, float lowest) {
  for (int i = 0; i < pairs; ++i) {
    row[2 * i] = evens[i] < lowest ? lowest : evens[i];
    row[2 * i + 1] = odds[i] < lowest ? lowest : odds[i];
  }
}

}  // namespace

}  // namespace terrawright::heights
