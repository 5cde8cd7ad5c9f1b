// SPDX-License-Identifier: Apache-2.0
// The fonts that come with the program, and words set in them. All numbers are integers in font units, so that a word
// has the same letters at the same places on every machine, whatever is installed there. Any thread may call these.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lettering/fonts.hpp"

namespace terrawright::lettering {

struct Glyph {
  std::uint32_t glyph;
  std::int32_t advance;  // to the next one's origin, kerning included, in font units
  std::uint32_t text_begin, text_bytes;
  // From the origin to where the glyph is drawn: accents that the font has no whole letter for. 0 elsewhere.
  std::int32_t right, up;
};

std::int32_t units_per_em(Font font);
std::uint32_t glyph_count(Font font);  // glyphs of the font's file are 0 to one less
// Letters from left to right: kerning on, ligatures off. Letters that the font lacks are glyph 0.
std::vector<Glyph> shaped(Font font, std::string_view text);
// The first letter of the text that the font does not have, as UTF-8; "" where it has all.
std::string missing_letter(Font font, std::string_view text);

// An outline in font units, y up: each contour begins with a point that is on it; a quadratic piece is one control
// point and the point it ends at, a cubic one two control points and the point it ends at. All contours are closed.
struct OutlinePoint {
  std::int32_t x, y;
  enum Kind : std::int32_t { on = 0, quadratic = 1, cubic = 2 } kind;
};
struct Outline {
  std::vector<OutlinePoint> points;
  std::vector<std::uint32_t> ends;
};
Outline outline(Font font, std::uint32_t glyph);

}  // namespace terrawright::lettering
