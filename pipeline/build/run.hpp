// SPDX-License-Identifier: Apache-2.0
// The one start of the engine: everything that makes a cell of a world goes through `run`.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/layers/layer.hpp"
#include "graph/graph.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::build {

// A text as a graph. The outputs need no file. Nothing where there was an error. The catalogue must outlive the graph.
std::optional<graph::Graph> graph_of(const std::shared_ptr<const report::Source>& source,
                                     const std::vector<std::string>& set, const graph::Catalogue& catalogue,
                                     report::Diagnostics& diagnostics, const graph::InputFileOpener* opener = nullptr);

// Every output that is made, node by node in running order.
std::vector<graph::Link> outputs_made(const graph::Graph& graph);

struct Run {
  const graph::Graph& graph;
  engine::Options options = {};
  bool strict = false;  // a damaged entry of the cache is an error
};

// Called before each try: what the sinks of the last one took is of no use.
using Sinks = std::function<std::vector<engine::Sink>()>;

// Runs the graph. Another try rebuilds cached results that were lost, unless the run is to stop. Several processes go
// on together or not at all. `problems` get what failed, of stages and of sinks, and the cache's damage.
engine::Outcome run(const Run& run, const Sinks& sinks, engine::Observer& observer, report::Diagnostics& problems);

// A sink that keeps what comes out of `links`, in their order: in memory, or where the schedule lets layers wait.
engine::Sink keeper(const std::vector<graph::Link>& links, std::vector<engine::Product>& kept);

struct Kept {
  engine::Outcome outcome;
  std::vector<engine::Product> made;  // in the order of the links; of no use where the outcome is not done
};
// Runs the graph, and keeps what comes out of `links`.
Kept keep(const Run& run, const std::vector<graph::Link>& links, engine::Observer& observer,
          report::Diagnostics& problems);

// Adds one problem for the entries that the cache had damaged since the last call, and has deleted: a warning, or an
// error where the run is strict.
void report_damage(const Run& run, report::Diagnostics& problems);

// Hash of the raw little-endian cells, row by row.
std::string sha256_of(const engine::Layer& layer);

// Digest of a world: SHA-256 of a line "NAME XXH3" for each port that the config's outputs read, sorted by name.
std::string digest_of(const graph::Graph& graph, const engine::Outcome& outcome);

}  // namespace terrawright::build
