// SPDX-License-Identifier: Apache-2.0
// Combines the octaves of a noise, -1..1 each, in float32, by its kind.
#pragma once
#include <cmath>
#include <cstddef>

#include "heights/processors.hpp"

namespace terrawright::heights {

enum class Kind { white, value, gradient, ridged, billow };

inline namespace HEIGHTS_STAGE {

HEIGHTS_FOR_EACH_PROCESSOR
void add_plain(const float* octave, float amplitude, float* __restrict sum, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) sum[i] += amplitude * octave[i];
}
// Hollows where the octave is 0, round between.
HEIGHTS_FOR_EACH_PROCESSOR
void add_billow(const float* octave, float amplitude, float* __restrict sum, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) sum[i] += amplitude * (2.0f * std::fabs(octave[i]) - 1.0f);
}
// Ridges where the octave is 0; lower ground gets less of the octaves that follow.
HEIGHTS_FOR_EACH_PROCESSOR
void add_ridged(const float* octave, float amplitude, float* __restrict sum, float* __restrict weight,
                std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const float rise = 1.0f - std::fabs(octave[i]), signal = rise * rise * weight[i];
    sum[i] += amplitude * (2.0f * signal - 1.0f);
    const float twice = 2.0f * signal;
    weight[i] = twice < 1.0f ? twice : 1.0f;
  }
}
// -1..1 to lowest..highest, in float64.
HEIGHTS_FOR_EACH_PROCESSOR
void spread(const float* sum, double lowest, double highest, float* __restrict to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const float held = sum[i] < -1.0f ? -1.0f : sum[i] > 1.0f ? 1.0f : sum[i];
    const double share = (static_cast<double>(held) + 1.0) / 2.0;
    to[i] = static_cast<float>(lowest + (highest - lowest) * share);
  }
}

}  // namespace HEIGHTS_STAGE
}  // namespace terrawright::heights
