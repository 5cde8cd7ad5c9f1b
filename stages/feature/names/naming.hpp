// SPDX-License-Identifier: Apache-2.0
// A name of a key in a tongue: drawn again until it has nothing that is refused.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "refused.hpp"
#include "tongue.hpp"

namespace terrawright::feature {

class Naming {
 public:
  // `general`: generics in place of the tongue's own; nullptr: none. All live as long as the naming.
  Naming(const Tongue& tongue, const Refused& refused, const Tongue* general = nullptr)
      : tongue_(tongue), refused_(refused), generics_(general != nullptr ? general->generics : tongue.generics) {
    for (const Weighted& of_kind : generics_) {
      for (const Letters& generic : of_kind.parts) {
        std::istringstream words(folded(generic));
        for (std::string word; words >> word;) {
          if (word.rfind("{}", 0) == 0) word = word.substr(2);
          things_.insert(word);
        }
      }
    }
  }

  static constexpr std::int64_t attempts = 64, last_attempts = 4096;

  // Empty only where the tables give nothing that is not a refused word.
  std::string name(std::uint64_t stream, Kind kind, std::int64_t i, std::int64_t j, std::int64_t turn = 0) const {
    for (std::int64_t attempt = 0; attempt < last_attempts; ++attempt) {
      Words words(key_of(stream, tongue_.name, {static_cast<std::int64_t>(kind), i, j, turn, attempt}));
      const Letters root = tongue_.root(words);
      const Joined joined = join(kind, root, words);
      // Rather an ill sound than none: tables may be such that all is too long.
      const bool sounds = attempt >= attempts || why_not(root, joined.word).empty();
      if (sounds && refused_.in(joined.name).empty()) return utf8(joined.name);
    }
    return {};
  }

  // The name if nothing were refused.
  Letters first(std::uint64_t stream, Kind kind, std::int64_t i, std::int64_t j) const {
    Words words(key_of(stream, tongue_.name, {static_cast<std::int64_t>(kind), i, j, 0, 0}));
    const Letters root = tongue_.root(words);
    return join(kind, root, words).name;
  }

  // Reason why it sounds bad; empty: none.
  std::string why_not(const Letters& root, const Letters& word) const {
    if (root.size() < tongue_.least) return "its root is too short";
    if (root.size() > tongue_.most) return "its root is too long";
    if (word.size() > std::max(tongue_.word, root.size())) return "its word is too long";
    std::size_t same = 0, vowels = 0, consonants = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
      const bool is_vowel = tongue_.is_vowel(word[i]);
      same = i > 0 && word[i] == word[i - 1] ? same + 1 : 1;
      vowels = is_vowel ? vowels + 1 : 0;
      consonants = is_vowel ? 0 : consonants + 1;
      if (same > 2) return "three equal letters stand in a row";
      if (vowels > 2) return "more than two vowels stand in a row";
      if (consonants > 4) return "more than four consonants stand in a row";
    }
    // Skogskog.
    const std::size_t at = word.find(root);
    if (things_.count(folded(root)) != 0) return "its root is a word for a thing";
    if (at == 0 && word.size() > root.size() && tongue_.is_vowel(root.back()) && tongue_.is_vowel(word[root.size()]))
      return "vowels meet where it is joined";
    if (at == 0 && word.size() >= root.size() + 3 && root.find(word.substr(root.size(), 3)) != Letters::npos)
      return "it says a thing twice";
    return stammers(root) ? "its root stammers" : "";
  }

 private:
  Joined join(Kind kind, const Letters& root, Words& words) const {
    const Weighted& generics = generics_[static_cast<std::size_t>(kind)];
    return {generics.empty() ? U"{}" : generics.pick(words), root};
  }

  // A letter three times, or a consonant before and after a vowel: Krar, Tatena.
  bool stammers(const Letters& root) const {
    char32_t before = 0;
    for (std::size_t i = 0; i < root.size(); ++i) {
      if (std::count(root.begin(), root.end(), root[i]) > 2) return true;
      if (tongue_.is_vowel(root[i])) continue;
      if (root[i] == before && !(i > 0 && root[i - 1] == root[i])) return true;
      before = root[i];
    }
    return false;
  }

  const Tongue& tongue_;
  const Refused& refused_;
  const std::array<Weighted, kinds>& generics_;
  std::set<std::string> things_;  // words of the generics
};

}  // namespace terrawright::feature
