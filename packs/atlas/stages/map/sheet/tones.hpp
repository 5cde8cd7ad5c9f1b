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
// Ink of a colour that is printed over another, so much of it.
class Ink {
 public:
  constexpr explicit Ink(const Tone& c)
      : less_{c.red / 255.0f - 1.0f, c.green / 255.0f - 1.0f, c.blue / 255.0f - 1.0f} {}
  Tone over(const Tone& a, float t) const {
    return {a.red * (1.0f + less_.red * t), a.green * (1.0f + less_.green * t), a.blue * (1.0f + less_.blue * t)};
  }

 private:
  Tone less_;
};
inline float ramp(float v, float from, float to) { return std::clamp((v - from) / (to - from), 0.0f, 1.0f); }

// Lowlands are calm and summits crisp, as if seen through air.
class Light {
 public:
  explicit Light(const Style& style)
      : shadow_(tone_of(style.shadow)),
        sun_(tone_of(style.sunlit)),
        strength_(static_cast<float>(style.shade_strength)) {}
  Tone on(const Tone& ground, float lit, float share_of_highest) const {
    const float clear = (0.62f + 0.55f * share_of_highest) * strength_;
    if (lit < 0) {
      // The darkest shade is not so dark that names and contours in it cannot be read.
      const float dark = -lit * 1.15f * clear;
      return shadow_.over(ground, dark < 0.4f ? dark : std::min(0.4f + (dark - 0.4f) * 0.5f, 0.62f));
    }
    return mixed(ground, sun_, std::clamp(lit * 1.2f * clear, 0.0f, 0.60f));
  }

 private:
  Ink shadow_;
  Tone sun_;
  float strength_;
};

// Washes of an antique map: along the coast, on high ground, and where the sea meets the land.
struct Wash {
  Ink ink;
  float share, reach;  // 1/100 mm; of heights: from this share of the highest on
};
inline constexpr Wash coast_wash{Ink({196, 150, 84}), 0.46f, 230}, high_wash{Ink({214, 184, 140}), 0.36f, 0.18f},
    sea_wash{Ink({132, 168, 166}), 0.50f, 560};
inline Tone washed(const Tone& tone, const Wash& wash, float distance) {
  const float near = std::clamp(1.0f - distance / wash.reach, 0.0f, 1.0f);
  return wash.ink.over(tone, wash.share * near * near);
}
inline Tone on_high_ground(const Tone& tone, float share_of_highest) {
  return high_wash.ink.over(tone, high_wash.share * ramp(share_of_highest, high_wash.reach, 1.0f));
}

}  // namespace terrawright::map
