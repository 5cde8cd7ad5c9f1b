// SPDX-License-Identifier: Apache-2.0
// tones.hpp: colours before they are rounded, and washes of them.
#pragma once
#include <algorithm>

#include "style.hpp"

namespace terrawright::map {

struct Tone {
  float red, green, blue;
};
inline Tone tone_of(Colour c) {
  return {static_cast<float>(c.red), static_cast<float>(c.green), static_cast<float>(c.blue)};
}
inline Tone mixed(const Tone& a, const Tone& b, float t) {
  return {a.red + (b.red - a.red) * t, a.green + (b.green - a.green) * t, a.blue + (b.blue - a.blue) * t};
}
inline Tone times(const Tone& a, const Tone& b, float t) {
  const auto one = [t](float v, float w) { return v * (1.0f + (w / 255.0f - 1.0f) * t); };
  return {one(a.red, b.red), one(a.green, b.green), one(a.blue, b.blue)};
}
inline float ramp(float v, float from, float to) { return std::clamp((v - from) / (to - from), 0.0f, 1.0f); }

// Lowlands are calm and summits crisp, as if seen through air.
inline Tone in_light(const Tone& ground, float lit, float share_of_highest, const Style& style) {
  const float clear = (0.62f + 0.55f * share_of_highest) * static_cast<float>(style.shade_strength);
  if (lit < 0) return times(ground, tone_of(style.shadow), std::clamp(-lit * 1.15f * clear, 0.0f, 0.80f));
  return mixed(ground, tone_of(style.sunlit), std::clamp(lit * 1.2f * clear, 0.0f, 0.60f));
}

// Washes of an antique map: along the coast, on high ground, and where the sea meets the land.
struct Wash {
  Tone tone;
  float share, reach;  // 1/100 mm; of heights: from this share of the highest on
};
inline constexpr Wash coast_wash{{196, 150, 84}, 0.46f, 230}, high_wash{{214, 184, 140}, 0.36f, 0.18f},
    sea_wash{{132, 168, 166}, 0.50f, 560};
inline Tone washed(const Tone& tone, const Wash& wash, float distance) {
  const float near = std::clamp(1.0f - distance / wash.reach, 0.0f, 1.0f);
  return times(tone, wash.tone, wash.share * near * near);
}
inline Tone on_high_ground(const Tone& tone, float share_of_highest) {
  return times(tone, high_wash.tone, high_wash.share * ramp(share_of_highest, high_wash.reach, 1.0f));
}

}  // namespace terrawright::map
