// SPDX-License-Identifier: Apache-2.0
// Work that a run can skip, as earlier runs have cached it.
#pragma once
#include <cstddef>
#include <vector>

#include "graph/graph.hpp"

namespace terrawright::schedule {

// Cached results of a node.
struct Kept {
  bool outcome = false;      // its numbers, grids, texts and tables, and what is to be said of its layers
  bool verdict = false;      // of its rounds, so that its tiles can be painted again; of a node without rounds: outcome
  std::vector<bool> layers;  // by port
};

enum class Doing {
  runs,
  paints_again,  // cells that somebody needs, from a verdict that is kept
  cached,        // nothing
};

// Whether a port of a node is a layer.
bool has_cells(const graph::Node& node, std::size_t port);

// By node. `needed`: layers whose cells somebody outside the graph reads.
std::vector<Doing> doing_of(const graph::Graph& graph, const std::vector<Kept>& kept,
                            const std::vector<graph::Link>& needed);

}  // namespace terrawright::schedule
