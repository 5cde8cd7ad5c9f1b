// SPDX-License-Identifier: Apache-2.0
// letters.hpp: words set in straight lines.
#pragma once
#include <string>
#include <string_view>

#include "lettering/lettering.hpp"
#include "plane.hpp"

namespace terrawright::map {

using lettering::Font;

struct Lettering {
  Font font = Font::lato;
  std::int32_t size = 220;  // 1/100 mm an em
  Colour colour = {0, 0, 0, 255};
  std::int32_t tracking = 0;  // 1/1000 em
  Colour halo = {0, 0, 0, 0};
  std::int32_t halo_width = 0;
  const lettering::Fonts* fonts = nullptr;  // of the sheet, whose own writes what `font` cannot
};
inline Lettering or_own(Lettering style, const lettering::Fonts& fonts) {
  style.fonts = &fonts;
  return style;
}

constexpr std::int32_t points(double pt) { return static_cast<std::int32_t>(pt * 35.2778 + 0.5); }

enum class Anchor { left, middle, right };

// Length of a word, in 1/100 mm.
double width_of(const Lettering& style, std::string_view text);

// A word whose baseline begins, has its middle or ends at (x, y), and runs along a unit vector.
Word word_at(const Lettering& style, std::string_view text, Spot at, Anchor anchor, double along_x = 1,
             double along_y = 0);

}  // namespace terrawright::map
