// SPDX-License-Identifier: Apache-2.0
// Writes the files that a call has read, in the format in which compilers list headers for Make, Ninja and CMake.
#pragma once
#include <string>
#include <vector>

#include "graph/graph.hpp"

namespace terrawright::cli {

// The config, its includes and tables, what its stages read, and the libraries that they are of. Whole paths where the
// config's is one.
std::vector<std::string> dependencies_of(const graph::Graph& graph, const std::string& config);
// "target: dependency ...", and a rule for each dependency, so that one that is gone is no mistake.
std::string depfile_text(const std::string& target, const std::vector<std::string>& dependencies);

}  // namespace terrawright::cli
