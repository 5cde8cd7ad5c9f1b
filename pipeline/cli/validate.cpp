// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "cli/build/reports.hpp"
#include "cli/session.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "config/check.hpp"
#include "config/yaml/extends.hpp"
#include "config/yaml/written.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

// The world as one file.
Exit resolve(const Session& session, const Arguments& arguments) {
  const config::World& world = *session.graph.world;
  if (arguments.seeds.size() > 1) refuse("--resolve prints one world, and these are several", "give one --seed");
  std::set<std::string> needed;  // of a composite's parts the node that uses it
  for (const graph::Node& node : session.graph.nodes) needed.insert(graph::name_in_config(node.name));
  const std::string text = config::written(config::resolved(world.document, arguments.config, needed));
  const config::Folder folder(arguments.config);
  for (const graph::Node& node : session.graph.nodes) {
    for (const auto& file : node.files) {
      if (!file->path().empty() && !folder.holds(config::Folder::real(file->path())))
        show_warning("the world reads a file that lies elsewhere", "copy it beside the new one: " + file->path());
    }
  }
  print("resolved", {{"config", arguments.config}, {"text", text}}, text);
  return done;
}

// With the warning of the width beside all other problems, which may follow from it.
Session checked_session(const Arguments& arguments, const graph::Catalogue& catalogue) {
  report::Diagnostics diagnostics;
  Session session = load_session(arguments, catalogue, diagnostics);
  const bool several = arguments.seeds.size() > 1, first = !several || *arguments.seed == arguments.seeds.front();
  if (several && !diagnostics.has_errors()) diagnostics = {};  // they were shown once for all
  if (session.graph.world && !arguments.resolve && first) config::warn_of_width(*session.graph.world, diagnostics);
  if (arguments.strict) diagnostics.warnings_are_errors();
  if (several) show_seed("");  // the width is that of all
  show(diagnostics);
  if (diagnostics.has_errors()) throw Ended{refusal_of(session)};
  return session;
}

}  // namespace

Exit validate(const Arguments& arguments) {
  const graph::Catalogue catalogue = load_catalogue(arguments);
  const Session session = checked_session(arguments, catalogue);
  if (!has_disk(session)) throw Ended{refused};
  const config::World& world = *session.graph.world;
  Suite suite{world.name + " " + world.seed_text, arguments.config, world.seed_text, {}};
  suite.cases.emplace_back().name = "world";
  note(std::move(suite));
  if (arguments.resolve) return resolve(session, arguments);
  if (arguments.quiet) return done;
  const std::size_t nodes = session.graph.nodes.size(), files = session.files.size();
  const bool several = arguments.seeds.size() > 1;
  Json members = {{"config", arguments.config}, {"nodes", nodes}, {"files", files}};
  if (several) members["seed"] = *arguments.seed;
  const std::string seed = several ? " with seed " + *arguments.seed : "";
  print("valid", members,
        report::printable(arguments.config + seed) + " is a valid world: " + std::to_string(nodes) +
            (nodes == 1 ? " node, " : " nodes, ") + std::to_string(files) + (files == 1 ? " file\n" : " files\n"));
  return done;
}

}  // namespace terrawright::cli
