// SPDX-License-Identifier: Apache-2.0
// What a build did, for machines: resolved config, stages, layers, numbers, files. No times, no host names.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "graph/graph.hpp"
#include "images/write.hpp"

namespace terrawright::build {

// SHA-256 of the resolved config: the same for two configs that say the same.
std::string config_hash(const graph::Graph& graph);

// `sha256` holds that of raw cells by layer ("node" or "node.port"); empty unless it was asked for. `files` are
// settled; their paths are written as seen from `folder`.
std::string manifest(const graph::Graph& graph, const engine::Outcome& outcome,
                     const std::map<std::string, std::string>& sha256, const std::vector<images::Written>& files,
                     const std::filesystem::path& folder);

// The manifests in the folder that will not be true once these files have their names, as they list one of them with
// other bytes.
std::vector<std::filesystem::path> untrue_manifests(const std::filesystem::path& folder,
                                                    const std::vector<images::Written>& files);

}  // namespace terrawright::build
