// SPDX-License-Identifier: Apache-2.0
// Records products and inputs of a call, by digests: an in-toto Statement v1 with the predicate SLSA provenance v1, for
// signing and checking. The same build gives the same bytes: no times but that of SOURCE_DATE_EPOCH, no host.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "build/build.hpp"
#include "cli/arguments.hpp"
#include "cli/json_text.hpp"
#include "cli/session.hpp"

namespace terrawright::cli {

struct StatedWorld {  // NOLINT(bugprone-exception-escape): the move of JSON asserts, and throws nothing
  std::map<std::string, std::string> files;  // SHA-256 by path, as seen from the statement's folder
  Json asked, resolved;                      // what the command line says, what became of it
  std::map<std::string, Json> made_of;       // descriptors by name
};

// All files have their names.
StatedWorld stated(const Arguments& arguments, const Session& session, const build::Built& built);

std::string statement_text(const std::vector<StatedWorld>& worlds);

}  // namespace terrawright::cli
