// SPDX-License-Identifier: Apache-2.0
// Search path of plugins.
#pragma once
#include <string>
#include <vector>

namespace terrawright::plugins {

struct Place {
  std::string path;    // of a folder or a library
  bool named = false;  // on the command line, so that it is an error where it cannot be used
};

// `named` (from --plugins), then TERRAWRIGHT_PLUGIN_PATH (separated by ':'), then the folder of the installation, if it
// exists; each once. Never the working directory, never a path out of a config.
std::vector<Place> search_path(const std::vector<std::string>& named);

// The folder of plugins in the prefix that a program, or libterrawright.so, is installed in, wherever that was moved
// to; empty: the program is in no bin folder, so it is installed nowhere.
std::string folder_of_installation(const std::string& program);

}  // namespace terrawright::plugins
