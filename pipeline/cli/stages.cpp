// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "cli/session.hpp"
#include "cli/verbs.hpp"

namespace terrawright::cli {

Exit stages(const Arguments& arguments) {
  const graph::Catalogue catalogue = load_catalogue(arguments);
  std::size_t widest = 0;
  for (const std::string& id : catalogue.ids()) {
    widest = std::max(widest, graph::Catalogue::name(*catalogue.find(id)->stage).size());
  }
  for (const std::string& id : catalogue.ids()) {
    const graph::Offer& offer = *catalogue.find(id);
    std::string line = graph::Catalogue::name(*offer.stage);
    line.resize(widest + 2, ' ');
    line += offer.stage->doc;
    if (!offer.file.empty()) line += "  [" + offer.plugin + " " + offer.version + ", " + offer.file + "]";
    std::printf("%s\n", line.c_str());
  }
  return done;
}

}  // namespace terrawright::cli
