// SPDX-License-Identifier: Apache-2.0
#include "letters.hpp"

namespace terrawright::map {

namespace {

double tracking_of(const Lettering& style) { return style.size * (style.tracking / 1000.0); }

double length_of(const Lettering& style, const std::vector<lettering::Glyph>& glyphs) {
  std::int64_t units = 0;
  for (const lettering::Glyph& g : glyphs) units += g.advance;
  const double length = static_cast<double>(units) * style.size / lettering::units_per_em(style.font);
  return length + tracking_of(style) * static_cast<double>(glyphs.empty() ? 0 : glyphs.size() - 1);
}

}  // namespace

double width_of(const Lettering& style, std::string_view text) {
  return length_of(style, lettering::shaped(style.font, text));
}

Word word_at(const Lettering& style, std::string_view text, Spot at, Anchor anchor, double along_x, double along_y) {
  const auto glyphs = lettering::shaped(style.font, text);
  const double length = length_of(style, glyphs);
  double gone = anchor == Anchor::left ? 0 : anchor == Anchor::middle ? -length / 2 : -length;
  Word word;
  word.text = std::string(text);
  word.font = static_cast<std::int32_t>(style.font);
  word.size = style.size;
  word.colour = style.colour;
  word.halo = style.halo;
  word.halo_width = style.halo_width;
  for (const lettering::Glyph& g : glyphs) {
    word.glyphs.push_back({g.glyph, rounded(at.x + along_x * gone), rounded(at.y + along_y * gone),
                           rounded(along_x * 16384), rounded(along_y * 16384), g.text_begin, g.text_bytes});
    gone += static_cast<double>(g.advance) * style.size / lettering::units_per_em(style.font) + tracking_of(style);
  }
  return word;
}

}  // namespace terrawright::map
