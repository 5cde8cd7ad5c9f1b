// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "cli/describe/stage_sentences.hpp"
#include "cli/session.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "graph/catalogue.hpp"
#include "report/diagnostic.hpp"
#include "report/suggest.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

// All words by which stages are found, as an index.

// In the order of the alphabet, whatever is written large.
struct BeforeInAlphabet {
  bool operator()(const std::string& a, const std::string& b) const;
};
// Ids of the stages that each word means.
using WordIndex = std::map<std::string, std::vector<std::string>, BeforeInAlphabet>;

std::string words_markdown();  // tables for docs/glossary.md

std::string link_to(const std::string& id) { return "[" + id + "](stages/" + id + ".md)"; }

bool BeforeInAlphabet::operator()(const std::string& a, const std::string& b) const {
  return report::ascii_lower(a) < report::ascii_lower(b);
}

WordIndex word_index() {
  WordIndex index;
  for (const Synonyms& entry : synonyms()) {
    for (const std::string& name : report::split(entry.words, ", ")) {
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

// Stages by what they are about.

struct Match {
  std::string id;
  std::string called;  // the synonym that was looked for; empty where name or doc say it
};

struct SearchResult {
  std::vector<Match> stages;
  std::string note;  // what there is none of, and what comes nearest
  std::string hint;  // where nothing was found: words that are like it
};

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
  for (const std::string& name : report::split(list, ", ")) {
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
    for (const std::string& name : report::split(entry.words, ", ")) known.push_back(name);
  }
  for (const Missing& thing : missing_things()) {
    for (const std::string& name : report::split(thing.words, ", ")) known.push_back(name);
  }
  for (const std::string& id : catalogue.ids()) {
    known.push_back(id);
    for (const std::string& word : words_of(id)) known.push_back(word);
  }
  return known;
}

// Stages that have all of the words, in their id, what they say of themselves or what people call it; those that have
// them in one name come first.
SearchResult search_stages(const graph::Catalogue& catalogue, const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  const Words wanted = words_of(text);
  SearchResult result;
  if (wanted.empty()) return result;
  std::vector<Match> in_id, in_name, in_doc;
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
          std::any_of(result.stages.begin(), result.stages.end(), [&](const Match& f) { return f.id == id; });
      if (!there && catalogue.find(id) != nullptr) result.stages.push_back({id, {}});
    }
    break;
  }
  if (result.stages.empty()) result.hint = report::suggest(text, vocabulary(catalogue));
  return result;
}

// The index of docs/stages/: the pages beside it, by family.
std::string index_of(const graph::Catalogue& catalogue) {
  std::string text =
      "# Stages\n\nWhat a config can `use`. `terrawright describe STAGE` shows the same in a terminal.\n";
  std::string family;
  for (const std::string& id : catalogue.ids()) {
    const terrawright_stage& stage = *catalogue.find(id)->stage;
    if (id.substr(0, id.find('.')) != family) {
      family = id.substr(0, id.find('.'));
      text += "\n## " + family + "\n\n| stage | what | runs as |\n| --- | --- | --- |\n";
    }
    text += "| [" + id + "](" + id + ".md) | " + stage.doc + " | " + shape_name(stage) + " |\n";
  }
  return text;
}

// "  [org.example.hills 1.0.0, /opt/hills.so]", or "" of what is built in.
template <class Offer>
std::string from_plugin(const Offer& offer) {
  return offer.file.empty() ? "" : "  [" + offer.plugin + " " + offer.version + ", " + offer.file + "]";
}

// One line a stage, the ids below each other.
std::string list_of(const graph::Catalogue& catalogue, const std::vector<Match>& found) {
  std::size_t widest = 0;
  for (const Match& one : found) {
    widest = std::max(widest, graph::Catalogue::name(*catalogue.find(one.id)->stage).size());
  }
  std::string text;
  for (const Match& one : found) {
    const graph::Offer& offer = *catalogue.find(one.id);
    std::string line = graph::Catalogue::name(*offer.stage);
    line.resize(widest + 2, ' ');
    line += offer.stage->doc;
    if (offer.composed) line += "  [composite]";
    line += from_plugin(offer);
    if (!one.called.empty()) line += "  [" + one.called + "]";
    text += report::printable(line) + "\n";
  }
  return text;
}

void print_events(const graph::Catalogue& catalogue, const SearchResult& search) {
  if (!search.note.empty()) print_event("note", {{"text", search.note}});
  for (const Match& one : search.stages) {
    const graph::Offer& offer = *catalogue.find(one.id);
    Json json = {{"stage", graph::Catalogue::name(*offer.stage)},
                 {"id", one.id},
                 {"doc", offer.stage->doc},
                 {"composite", offer.composed != nullptr},
                 {"plugin", {{"id", offer.plugin}, {"version", offer.version}}}};
    if (!offer.file.empty()) json["plugin"]["file"] = offer.file;
    if (!one.called.empty()) json["called"] = one.called;
    print_event("stage", json);
  }
}

}  // namespace

Exit stages(const Arguments& arguments) {
  const graph::Catalogue catalogue = load_whole_catalogue(arguments);
  if (arguments.list_words) {
    if (json_lines()) {
      print_word_events();
    } else {
      print(arguments.markdown ? words_markdown() : words_text());
    }
    return done;
  }
  if (arguments.markdown) {
    print(index_of(catalogue));
    return done;
  }
  SearchResult found;
  if (arguments.words.empty()) {
    for (const std::string& id : catalogue.ids()) found.stages.push_back({id, {}});
  } else {
    found = search_stages(catalogue, arguments.words);
  }
  if (found.stages.empty()) {
    std::string words;
    for (const std::string& word : arguments.words) words += (words.empty() ? "" : " ") + word;
    show_error("no stage is about " + report::quote(words),
               found.hint.empty() ? "terrawright stages lists them all" : "did you mean '" + found.hint + "'?");
    return failed;
  }
  const auto writers = arguments.words.empty() ? catalogue.writers() : std::vector<const graph::WriterOffer*>();
  if (json_lines()) {
    print_events(catalogue, found);
    for (const graph::WriterOffer* writer : writers)
      print_event("writer", {{"writer", graph::Catalogue::name(writer->writer())}, {"doc", writer->writer().doc}});
  } else {
    std::string of_files;
    for (const graph::WriterOffer* writer : writers) {
      of_files += (of_files.empty() ? "\nWriters of files\n" : "") + graph::Catalogue::name(writer->writer()) + "  " +
                  report::printable(writer->writer().doc + from_plugin(*writer)) + "\n";
    }
    print((found.note.empty() ? "" : found.note + ":\n") + list_of(catalogue, found.stages) + of_files);
  }
  return done;
}

}  // namespace terrawright::cli
