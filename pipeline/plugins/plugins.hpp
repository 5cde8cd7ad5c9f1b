// SPDX-License-Identifier: Apache-2.0
// Finding and loading stages and writers: built-in and third-party through one door, the entry of abi.h.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "border/description.hpp"
#include "graph/catalogue.hpp"
#include "terrawright/abi.h"
#include "terrawright/writer.h"

namespace terrawright::plugins {

using Problem = graph::Refused;

// An entry of the search path of plugins.
struct PathEntry {
  std::string path;    // of a folder or a library
  bool named = false;  // on the command line, so that it is an error where it cannot be used
};

// `named` (from --plugins), then TERRAWRIGHT_PLUGIN_PATH (separated by ':'), then the folder of the installation, if it
// exists; each once. Never the working directory, never a path out of a config.
std::vector<PathEntry> search_path(const std::vector<std::string>& named);

// The folder of plugins in the prefix that a program, or libterrawright.so, is installed in, wherever that was moved
// to; empty: the program is in no bin folder, so it is installed nowhere.
std::string folder_of_installation(const std::string& program);

// Checks what a plugin says of itself and adds its stages and writers. `file` is empty for the built-in one; `build`
// tells its code from any other. Nothing of a plugin with a problem is added.
std::vector<Problem> add_plugin(const terrawright_plugin* plugin, const std::string& file, const std::string& build,
                                graph::Catalogue& catalogue);
std::vector<Problem> add_plugin(const std::shared_ptr<const border::Plugin>& plugin, const std::string& file,
                                const std::string& build, graph::Catalogue& catalogue);

// The stages that are part of this program.
std::vector<Problem> add_built_in(graph::Catalogue& catalogue);

// Whether a file is a library, or a file of Python that declares stages.
bool has_stages(const std::string& file);

// Files of the path that have stages, those of a folder in the order of names; nothing of one that is there already.
// They stay loaded until the program ends. A named library that cannot be used is a problem. A library that was only
// found is refused in the catalogue, and concerns its users alone.
std::vector<Problem> add_all(const std::vector<PathEntry>& path, graph::Catalogue& catalogue,
                             std::vector<std::string>* said = nullptr);

// The stages of this program, then all on the search path, where libraries and folders that are `named` come first.
std::vector<Problem> add_everything(const std::vector<std::string>& named, graph::Catalogue& catalogue,
                                    std::vector<std::string>* said = nullptr);

// The plugin of all files below stages/; the build lists them.
const terrawright_plugin* built_in_plugin(const terrawright_engine& engine);

// The writers of all folders below writers/; the build lists them.
const terrawright_writers& built_in_writers();

// A composite below stages/.
struct BuiltInComposite {
  const char *id, *file, *yaml;
};
std::vector<BuiltInComposite> built_in_composites();

// Stages and writers of packs that the build leaves out: family.word.
struct LeftOut {
  const char *id, *pack;
};
std::vector<LeftOut> left_out_stages();
std::vector<LeftOut> left_out_writers();

}  // namespace terrawright::plugins
