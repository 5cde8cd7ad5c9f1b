// SPDX-License-Identifier: Apache-2.0
// A tongue: of which parts its roots are made, and what its words for mountains, rivers and towns are.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "words.hpp"

namespace terrawright::feature {

// Letters: UTF-8 to code points and back, capitals, and plain letters for what is compared.
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

// Words that no name may have in it: lines of a text, of which "word" is refused anywhere, "word-" where a word begins
// with it, "-word" where one ends with it, "-word-" alone. Plain letters stand for those with accents too.
class Refused {
 public:
  // The lines that are not understood, as sentences.
  std::vector<std::string> add(std::string_view text) {
    std::vector<std::string> problems;
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < text.size(); ++number) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      std::string_view line = text.substr(begin, end - begin);
      begin = end + 1;
      line = line.substr(0, line.find('#'));
      for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
        const std::size_t stop = std::min(line.find_first_of(" \t\r", at), line.size());
        if (!add_word(line.substr(at, stop - at))) {
          problems.push_back("line " + std::to_string(number + 1) + ": '" + std::string(line.substr(at, stop - at)) +
                             "' is no word; write such as 'word', 'word-', '-word' or '-word-' in UTF-8, of two "
                             "letters or more");
        }
        at = stop;
      }
    }
    return problems;
  }

  // The first word of the list that is in the name; empty: none.
  std::string in(const Letters& name) const {
    const std::string plain = folded(name);
    for (std::size_t begin = 0; begin <= plain.size();) {
      const std::size_t end = std::min(plain.find_first_of(" -'", begin), plain.size());
      std::string word = plain.substr(begin, end - begin);
      if (alone_.count(word) != 0) return word;
      for (const std::string& start : starts_) {
        if (word.compare(0, start.size(), start) == 0) return start;
      }
      for (const std::string& last : ends_) {
        if (word.size() >= last.size() && word.compare(word.size() - last.size(), last.size(), last) == 0) return last;
      }
      begin = end + 1;
    }
    for (const std::string& part : anywhere_) {
      if (plain.find(part) != std::string::npos) return part;
    }
    return {};
  }
  std::size_t size() const { return anywhere_.size() + starts_.size() + ends_.size() + alone_.size(); }

 private:
  bool add_word(std::string_view word) {
    const bool from_begin = word.front() == '-', to_end = word.back() == '-';
    if (from_begin) word.remove_prefix(1);
    if (to_end && !word.empty()) word.remove_suffix(1);
    const auto letters = letters_of(word);
    if (!letters || letters->size() < 2 || letters->find(U'-') != Letters::npos) return false;
    const std::string plain = folded(*letters);
    // "-word" ends a word; "word-" begins one.
    if (from_begin && to_end) {
      alone_.insert(plain);
    } else {
      (from_begin ? ends_ : to_end ? starts_ : anywhere_).push_back(plain);
    }
    return true;
  }

  std::vector<std::string> anywhere_, starts_, ends_;
  std::set<std::string> alone_;
};

enum class Kind { river, peak, lake, town, island, cape, bay, forest, desert, plain, range, sea, land };
constexpr std::size_t kinds = 13;
constexpr std::array<std::string_view, kinds> kind_words = {
    "river", "peak", "lake", "town", "island", "cape", "bay", "forest", "desert", "plain", "range", "sea", "land"};

// Parts, each as often as its weight says.
struct Weighted {
  std::vector<Letters> parts;
  std::vector<std::uint32_t> up_to;  // weights of all parts up to this one

  bool empty() const { return parts.empty(); }
  void add(Letters part, std::uint32_t weight) {
    parts.push_back(std::move(part));
    up_to.push_back((up_to.empty() ? 0 : up_to.back()) + weight);
  }
  const Letters& pick(Words& words) const {
    const std::uint32_t word = words.below(up_to.back());
    return parts[static_cast<std::size_t>(std::upper_bound(up_to.begin(), up_to.end(), word) - up_to.begin())];
  }
};

struct Tongue {
  std::string name;
  std::vector<std::uint32_t> syllables;        // repeated by frequency
  Weighted first, middle, codas;               // consonants before the first vowel, between two, after the last
  std::vector<Weighted> vowels, endings;       // one set for a root: vowels in harmony. endings: in place of the last
                                               // vowel and coda of roots that are longer or have no codas
  std::array<Weighted, kinds> generics;        // "Monte {}": {} is the root
  Letters letters;                             // all that its roots are written with; none: not said
  std::size_t least = 3, most = 9, word = 13;  // letters of a root, and of a word that is joined of two

  bool is_vowel(char32_t letter) const {
    const auto has = [&](const Weighted& set) {
      return std::any_of(set.parts.begin(), set.parts.end(),
                         [&](const Letters& part) { return part.find(letter) != Letters::npos; });
    };
    return std::any_of(vowels.begin(), vowels.end(), has);
  }

  Letters root(Words& words) const {
    const std::size_t count = syllables[words.below(syllables.size())];
    const std::size_t set = words.below(vowels.size());
    Letters root = first.pick(words);
    for (std::size_t i = 1; i < count; ++i) {
      const Letters& between = middle.pick(words);  // one after the other: operands are drawn in no order
      const Letters& vowel = vowels[set].pick(words);
      root += vowel + between;
    }
    if (!endings.empty() && (count > 1 || codas.empty())) return root + endings[set].pick(words);
    root += vowels[set].pick(words);
    return codas.empty() ? root : root + codas.pick(words);
  }
};

// A generic with a root in its place: "Monte {}".
struct Joined {
  Letters name;
  Letters word;  // that the root stands in, in small letters

  Joined(const Letters& generic, const Letters& root) {
    const std::size_t at = std::min(generic.find(U"{}"), generic.size());
    name = generic.substr(0, at) + root + (at < generic.size() ? generic.substr(at + 2) : Letters());
    const auto parts = [](char32_t c) { return c == U' ' || c == U'-'; };
    std::size_t begin = at, end = at + root.size();
    while (begin > 0 && !parts(name[begin - 1])) --begin;
    while (end < name.size() && !parts(name[end])) ++end;
    word = name.substr(begin, end - begin);
    if (!word.empty()) word[0] = small(word[0]);
    if (begin == at && !root.empty()) name[at] = capital(name[at]);
  }
};

}  // namespace terrawright::feature
