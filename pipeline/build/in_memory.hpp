// SPDX-License-Identifier: Apache-2.0
// Worlds that stay in memory: from a text, and what they make is kept in place of files.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "graph/graph.hpp"

namespace terrawright::build {

// The outputs need no file. Nothing where there was an error. The catalogue must outlive the graph.
std::optional<graph::Graph> graph_of(const std::shared_ptr<const report::Source>& source,
                                     const std::vector<std::string>& set, const graph::Catalogue& catalogue,
                                     report::Diagnostics& diagnostics, const graph::InputFileOpener* opener = nullptr);

// What comes out of `links`, in their order. Nothing where a stage failed or the run was stopped.
std::optional<std::vector<engine::Product>> keep(const graph::Graph& graph, std::vector<graph::Link> links,
                                                 const engine::Options& options, engine::Observer& observer,
                                                 report::Diagnostics& diagnostics);

}  // namespace terrawright::build
