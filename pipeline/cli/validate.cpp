// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "cli/session.hpp"
#include "cli/verbs.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {

Exit validate(const Arguments& arguments) {
  const Session session = load_session(arguments, load_catalogue(arguments));
  if (!arguments.quiet) {
    const std::string seed = arguments.seeds.size() > 1 ? " with seed " + *arguments.seed : "";
    std::printf("%s%s is a valid world: %zu nodes, %zu files\n", report::printable(arguments.config).c_str(),
                report::printable(seed).c_str(),
                session.graph.nodes.size(), session.files.size());
  }
  return done;
}

}  // namespace terrawright::cli
