// SPDX-License-Identifier: Apache-2.0
// `extends: realistic` begins with another world, and what else stands in the config changes it.
#pragma once
#include <set>

#include "check.hpp"
#include "folder.hpp"

namespace terrawright::config {

// The document of `source` with all that it includes and extends in it. A world that comes with the program is extended
// by its name, another one by the name of its file, looked for as included files are. Nothing after an error that
// leaves no document.
//
// Maps are merged, key by key; a key with nothing behind it takes what the other world has there away; all else takes
// the place of what was there: RFC 7396 ("JSON Merge Patch") but for
//   knobs       a value alone is the knob's value;
//   stages      a node that uses another stage is a new one;
//   composites  one takes the place of another as a whole;
//   outputs     a list takes the place of the other's, a map changes them: by the name of their file;
//   expect      the same, by name;
//   include     what is included belongs to the config that includes it;
// and what is to be taken away has to be there.
std::optional<Value> read_whole(const std::shared_ptr<const report::Source>& source, const Check& check);

// The same document as it stands in one file at `path`, without `extends` and `include`: files that other configs name
// are named from here. Of the worlds that it extends, those nodes are left out that are not `needed`, and knobs that
// nothing uses.
Value resolved(const Value& document, const std::string& path, const std::set<std::string>& needed);

}  // namespace terrawright::config
