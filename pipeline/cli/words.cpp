// SPDX-License-Identifier: Apache-2.0
#include "cli/words.hpp"

#include <algorithm>

#include "cli/json_text.hpp"
#include "cli/standard_output.hpp"
#include "cli/synonyms.hpp"
#include "report/diagnostic.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

std::string link_to(const std::string& id) { return "[" + id + "](stages/" + id + ".md)"; }

}  // namespace

bool BeforeInAlphabet::operator()(const std::string& a, const std::string& b) const {
  return report::ascii_lower(a) < report::ascii_lower(b);
}

WordIndex word_index() {
  WordIndex index;
  for (const Synonyms& entry : synonyms()) {
    for (const std::string& name : names_of(entry.words)) {
      std::vector<std::string>& stages = index[name];
      if (std::find(stages.begin(), stages.end(), entry.stage) == stages.end()) stages.push_back(entry.stage);
    }
  }
  return index;
}

std::string words_text() {
  std::string text;
  for (const auto& [word, stages] : word_index()) text += word + ": " + report::join(stages) + "\n";
  return text;
}

std::string words_markdown() {
  std::string text = "| word | stage |\n| --- | --- |\n";
  for (const auto& [word, stages] : word_index()) {
    std::vector<std::string> links;
    for (const std::string& id : stages) links.push_back(link_to(id));
    text += "| " + word + " | " + report::join(links) + " |\n";
  }
  text +=
      "\nNo stage makes these; what comes nearest stands beside them.\n\n| word | instead | stages |\n| --- | --- | "
      "--- |\n";
  for (const Missing& thing : missing_things()) {
    std::vector<std::string> links;
    for (const char* id : thing.stages) links.push_back(link_to(id));
    text += std::string("| ") + thing.words + " | " + thing.instead + " | " +
            (links.empty() ? "" : report::join(links)) + " |\n";
  }
  return text;
}

void print_word_events() {
  for (const auto& [word, stages] : word_index()) print_event("word", {{"word", word}, {"stages", stages}});
}

}  // namespace terrawright::cli
