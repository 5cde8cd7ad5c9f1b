// SPDX-License-Identifier: Apache-2.0
// A name as letters with lengths on paper, in one line or two.
#pragma once
#include <cstdint>
#include <vector>

#include "label_input.hpp"

namespace terrawright::map::labels {

struct Letter {
  std::uint32_t glyph;
  double advance;    // 1/100 mm
  double right, up;  // from its origin to where it is drawn
  std::uint32_t text_begin, text_bytes;
  bool space;
};
using TextLine = std::vector<Letter>;

struct LabelText {
  double em;
  TextLine line;
  TextLine first, second;  // cut at the space that makes them most alike; empty without a space
};

// Throws Failure for a letter that the font lacks.
LabelText text_of(const LabelFeature& feature, const LabelStyle& style, const Letters& letters);

// From the beginning of the first letter to the end of the last one, a space at the end not counted.
double width_of(const TextLine& line, double tracking);

}  // namespace terrawright::map::labels
