// SPDX-License-Identifier: Apache-2.0
#include "cli/stage_search.hpp"

#include <algorithm>

#include "cli/synonyms.hpp"
#include "report/suggest.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

using Words = std::vector<std::string>;

bool part_of_a_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0; }

// "Diamond-square" is the words diamond and square.
Words words_of(const std::string& text) {
  Words words;
  bool inside = false;
  for (const char c : report::ascii_lower(text)) {
    if (part_of_a_word(c)) {
      if (!inside) words.emplace_back();
      words.back() += c;
    }
    inside = part_of_a_word(c);
  }
  return words;
}

// "temp" is the beginning of temperature, and "smoothing" is smooth with an ending.
bool is_like(const std::string& wanted, const std::string& word) {
  if (word.compare(0, wanted.size(), wanted) == 0) return true;
  constexpr std::size_t shortest_stem = 4;
  if (word.size() < shortest_stem || wanted.compare(0, word.size(), word) != 0) return false;
  const std::string ending = wanted.substr(word.size());
  return ending == "s" || ending == "es" || ending == "d" || ending == "ed" || ending == "er" || ending == "ing";
}

bool holds(const Words& words, const Words& wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& one) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return is_like(one, word); });
  });
}

// The first of the names that holds all that is wanted.
std::string name_with(const std::string& list, const Words& wanted) {
  for (const std::string& name : names_of(list)) {
    if (holds(words_of(name), wanted)) return name;
  }
  return {};
}

std::string names_of_stage(const std::string& id) {
  for (const Synonyms& entry : synonyms()) {
    if (id == entry.stage) return entry.words;
  }
  return {};  // a plugin's
}

// Whole names first, then words of names, of docs.
std::vector<std::string> vocabulary(const graph::Catalogue& catalogue) {
  std::vector<std::string> known;
  for (const Synonyms& entry : synonyms()) {
    for (const std::string& name : names_of(entry.words)) known.push_back(name);
  }
  for (const Missing& thing : missing_things()) {
    for (const std::string& name : names_of(thing.words)) known.push_back(name);
  }
  for (const std::string& id : catalogue.ids()) {
    known.push_back(id);
    for (const std::string& word : words_of(id)) known.push_back(word);
  }
  return known;
}

}  // namespace

Search search_stages(const graph::Catalogue& catalogue, const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  const Words wanted = words_of(text);
  Search result;
  if (wanted.empty()) return result;
  std::vector<Found> in_id, in_name, in_doc;
  for (const std::string& id : catalogue.ids()) {
    const terrawright_stage& stage = *catalogue.find(id)->stage;
    const std::string names = names_of_stage(id), name = name_with(names, wanted);
    if (holds(words_of(id), wanted)) {
      in_id.push_back({id, {}});
    } else if (!name.empty()) {
      in_name.push_back({id, name});
    } else if (holds(words_of(id + " " + stage.doc + " " + stage.source + " " + names), wanted)) {
      in_doc.push_back({id, {}});
    }
  }
  for (const auto* found : {&in_id, &in_name, &in_doc}) {
    result.stages.insert(result.stages.end(), found->begin(), found->end());
  }
  for (const Missing& thing : missing_things()) {
    if (!in_id.empty() || name_with(thing.words, wanted).empty()) continue;
    result.note = std::string("there is no stage for ") + thing.thing + "; " + thing.instead;
    for (const char* id : thing.stages) {
      const bool there =
          std::any_of(result.stages.begin(), result.stages.end(), [&](const Found& f) { return f.id == id; });
      if (!there && catalogue.find(id) != nullptr) result.stages.push_back({id, {}});
    }
    break;
  }
  if (result.stages.empty()) result.hint = report::suggest(text, vocabulary(catalogue));
  return result;
}

}  // namespace terrawright::cli
