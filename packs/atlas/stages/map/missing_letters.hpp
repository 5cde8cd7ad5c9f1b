// SPDX-License-Identifier: Apache-2.0
// missing_letters.hpp: words that a font cannot write are refused, and the letter is named: by its number too, as it
// may be one that nobody sees.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "lettering/lettering.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::map {

// "U+202E" of the letter's UTF-8; nothing of what is none.
inline std::string code_of(std::string_view letter) {
  if (letter.empty()) return "";
  const auto byte = [&](std::size_t n) { return static_cast<std::uint32_t>(static_cast<unsigned char>(letter[n])); };
  const std::size_t length = byte(0) < 0x80 ? 1 : byte(0) < 0xc2 ? 0 : byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
  if (length == 0 || letter.size() < length) return "";
  std::uint32_t code = length == 1 ? byte(0) : byte(0) & (0x7fu >> length);
  for (std::size_t n = 1; n < length; ++n) {
    if ((byte(n) & 0xc0) != 0x80) return "";
    code = code << 6 | (byte(n) & 0x3f);
  }
  std::string digits;
  for (int n = 0; n < 6 && (n < 4 || code != 0); ++n, code >>= 4) digits.insert(0, 1, "0123456789ABCDEF"[code & 15]);
  return "U+" + digits;
}

inline std::string refusal_of(const std::string& font, const std::string& letter, const std::string& what,
                              const std::string& text) {
  const std::string code = code_of(letter);
  if (code.empty()) return "the " + what + " \"" + text + "\" is not written in UTF-8: write it so";
  const std::string of = "\"" + letter + "\" (" + code + ")",
                    with = ", which the " + what + " \"" + text + "\" is written with";
  if (lettering::from_right_to_left(letter))
    return "the letter " + of + with +
           ", is of a script from right to left, and sheets are written from left to right: write it in another script";
  return "the font " + font + " has no letter " + of + with +
         ": write it with letters that the font has, or name a font of your own that has all of them, `font: FILE.ttf`";
}

// `written`: as it is set, in capitals perhaps.
inline void require_letters(const lettering::Fonts& fonts, lettering::Font font, const std::string& written,
                            const std::string& text, const char* from, const char* what) {
  const lettering::Face& face = fonts.of(fonts.that_writes(font, written));
  const std::string missing = face.missing_letter(written);
  if (!missing.empty()) throw Failure(from, refusal_of(face.name(), missing, what, text));
}

}  // namespace terrawright::map
