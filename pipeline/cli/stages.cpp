// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cli/session.hpp"
#include "cli/show.hpp"
#include "cli/stage_search.hpp"
#include "cli/stage_sentences.hpp"
#include "cli/standard_output.hpp"
#include "cli/verbs.hpp"
#include "cli/words.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

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
std::string list_of(const graph::Catalogue& catalogue, const std::vector<Found>& found) {
  std::size_t widest = 0;
  for (const Found& one : found) {
    widest = std::max(widest, graph::Catalogue::name(*catalogue.find(one.id)->stage).size());
  }
  std::string text;
  for (const Found& one : found) {
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

void print_events(const graph::Catalogue& catalogue, const Search& search) {
  if (!search.note.empty()) print_event("note", {{"text", search.note}});
  for (const Found& one : search.stages) {
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
  Search found;
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
