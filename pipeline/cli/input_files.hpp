// SPDX-License-Identifier: Apache-2.0
// The files that a world is made of.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "graph/graph.hpp"

namespace terrawright::cli {

// The config, what it includes, its files of tables, and the files that its stages read, as they were opened; in the
// order of their names.
std::vector<std::string> input_files(const graph::Graph& graph);

// The same with their SHA-256, of what was read of them.
std::map<std::string, std::string> sha256_of_inputs(const graph::Graph& graph);

}  // namespace terrawright::cli
