// SPDX-License-Identifier: Apache-2.0
// Work that a run can skip, as earlier runs have cached it.
#pragma once
#include <cstddef>
#include <limits>
#include <vector>

#include "graph/graph.hpp"
#include "schedule/stage_cost.hpp"

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

// Selects the layers that a run should cache, so that likely changes cost little. The choice has no effect on the bits.

// Nanoseconds of a processor for each cell of the world, of a run of one thread.
struct Costs {
  std::vector<double> making, painting;          // by node: with its rounds; tiles again, from a verdict that is kept
  std::vector<std::vector<KeepingCost>> layers;  // by node and port
};
// Costs of stages and kinds, measured on some machine.
Costs assumed_costs(const graph::Graph& graph);

// By node and port: the layers that save most for what it costs to write them, until that is a share of all that the
// run makes, or so many bytes for each cell of the world. Of a run that finds some `kept`, and does what it is `doing`,
// those that it paints and that are not kept; else all nodes run. Layers that are kept `for_files`, in the place of
// these, are kept in any case, beside that share.
//
// Their saving is counted over likely changes. One node of the config changes, or a part of a composite, which counts
// less the more parts there are; or the options of one file do.
std::vector<std::vector<bool>> worth_keeping(const graph::Graph& graph, const Costs& costs,
                                             double most_bytes = std::numeric_limits<double>::infinity(),
                                             const std::vector<Kept>& kept = {}, const std::vector<Doing>& doing = {},
                                             const std::vector<graph::Link>& for_files = {});

}  // namespace terrawright::schedule
