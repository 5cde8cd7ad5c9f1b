// SPDX-License-Identifier: Apache-2.0
// All words by which stages are found, as an index.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace terrawright::cli {

// In the order of the alphabet, whatever is written large.
struct BeforeInAlphabet {
  bool operator()(const std::string& a, const std::string& b) const;
};
// Ids of the stages that each word means.
using WordIndex = std::map<std::string, std::vector<std::string>, BeforeInAlphabet>;
WordIndex word_index();

std::string words_text();
std::string words_markdown();  // tables for docs/glossary.md
void print_word_events();

}  // namespace terrawright::cli
