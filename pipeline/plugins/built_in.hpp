// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "terrawright/abi.h"
#include "terrawright/writer.h"

namespace terrawright::plugins {

// The plugin of all files below stages/; the build lists them.
const terrawright_plugin* built_in_plugin(const terrawright_engine& engine);

// The writers of all folders below writers/; the build lists them.
const terrawright_writers& built_in_writers();

// A file of composites below stages/.
struct BuiltInComposites {
  const char* file;
  const char* yaml;
};
std::vector<BuiltInComposites> built_in_composites();

}  // namespace terrawright::plugins
