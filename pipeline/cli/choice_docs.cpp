// SPDX-License-Identifier: Apache-2.0
#include "cli/choice_docs.hpp"

#include <algorithm>
#include <string_view>

namespace terrawright::cli {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// "line" of "free: it stays. line: from the mean", where the doc has it: a sentence that begins with names.
struct Sentence {
  std::vector<std::string> names;
  std::size_t begin, text;  // of the names, behind the colon
};

// The names before a colon, back to the begin of the sentence; none where other words stand there.
Sentence before_colon(const std::string& doc, std::size_t colon, const std::vector<std::string>& choices) {
  Sentence sentence{{}, colon, colon + 2};
  for (std::size_t end = colon;;) {
    std::size_t begin = end;
    while (begin > 0 && is_letter(doc[begin - 1])) --begin;
    const std::string name = doc.substr(begin, end - begin);
    if (std::find(choices.begin(), choices.end(), name) == choices.end()) return {};
    sentence.names.push_back(name);
    sentence.begin = begin;
    const std::string_view before = std::string_view(doc).substr(0, begin);
    const auto ends_in = [&](std::string_view word) {
      return before.size() >= word.size() && before.substr(before.size() - word.size()) == word;
    };
    if (before.empty() || ends_in(". ") || ends_in("; ")) return sentence;
    if (!ends_in(", ") && !ends_in(" and ")) return {};
    end = begin - (ends_in(", ") ? 2 : 5);
  }
}

}  // namespace

std::vector<std::string> choice_docs(const terrawright_parameter& parameter) {
  const std::vector<std::string> choices(parameter.choices, parameter.choices + parameter.n_choices);
  if (parameter.choice_docs != nullptr) return {parameter.choice_docs, parameter.choice_docs + parameter.n_choices};
  const std::string doc = parameter.doc;
  std::vector<Sentence> sentences;
  for (std::size_t colon = doc.find(": "); colon != std::string::npos; colon = doc.find(": ", colon + 1)) {
    Sentence sentence = before_colon(doc, colon, choices);
    if (!sentence.names.empty()) sentences.push_back(std::move(sentence));
  }
  std::vector<std::string> docs(choices.size(), doc);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const std::size_t end = i + 1 < sentences.size() ? sentences[i + 1].begin : doc.size();
    std::string text = doc.substr(sentences[i].text, end - sentences[i].text);
    while (!text.empty() && (text.back() == ' ' || text.back() == ';')) text.pop_back();
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    for (const std::string& name : sentences[i].names)
      docs[static_cast<std::size_t>(std::find(choices.begin(), choices.end(), name) - choices.begin())] = text;
  }
  return docs;
}

}  // namespace terrawright::cli
