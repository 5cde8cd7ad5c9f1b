// SPDX-License-Identifier: Apache-2.0
// Where plugins are looked for.
#pragma once
#include <string>
#include <vector>

namespace terrawright::plugins {

// `named` (from --plugins), then TERRAWRIGHT_PLUGIN_PATH (folders separated by ':'), then the folder of the
// installation, if it exists; each once. Never the working directory, never a path out of a config.
std::vector<std::string> plugin_folders(const std::vector<std::string>& named);

// The folder of plugins in the prefix that a program is installed in, wherever that was moved to; empty: the program is
// in no bin folder, so it is installed nowhere.
std::string folder_of_installation(const std::string& program);

}  // namespace terrawright::plugins
