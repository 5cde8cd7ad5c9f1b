// SPDX-License-Identifier: Apache-2.0
// The plain mean of the four nearest points, row by row, and rows woven into one. Sums in the written order.
#pragma once
#include "processors.hpp"

namespace terrawright::heights {

// The four nearest points of each point of a row: two pairs of rows, each pair summed first.
struct Near {
  const float *a, *b, *c, *d;
};

inline namespace HEIGHTS_STAGE {

HEIGHTS_FOR_EACH_PROCESSOR
void mean_of_four(float* __restrict line, int count, const Near& near) {
  for (int i = 0; i < count; ++i) line[i] = ((near.a[i] + near.b[i]) + (near.c[i] + near.d[i])) * 0.25f;
}

// Even and odd points side by side, none below `lowest`.
HEIGHTS_FOR_EACH_PROCESSOR
void interleave(float* __restrict row, int pairs, const float* evens, const float* odds, float lowest) {
  for (int i = 0; i < pairs; ++i) {
    row[2 * i] = evens[i] < lowest ? lowest : evens[i];
    row[2 * i + 1] = odds[i] < lowest ? lowest : odds[i];
  }
}

}  // namespace HEIGHTS_STAGE

}  // namespace terrawright::heights
