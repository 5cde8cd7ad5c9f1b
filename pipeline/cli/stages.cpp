// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "cli/describing.hpp"
#include "cli/session.hpp"
#include "cli/verbs.hpp"
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

}  // namespace

Exit stages(const Arguments& arguments) {
  const graph::Catalogue catalogue = load_catalogue(arguments);
  if (arguments.markdown) {
    std::fputs(index_of(catalogue).c_str(), stdout);
    return done;
  }
  std::size_t widest = 0;
  for (const std::string& id : catalogue.ids()) {
    widest = std::max(widest, graph::Catalogue::name(*catalogue.find(id)->stage).size());
  }
  for (const std::string& id : catalogue.ids()) {
    const graph::Offer& offer = *catalogue.find(id);
    std::string line = graph::Catalogue::name(*offer.stage);
    line.resize(widest + 2, ' ');
    line += offer.stage->doc;
    if (offer.composed) line += "  [composite]";
    if (!offer.file.empty()) line += "  [" + offer.plugin + " " + offer.version + ", " + offer.file + "]";
    std::printf("%s\n", report::printable(line).c_str());
  }
  return done;
}

}  // namespace terrawright::cli
