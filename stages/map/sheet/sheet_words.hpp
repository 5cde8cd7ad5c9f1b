// SPDX-License-Identifier: Apache-2.0
// sheet_words.hpp: the words that a sheet is given, refused where its letters cannot write them or nobody could read
// them.
#pragma once
#include <algorithm>
#include <string>

#include "band.hpp"
#include "map/missing_letters.hpp"
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

}  // namespace terrawright::map
