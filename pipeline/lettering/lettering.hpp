// SPDX-License-Identifier: Apache-2.0
// The fonts that come with the program, and words set in them. All numbers are integers in font units, so that a word
// has the same letters at the same places on every machine, whatever is installed there.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace terrawright::lettering {

enum class Font : std::int32_t {
  garamond = 0,  // EB Garamond 12 Regular
  garamond_italic,
  garamond_small_capitals,
  lato,
  lato_medium,
  lato_bold,
  lato_italic,
  lato_light
};

struct Glyph {
  std::uint32_t glyph;
  std::int32_t advance;  // to the next one's origin, kerning included, in font units
  std::uint32_t text_begin, text_bytes;
};

std::int32_t units_per_em(Font font);
// Letters from left to right: kerning on, ligatures off. Letters that the font lacks are glyph 0.
std::vector<Glyph> shaped(Font font, std::string_view text);
// The first letter of the text that the font does not have, as UTF-8; "" where it has all.
std::string missing_letter(Font font, std::string_view text);

// An outline in font units, y up: quadratic curves as their control points say, all contours closed.
struct OutlinePoint {
  std::int32_t x, y;
  enum Kind : std::int32_t { on = 0, quadratic = 1, cubic = 2 } kind;
};
struct Outline {
  std::vector<OutlinePoint> points;
  std::vector<std::uint32_t> ends;
};
Outline outline(Font font, std::uint32_t glyph);

// The bytes of the font's file, for whoever embeds it.
std::string_view file(Font font);
const char* name(Font font);  // as "EB Garamond 12 Italic"

}  // namespace terrawright::lettering
