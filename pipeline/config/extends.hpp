// SPDX-License-Identifier: Apache-2.0
// `extends: realistic` begins with another world, and what else stands in the config changes it.
#pragma once
#include <set>

#include "check.hpp"
#include "folder.hpp"

namespace terrawright::config {

// The document of `source` with all that it includes and extends in it. A world that comes with the program is extended
// by its name. Another one is extended by the name of its file, which is searched like included files. Nothing after an
// error that leaves no document.
//
// Maps are merged, key by key; a key without a value deletes the other world's value; any other value replaces the old
// one. That is RFC 7396 ("JSON Merge Patch") but for
//   knobs       a value alone is the knob's value;
//   stages      a node that uses another stage is a new one;
//   composites  one takes the place of another as a whole;
//   outputs     a list takes the place of the other's, a map changes them: by the name of their file;
//   expect      the same, by name;
//   include     what is included belongs to the config that includes it;
// and a deleted key must exist.
std::optional<Value> read_whole(const std::shared_ptr<const report::Source>& source, const Check& check);

// The same document as one file at `path`, without `extends` and `include`: files that other configs name are named
// from here. Omits nodes of the extended worlds that are not `needed`, and unused knobs.
Value resolved(const Value& document, const std::string& path, const std::set<std::string>& needed);

}  // namespace terrawright::config
