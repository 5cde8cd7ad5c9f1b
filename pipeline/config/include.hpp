// SPDX-License-Identifier: Apache-2.0
// `include: [coast.yaml]` adds the stages and composites of other files.
#pragma once
#include "check.hpp"
#include "folder.hpp"

namespace terrawright::config {

// Puts the stages and composites of the files that `document` includes, and of those that they include, into its own.
// Files are looked for beside the one that names them, `path` for those of `document`, and must lie in `folder`. A file
// that is named twice counts once; a circle is refused; a node that two files have is reported with both places.
void include_files(Value& document, const std::string& path, const Folder& folder, const Check& check);

}  // namespace terrawright::config
