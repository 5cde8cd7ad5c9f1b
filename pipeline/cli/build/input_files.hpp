// SPDX-License-Identifier: Apache-2.0
// The files that a world is made of.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "build/build.hpp"
#include "cli/arguments.hpp"
#include "cli/session.hpp"
#include "cli/terminal/standard_output.hpp"
#include "graph/graph.hpp"

namespace terrawright::cli {

// The config, what it includes, its files of tables, and the files that its stages read, as they were opened; in the
// order of their names.
std::vector<std::string> input_files(const graph::Graph& graph);

// The same with their SHA-256, of what was read of them.
std::map<std::string, std::string> sha256_of_inputs(const graph::Graph& graph);

// Writes the files that a call has read, in the format in which compilers list headers for Make, Ninja and CMake.

// The config, its includes and tables, what its stages read, and the libraries that they are of. Whole paths where the
// config's is one.
std::vector<std::string> dependencies_of(const graph::Graph& graph, const std::string& config);
// Shows which of the names a rule of Make cannot hold, as of two lines. Throws Ended then.
void look_at_names(const std::vector<std::string>& names);
// "target: dependency ...", and a rule for each dependency, so that one that is gone is no mistake.
std::string depfile_text(const std::string& target, const std::vector<std::string>& dependencies);

// Records products and inputs of a call, by digests: an in-toto Statement v1 with the predicate SLSA provenance v1, for
// signing and checking. The same build gives the same bytes: no times but that of SOURCE_DATE_EPOCH, no host.

struct StatedWorld {  // NOLINT(bugprone-exception-escape): the move of JSON asserts, and throws nothing
  std::map<std::string, std::string> files;  // SHA-256 by path, as seen from the statement's folder
  Json asked, resolved;                      // what the command line says, what became of it
  std::map<std::string, Json> made_of;       // descriptors by name
};

// All files have their names.
StatedWorld stated(const Arguments& arguments, const Session& session, const build::Built& built);

std::string statement_text(const std::vector<StatedWorld>& worlds);

}  // namespace terrawright::cli
