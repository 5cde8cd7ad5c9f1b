// SPDX-License-Identifier: Apache-2.0
#include "map/labels/label_text.hpp"

#include <cmath>

#include "map/missing_letters.hpp"

namespace terrawright::map::labels {

double width_of(const TextLine& line, double tracking) {
  std::size_t count = line.size();
  while (count > 0 && line[count - 1].space) --count;
  double width = 0;
  for (std::size_t k = 0; k < count; ++k) width += line[k].advance + (k + 1 < count ? tracking : 0);
  return width;
}

LabelText text_of(const LabelFeature& feature, const LabelStyle& style, const Letters& letters) {
  const std::string missing = letters.missing_letter(style.font, feature.text);
  if (!missing.empty()) {
    throw Failure{feature.from, refusal_of(letters.name(style.font), missing, name_of(feature.kind), feature.text)};
  }
  LabelText text;
  text.em = feature.size;
  const double unit = text.em / letters.units_per_em(style.font);
  for (const lettering::Glyph& g : letters.shaped(style.font, feature.text)) {
    const bool space = g.text_begin < feature.text.size() && feature.text[g.text_begin] == ' ';
    text.line.push_back({g.glyph, g.advance * unit, g.right * unit, g.up * unit, g.text_begin, g.text_bytes, space});
  }
  double least = 0;
  for (std::size_t k = 1; k + 1 < text.line.size(); ++k) {
    if (!text.line[k].space) continue;
    const TextLine first(text.line.begin(), text.line.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    const TextLine second(text.line.begin() + static_cast<std::ptrdiff_t>(k) + 1, text.line.end());
    const double uneven = std::fabs(width_of(first, 0) - width_of(second, 0));
    if (!text.first.empty() && uneven >= least) continue;
    least = uneven;
    text.first = first;
    text.second = second;
  }
  return text;
}

}  // namespace terrawright::map::labels
