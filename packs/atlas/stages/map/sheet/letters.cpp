// SPDX-License-Identifier: Apache-2.0
#include "letters.hpp"

namespace terrawright::map {

namespace {

double tracking_of(const Lettering& style) { return style.size * (style.tracking / 1000.0); }

Font font_of(const Lettering& style, std::string_view text) {
  return style.fonts ? style.fonts->that_writes(style.font, text) : style.font;
}
const lettering::Face& face_of(const Lettering& style, Font font) {
  return style.fonts ? style.fonts->of(font) : lettering::face(font);
}

double length_of(const Lettering& style, const lettering::Face& face, const std::vector<lettering::Glyph>& glyphs) {
  std::int64_t units = 0;
  for (const lettering::Glyph& g : glyphs) units += g.advance;
  const double length = static_cast<double>(units) * style.size / face.units_per_em();
  return length + tracking_of(style) * static_cast<double>(glyphs.empty() ? 0 : glyphs.size() - 1);
}

}  // namespace

double width_of(const Lettering& style, std::string_view text) {
  const lettering::Face& face = face_of(style, font_of(style, text));
  return length_of(style, face, face.shaped(text));
}

Word word_at(const Lettering& style, std::string_view text, Spot at, Anchor anchor, double along_x, double along_y) {
  const Font font = font_of(style, text);
  const lettering::Face& face = face_of(style, font);
  const auto glyphs = face.shaped(text);
  const double length = length_of(style, face, glyphs), unit = static_cast<double>(style.size) / face.units_per_em();
  double gone = anchor == Anchor::left ? 0 : anchor == Anchor::middle ? -length / 2 : -length;
  Word word;
  word.text = std::string(text);
  word.font = static_cast<std::int32_t>(font);
  word.size = style.size;
  word.colour = style.colour;
  word.halo = style.halo;
  word.halo_width = style.halo_width;
  for (const lettering::Glyph& g : glyphs) {
    const double along = gone + g.right * unit, up = g.up * unit;
    word.glyphs.push_back({g.glyph, rounded(at.x + along_x * along + along_y * up),
                           rounded(at.y + along_y * along - along_x * up), rounded(along_x * 16384),
                           rounded(along_y * 16384), g.text_begin, g.text_bytes});
    gone += static_cast<double>(g.advance) * style.size / face.units_per_em() + tracking_of(style);
  }
  return word;
}

}  // namespace terrawright::map
