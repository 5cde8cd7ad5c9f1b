// SPDX-License-Identifier: Apache-2.0
// Rows of distances: loops without a branch.
#pragma once
#include <cmath>
#include <cstdint>

#include "terrawright/processors.h"

namespace terrawright::shape {

namespace {

// Rows to the nearest cell of the other class in each column, from those of the previous row.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void steps_of_row(const std::uint8_t* before, const std::uint8_t* here, const float* steps, float* to,
                  std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) to[x] = before[x] == here[x] ? steps[x] + 1.0f : 1.0f;
}

// The square of the nearer of two, which float32 cannot hold.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void squares_of_row(const float* up, const float* down, double* __restrict to, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) {
    const auto nearer = static_cast<double>(down[x] < up[x] ? down[x] : up[x]);
    to[x] = nearer * nearer;
  }
}

struct Measure {
  double cell, limit;
};

// From squared distances in cells: signed metres to the edge, half-way between cells.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void metres_of_row(const Measure& measure, const std::uint8_t* mask, const double* squared, float* __restrict to,
                   std::int64_t count) {
  const Measure m = measure;
  for (std::int64_t x = 0; x < count; ++x) {
    const double far = m.cell * (std::sqrt(squared[x]) - 0.5);
    const double kept = far < m.limit ? far : m.limit;
    to[x] = static_cast<float>(mask[x] != 0 ? kept : -kept);
  }
}
// From squared distances in cells: square metres from middle to middle.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void squared_metres_of_row(const Measure& measure, const std::uint8_t* mask, const double* squared,
                           float* __restrict to, std::int64_t count) {
  const Measure m = measure;
  for (std::int64_t x = 0; x < count; ++x) {
    const double far = m.cell * m.cell * squared[x];
    const double kept = far < m.limit * m.limit ? far : m.limit * m.limit;
    to[x] = static_cast<float>(mask[x] != 0 ? kept : -kept);
  }
}

}  // namespace

}  // namespace terrawright::shape
