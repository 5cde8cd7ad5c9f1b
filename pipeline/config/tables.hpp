// SPDX-License-Identifier: Apache-2.0
// `with: {rules: {file: biomes.yaml}}`: a table that stands in a file of its own, under the parameter's name.
#pragma once
#include "check.hpp"

namespace terrawright::config {

// Puts the tables in place of the files that name them. Files are searched beside the one that names them, or beside
// the config at `path` for a value given from outside. They must lie in or below the config's folder. Values keep their
// places in their own files. A table that nobody asks for, and a knob in a table, are errors. False where a table is
// missing.
bool read_tables(Value& document, const std::string& path, const Check& check);

}  // namespace terrawright::config
