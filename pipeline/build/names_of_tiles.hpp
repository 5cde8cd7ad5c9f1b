// SPDX-License-Identifier: Apache-2.0
// Tiles, legends and sidecars whose names are those of other files.
#pragma once
#include <vector>

#include "graph/graph.hpp"
#include "images/picture.hpp"

namespace terrawright::build {

// An error for each output of which a tile, a legend or a sidecar would replace a file of this build.
void check_tiles(const graph::Graph& graph, const std::vector<images::Picture>& files,
                 report::Diagnostics& diagnostics);

}  // namespace terrawright::build
