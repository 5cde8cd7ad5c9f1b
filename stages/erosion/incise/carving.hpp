// SPDX-License-Identifier: Apache-2.0
// carving.hpp: the law of one cell, E = K A^0.5 S, implicit in time: any length of a step is stable.
//
// h = (risen + F down) / (1 + F), F = celerity step / length, with one division that waits for nothing.
#pragma once
#include <cstdint>

#include "terrawright/processors.h"
#include "water/directions.hpp"

namespace terrawright::erosion {

// Years of a step over metres to the neighbour.
struct Pace {
  float straight, diagonal;
};

// What is left of the difference to the cell below after a step: 1 / (1 + F).
inline float kept(float celerity, water::Receiver to, const Pace& pace) {
  return 1.0f / (1.0f + celerity * (to < 5 ? pace.straight : pace.diagonal));
}

// `down`: the new height of the cell that takes the water. Never below that: so nothing needs to be filled again.
inline float carved(float risen, float kept, float down) {
  const float cut = down + (risen - down) * kept;
  const float high = cut < risen ? cut : risen;  // the sum may be rounded up
  return risen > down ? high : down;
}

namespace {

TERRAWRIGHT_FOR_EACH_PROCESSOR
void kept_of_row(const float* celerity, const water::Receiver* to, float straight, float diagonal,
                 float* __restrict row, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) row[x] = kept(celerity[x], to[x], {straight, diagonal});
}

// `uplift`: of each cell, or nullptr; then `rise` is that of all. False where one is not a number of 0 or more.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool risen_of_row(const float* height, const water::Receiver* to, const float* uplift, float rise,
                  float* __restrict row, std::int64_t count) {
  std::uint32_t bad = 0;
  if (uplift == nullptr) {
    for (std::int64_t x = 0; x < count; ++x) row[x] = to[x] != water::no_receiver ? height[x] + rise : height[x];
    return true;
  }
  for (std::int64_t x = 0; x < count; ++x) {
    const float up = uplift[x];
    const bool drains = to[x] != water::no_receiver;
    bad |= static_cast<std::uint32_t>(drains & !(up >= 0.0f && up - up == 0.0f));
    row[x] = drains ? height[x] + up * rise : height[x];
  }
  return bad == 0;
}

}  // namespace
}  // namespace terrawright::erosion
