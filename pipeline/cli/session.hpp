// SPDX-License-Identifier: Apache-2.0
// State that the verbs share: stages, the config as a graph, and the format of problems.
#pragma once
#include <map>

#include "build/disk.hpp"
#include "build/load.hpp"
#include "cli/arguments.hpp"
#include "cli/terminal/show.hpp"
#include "plugins/plugins.hpp"

namespace terrawright::cli {

// Ends a verb early with an exit code; what is to be said was said.
struct Ended {
  Exit code;
};
// Shows one error that stands nowhere in a file. Throws Ended (refused).
[[noreturn]] void refuse(const std::string& message, const std::string& hint = {});
// Shows the problems. Throws Ended (refused) if one is an error.
void show_or_end(const report::Diagnostics& problems, Rule rule = Rule::config);

// Built-in stages and those of all plugins. Throws Ended (bad_plugin) after showing which library that was named on the
// command line is of no use; others that are of none are in the catalogue.
graph::Catalogue load_catalogue(const Arguments& arguments);
// The same for who looks at all stages: warns of each library that is of no use.
graph::Catalogue load_whole_catalogue(const Arguments& arguments);

// A checked world: everything that can be known before a cell exists.
using Session = build::Plan;
// Shows all problems and throws Ended if one is an error. The catalogue must outlive the session.
Session load_session(const Arguments& arguments, const graph::Catalogue& catalogue);
// Results of earlier builds; null if there are none, and none is created.
std::shared_ptr<store::Store> store_of(const Session& session);
// Whether the disk has room for a build of it; if not, shows what build says.
bool has_disk(const Session& session);
// Disk needs of worlds by their settings: seeds do not change them.
using Disks = std::map<std::vector<std::string>, build::Disk>;
// The same of worlds that one call builds, so many at once; `known` has all of them.
bool has_disk(const std::vector<Arguments>& worlds, std::size_t at_once, const Disks& known,
              const graph::Catalogue& catalogue);
// The request of the command line.
build::Request request_of(const Arguments& arguments, report::Diagnostics& diagnostics);
// The same, which says nothing; with errors the session is of no use.
Session load_session(const Arguments& arguments, const graph::Catalogue& catalogue, report::Diagnostics& diagnostics);
// Exit code of errors of the config: a refused library may fix them.
inline Exit refusal_of(const Session& session) {
  return session.decoder_failed ? failed : session.may_be_refused ? bad_plugin : refused;
}

}  // namespace terrawright::cli
