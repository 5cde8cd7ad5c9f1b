// SPDX-License-Identifier: Apache-2.0
// A tongue: of which parts its roots are made, and what its words for mountains, rivers and towns are.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "letters.hpp"
#include "words.hpp"

namespace terrawright::feature {

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
