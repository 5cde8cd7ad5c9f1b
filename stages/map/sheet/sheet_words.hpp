// SPDX-License-Identifier: Apache-2.0
// sheet_words.hpp: the words that a sheet is given, refused where its letters cannot write them or nobody could read
// them.
#pragma once
#include <algorithm>
#include <string>

#include "band.hpp"
#include "map/missing_letters.hpp"
#include "scale_bar.hpp"
#include "style.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::map {

inline constexpr std::int64_t longest_title = 60;

inline void require_title(const Style& style, const std::string& text, const char* from, const char* what) {
  static constexpr Font fonts[] = {Font::lato_light, Font::garamond, Font::garamond_small_capitals};
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
  if (letters > longest_title)
    throw Failure(from, "this title has " + std::to_string(letters) + " letters, and more than " +
                            std::to_string(longest_title) + " are too small to be read; write a shorter one");
  const bool capitals = style.name == StyleName::topographic;
  require_letters(fonts[static_cast<int>(style.name)], capitals ? in_capitals(text) : text, text, from, what);
}

inline void require_imprint(const Style& style, const std::string& text) {
  require_letters(style.name == StyleName::antique ? Font::garamond : Font::lato, text, text, "imprint", "imprint");
}

// An imprint with what the sheet knows in the place of {scale} and {cell}.
inline std::string filled_in(std::string imprint, double denominator, double cell) {
  const auto fill = [&imprint](const std::string& word, const std::string& with) {
    for (std::size_t at = 0; (at = imprint.find(word, at)) != std::string::npos; at += with.size())
      imprint.replace(at, word.size(), with);
  };
  fill("{scale}", scale_text(denominator));
  fill("{cell}", cell >= 1000 ? figure_text(cell / 1000) + " km" : figure_text(cell) + " m");
  return imprint;
}

}  // namespace terrawright::map
