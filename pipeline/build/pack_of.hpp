// SPDX-License-Identifier: Apache-2.0
// A pack of the config as it is to be written.
#pragma once
#include "graph/graph.hpp"
#include "packs/game/pack.hpp"
#include "packs/game/pack_sizes.hpp"

namespace terrawright::build {

// Of layers that are all known. `world`: cells that there are. Reports classes that no legend has.
images::Pack pack_of(const graph::Graph& graph, const graph::Output& output, const images::PackSize& world,
                     report::Diagnostics& diagnostics);

}  // namespace terrawright::build
