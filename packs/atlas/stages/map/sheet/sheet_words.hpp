// SPDX-License-Identifier: Apache-2.0
// sheet_words.hpp: what a sheet is given to say, refused where its letters cannot write it or nobody could read it.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "band.hpp"
#include "map/missing_letters.hpp"
#include "scale_bar.hpp"
#include "style.hpp"
#include "terrawright/failure.hpp"
#include "terrawright/parameter.hpp"

namespace terrawright::map {

inline constexpr std::int64_t longest_title = 60;

inline void require_title(const Style& style, const std::string& text, const char* from, const char* what) {
  static constexpr Font fonts[] = {Font::lato_light, Font::garamond, Font::garamond_small_capitals};
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
  if (letters > longest_title)
    throw Failure(from, "this title has " + std::to_string(letters) + " letters, and more than " +
                            std::to_string(longest_title) + " are too small to be read; write a shorter one");
  const bool capitals = style.name == StyleName::topographic;
  require_letters(style.fonts, fonts[static_cast<int>(style.name)], capitals ? in_capitals(text) : text, text, from,
                  what);
}

inline void require_imprint(const Style& style, const std::string& text) {
  require_letters(style.fonts, style.name == StyleName::antique ? Font::garamond : Font::lato, text, text, "imprint",
                  "imprint");
}

// A row of a table of words.
struct SaidWord {
  Said what = Said::lake;
  std::string text;
  static void describe(Parameters<SaidWord>& p) {
    p.parameter(&SaidWord::what, "what", "The word to replace.")
        .choices({"chief_town", "town",      "small_town", "village",       "main_road",   "road",
                  "river",      "lake",      "contours",   "half_contours", "depth_line",  "summit",
                  "forest",     "open_land", "desert",     "ice",           "heights",     "depths",
                  "scale",      "interval",  "leagues",    "fathoms",       "above_title", "below_title"})
        .choice_docs({"A town of rank 1.",
                      "A town of rank 2.",
                      "A town of rank 3.",
                      "A place of rank 4.",
                      "A road of rank 1.",
                      "Any other road.",
                      "Rivers.",
                      "Lakes.",
                      "Contours; {interval} is from one to the next, {heavy} from one heavy line to the next.",
                      "Dashed contours on plains; {half} is half of the interval.",
                      "Isobaths.",
                      "Summits.",
                      "Forest.",
                      "Ground without forest.",
                      "Desert.",
                      "Ice and tundra.",
                      "Over the colours of the land.",
                      "Over the colours of the sea.",
                      "The scale; {scale} is 1 : 500 000.",
                      "Under the scale of a topographic sheet; {interval} is that of contours.",
                      "Over the scale bar of an antique sheet.",
                      "The same where a league is too long.",
                      "Over the title of an antique sheet.",
                      "Under the title of an antique sheet."});
    p.parameter(&SaidWord::text, "text", "Its text on the sheet.");
  }
};

inline std::vector<SaidWord> english() {
  std::vector<SaidWord> words;
  for (const std::string& text : SheetText().said) words.push_back({static_cast<Said>(words.size()), text});
  return words;
}

inline void say(const std::vector<SaidWord>& words, const Style& style, SheetText& to) {
  for (const SaidWord& word : words) {
    require_letters(style.fonts, style.name == StyleName::antique ? Font::garamond_italic : Font::lato, word.text,
                    word.text, "words", "text");
    to[word.what] = word.text;
  }
}

}  // namespace terrawright::map
