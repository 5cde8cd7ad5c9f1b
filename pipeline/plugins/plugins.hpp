// SPDX-License-Identifier: Apache-2.0
// Finding and loading stages: built-in and third-party through one door, the entry of abi.h.
#pragma once
#include <string>
#include <vector>

#include "graph/catalogue.hpp"

namespace terrawright::plugins {

// A library that was refused: which, why, and what to do.
struct Problem {
  std::string file, reason, remedy;
};

// Checks what a plugin says of itself and adds its stages. `file` is empty for the built-in one; `build` tells its
// code from any other. Nothing of a plugin with a problem is added.
std::vector<Problem> add_plugin(const terrawright_plugin* plugin, const std::string& file, const std::string& build,
                                graph::Catalogue& catalogue);

// The stages that are part of this program.
std::vector<Problem> add_built_in(graph::Catalogue& catalogue);

// Every *.so of a folder, in the order of names. Libraries stay loaded until the program ends. `said` gets the lines
// that their entries write for who watches.
std::vector<Problem> add_folder(const std::string& folder, graph::Catalogue& catalogue,
                                std::vector<std::string>* said = nullptr);

}  // namespace terrawright::plugins
