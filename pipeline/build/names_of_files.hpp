// SPDX-License-Identifier: Apache-2.0
// Files whose names are those of other files.
#pragma once
#include <vector>

#include "graph/graph.hpp"
#include "images/picture.hpp"

namespace terrawright::build {

// An error for each output of which a tile, a legend or a sidecar would replace a file of this build.
void check_tiles(const graph::Graph& graph, const std::vector<images::Picture>& files,
                 report::Diagnostics& diagnostics);

// Whose seed a world has.
enum class SeedFrom {
  config,   // its own: the config says what it means
  outside,  // one that was given: a name that another seed writes too is warned of
  several,  // it is one of several: such a name is an error
};
// Worlds of several seeds must not write one file.
void check_names(const config::World& world, SeedFrom seed, report::Diagnostics& diagnostics);

}  // namespace terrawright::build
