// SPDX-License-Identifier: Apache-2.0
// Letters: UTF-8 to code points and back, capitals, and plain letters for what is compared.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace terrawright::feature {

using Letters = std::u32string;

// Nothing where it is not UTF-8.
inline std::optional<Letters> letters_of(std::string_view text) {
  Letters letters;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<std::uint8_t>(text[i++]);
    const int more = first < 0x80 ? 0 : first >> 5 == 6 ? 1 : first >> 4 == 14 ? 2 : first >> 3 == 30 ? 3 : -1;
    if (more < 0) return std::nullopt;
    char32_t letter = more == 0 ? first : first & (0x3fu >> more);
    for (int k = 0; k < more; ++k, ++i) {
      if (i == text.size() || (static_cast<std::uint8_t>(text[i]) & 0xc0u) != 0x80u) return std::nullopt;
      letter = letter << 6 | (static_cast<std::uint8_t>(text[i]) & 0x3fu);
    }
    constexpr char32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (letter < least[more] || letter > 0x10ffff || (letter >= 0xd800 && letter < 0xe000)) return std::nullopt;
    letters.push_back(letter);
  }
  return letters;
}

inline void add_utf8(std::string& text, char32_t letter) {
  const auto add = [&](char32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (letter < 0x80) return add(letter);
  if (letter < 0x800) {
    add(0xc0 | letter >> 6);
  } else if (letter < 0x10000) {
    add(0xe0 | letter >> 12);
    add(0x80 | (letter >> 6 & 0x3f));
  } else {
    add(0xf0 | letter >> 18);
    add(0x80 | (letter >> 12 & 0x3f));
    add(0x80 | (letter >> 6 & 0x3f));
  }
  add(0x80 | (letter & 0x3f));
}
inline std::string utf8(const Letters& letters) {
  std::string text;
  for (const char32_t letter : letters) add_utf8(text, letter);
  return text;
}

// For Latin, Greek and Cyrillic; other scripts have none, or keep their letters.
inline char32_t capital(char32_t c) {
  if (c == 0x131) return U'I';  // dotless i
  if (c == 0xff) return 0x178;
  if ((c >= U'a' && c <= U'z') || (c >= 0xe0 && c <= 0xfe && c != 0xf7)) return c - 32;
  if ((c >= 0x100 && c <= 0x137) || (c >= 0x14a && c <= 0x177) || (c >= 0x1e00 && c <= 0x1eff)) return c & ~char32_t{1};
  if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e)) return c % 2 == 0 ? c - 1 : c;
  if ((c >= 0x3b1 && c <= 0x3c9 && c != 0x3c2) || (c >= 0x430 && c <= 0x44f)) return c - 32;
  if (c >= 0x450 && c <= 0x45f) return c - 80;
  return c;
}

// For the letters that generics begin with.
inline char32_t small(char32_t c) {
  return (c >= U'A' && c <= U'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7) ? c + 32 : c;
}

// May it stand in a part of a root? Small letters of any script, marks above them, apostrophes and hyphens.
inline bool is_letter(char32_t c) {
  if (c == U'\'' || c == U'-' || c == 0x2019 || (c >= U'a' && c <= U'z')) return true;
  if (c < 0xdf || c == 0xf7 || (c >= 0x2000 && c < 0x2c00) || (c >= 0x3000 && c < 0x3040) || c == 0xfeff) return false;
  return c < 0xe000 || (c >= 0xf900 && c < 0xfff0) || c >= 0x10000;
}

// Small plain letters a to z for those of Latin, with or without accents: what a list of words is compared with.
inline std::string folded(const Letters& letters) {
  // From 0xc0 and from 0x100 on. Upper case: two letters in place of one.
  constexpr std::string_view latin =
      "aaaaaaAceeeeiiiidnooooo*ouuuuyTSaaaaaaAceeeeiiiidnooooo/ouuuuyTy"
      "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiIIjjkkkllllllllllnnnnnnnnnooooooOOrrrrrrssssssssttttttuuuuuuuu"
      "uuuuwwyyyzzzzzzs";
  std::string plain;
  for (const char32_t c : letters) {
    if (c >= U'A' && c <= U'Z') {
      plain.push_back(static_cast<char>(c + 32));
    } else if (c >= 0xc0 && c - 0xc0 < latin.size()) {
      const char f = latin[c - 0xc0];
      plain += f == 'A'   ? "ae"
               : f == 'T' ? "th"
               : f == 'S' ? "ss"
               : f == 'I' ? "ij"
               : f == 'O' ? "oe"
                          : std::string(1, f);
    } else if (c < 0x80) {
      plain.push_back(static_cast<char>(c));
    } else if (c > 0x36f || c < 0x300) {  // marks that stand above a letter vanish
      add_utf8(plain, c);
    }
  }
  return plain;
}

}  // namespace terrawright::feature
