// SPDX-License-Identifier: Apache-2.0
// `extends: realistic` begins with another world, and what else stands in the config changes it.
#pragma once
#include <set>

#include "config/check.hpp"
#include "config/file_names.hpp"

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

// Where an extending config removed "knob sea" or "node sea": for errors of who uses it. The document keeps that until
// it is forgotten.
std::vector<report::Related> removed_from(const Value& document, const std::string& what);
void forget_removed(Value& document);

// The same document as one file at `path`, without `extends` and `include`: files that other configs name are named
// from here. Omits nodes of the extended worlds that are not `needed`, and unused knobs.
Value resolved(const Value& document, const std::string& path, const std::set<std::string>& needed);

// `include: [coast.yaml]` adds the stages and composites of other files.

// Puts the stages and composites of the files that `document` includes, and of those that they include, into its own.
// Files are looked for beside the one that names them, `path` for those of `document`, and must lie in `folder`. A file
// that is named twice counts once; a circle is refused; a node that two files have is reported with both places.
void include_files(Value& document, const std::string& path, const Folder& folder, const Check& check);

// `--set PATH=VALUE`: changes a document before it is checked.

// PATH is keys and list positions with dots between: world.size, world.size.0, stages.terrain.with.stencil,
// outputs.0.file, knobs.sea (the knob's value). It must lead to something that is there, or to a key that may be
// left out. VALUE is YAML; that of a file name is the literal text.
void apply_override(Value& document, const std::string& assignment, const Check& check);

// `--seed`: a whole number as `seed:` takes it, else the literal text. An empty one is refused.
void apply_seed(Value& document, const std::string& seed, const Check& check);

// Values that follow from how wide the world is: `radius: = 0.008 * width`, `value: "= min(2400 m, width / 32)"`.

// Puts the result in the place of each value that begins with "= ", outside `world` and `expect`. Reports what cannot
// be calculated. Where the width of the world is not known, which is reported elsewhere, nothing stands in their
// places.
void calculate(Value& document, const Check& check);

}  // namespace terrawright::config
