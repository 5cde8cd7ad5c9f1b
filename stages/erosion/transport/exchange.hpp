// SPDX-License-Identifier: Apache-2.0
// exchange.hpp: the law of one cell, dh/dt = uplift - K sqrt(A) S + G Qs / A, implicit in time.
//
// A cell's new height depends on its receiver's alone: h' = a + b h'(r). So does what its whole basin loses, which is
// Qs: two sums over the donors, one for the height 0 of the receiver and one for each metre of that.
#pragma once
#include <cmath>
#include <cstdint>

#include "erosion/whole_numbers.hpp"
#include "terrawright/processors.h"
#include "water/directions.hpp"

namespace terrawright::erosion {

constexpr double share_parts = 1073741824;  // 2^30 of one

// Sums over donors as whole numbers, which are the same in any order.
struct Donors {
  std::int64_t height, share;

  void add(const Donors& other) { height += other.height, share += other.share; }
};

// h' = at_zero + slope h'(r).
struct Line {
  float at_zero, slope;
};

// Before a step: heights after uplift, F = celerity step / length, G / cells that drain here, and how much higher than
// the receiver a graded river is and the steepest ground is.
struct Before {
  float risen, pace, deposition, grade, steepest;
};

inline Line line_of(const Before& cell, const Donors& donors) {
  const double height = static_cast<double>(donors.height) / height_parts;
  const double share = static_cast<double>(donors.share) / share_parts;
  const double g = cell.deposition, f = cell.pace;
  const double d = 1.0 / ((1.0 + f) - g * share);
  return {static_cast<float>((cell.risen + g * height) * d), static_cast<float>(f * d)};
}

// Contribution of a cell and all above it to its receiver.
inline Donors handed_on(const Before& cell, const Donors& donors, const Line& line) {
  const double height = static_cast<double>(donors.height) / height_parts;
  const double share = static_cast<double>(donors.share) / share_parts;
  const double s = share - 1.0;
  constexpr double most_height = 281474976710656.0, most_share = 268435456.0;  // so that eight hold in 64 bits
  double high = (height + cell.risen) + s * line.at_zero;
  high = high < -most_height ? -most_height : high > most_height ? most_height : high;
  double slope = s * line.slope;
  slope = slope < -most_share ? -most_share : slope;
  return {std::llrint(high * height_parts), std::llrint(slope * share_parts)};
}

// Never below the cell that takes the water, not even below an outlet whose height is no whole number of parts: nothing
// needs to be filled again.
inline float settled(const Line& line, float grade, float steepest, float down) {
  const float cut = line.at_zero + line.slope * down, filled = down + grade, slid = down + steepest;
  const float high = cut < filled ? filled : cut;
  const float height = to_parts(static_cast<double>(high > slid ? slid : high));
  return height < down ? height + static_cast<float>(1 / height_parts) : height;
}

namespace {

struct Metres {
  float straight, diagonal;
};

// `uplift`: of each cell in mm/yr, or nullptr; then `rise` is that of all in m. False where one is not finite.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool raised_row(const float* height, const water::Receiver* to, const float* uplift, float rise, float* __restrict row,
                std::int64_t count) {
  std::uint32_t bad = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const float up = uplift != nullptr ? uplift[x] * rise : rise;
    const bool drains = to[x] != water::no_receiver;
    bad |= static_cast<std::uint32_t>(drains & !(up - up == 0.0f));
    row[x] = drains ? to_parts(static_cast<double>(height[x] + up)) : height[x];
  }
  return bad == 0;
}

// `pace`: years of a step over metres to the neighbour; `length` these metres.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void paces_of_row(const float* celerity, const water::Receiver* to, Metres pace, float* __restrict row,
                  std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) row[x] = celerity[x] * (to[x] < 5 ? pace.straight : pace.diagonal);
}
// G of the cell's own area over the whole, and the graded slope: that at 1 km2, less by the root of larger areas.
// `slopes`: that of each cell, or nullptr; then `slope` is that of all. False where one is not 0 to 0.05. `talus`: the
// steepest slope.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool deposits_of_row(const float* area, const water::Receiver* to, float g, const float* slopes, float slope,
                     float talus, Metres length, float* __restrict deposition, float* __restrict grade,
                     float* __restrict steepest, std::int64_t count) {
  std::uint32_t bad = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const float own = slopes != nullptr ? slopes[x] : slope;
    bad |= static_cast<std::uint32_t>((to[x] != water::no_receiver) & !(own >= 0.0f && own <= 0.05f));
    deposition[x] = g / area[x];
    const float steep = own * (1000.0f / std::sqrt(area[x]));
    const float high = steep > own ? own : steep, held = high < 0.1f * own ? 0.1f * own : high;
    const float metres = to[x] < 5 ? length.straight : length.diagonal;
    grade[x] = held * metres;
    steepest[x] = talus * metres;
  }
  return bad == 0;
}

}  // namespace
}  // namespace terrawright::erosion
