// SPDX-License-Identifier: Apache-2.0
// What a build did, for machines: resolved config, stages, layers, numbers, files. No times, no host names.
#pragma once
#include <map>
#include <string>

#include "engine/engine.hpp"
#include "graph/graph.hpp"

namespace terrawright::cli {

// SHA-256 of the resolved config: the same for two configs that say the same.
std::string config_hash(const graph::Graph& graph);

// `sha256` holds that of raw cells by layer ("node" or "node.port"); empty unless it was asked for.
std::string manifest(const graph::Graph& graph, const engine::Outcome& outcome,
                     const std::map<std::string, std::string>& sha256);

}  // namespace terrawright::cli
