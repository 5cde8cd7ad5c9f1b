// SPDX-License-Identifier: Apache-2.0
// The 12-point quincunx interpolation that is exact for cubic polynomials, row by row. Sums in the written order.
#pragma once
#include "heights/stencil.hpp"

namespace terrawright::heights {

// The eight next: (-3,-1)(3,-1)(-3,1)(3,1)(-1,-3)(1,-3)(-1,3)(1,3) of a centre; 2 for 3 at an edge point.
struct Far {
  const float *a, *b, *c, *d, *e, *f, *g, *h;
};

inline namespace HEIGHTS_STAGE {

HEIGHTS_FOR_EACH_PROCESSOR
void mean_of_twelve(float* __restrict line, int count, const Near& near, const Far& far) {
  for (int i = 0; i < count; ++i) {
    const float four = (near.a[i] + near.b[i]) + (near.c[i] + near.d[i]);
    const float eight =
        ((far.a[i] + far.b[i]) + (far.c[i] + far.d[i])) + ((far.e[i] + far.f[i]) + (far.g[i] + far.h[i]));
    line[i] = (10.0f * four - eight) * 0.03125f;
  }
}

}  // namespace HEIGHTS_STAGE

}  // namespace terrawright::heights
