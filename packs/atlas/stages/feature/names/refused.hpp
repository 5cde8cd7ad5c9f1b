// SPDX-License-Identifier: Apache-2.0
// Words that no name may have in it: lines of a text, of which "word" is refused anywhere, "word-" where a word begins
// with it, "-word" where one ends with it, "-word-" alone. Plain letters stand for those with accents too.
#pragma once
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "letters.hpp"

namespace terrawright::feature {

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

}  // namespace terrawright::feature
