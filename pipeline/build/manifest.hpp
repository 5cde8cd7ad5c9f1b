// SPDX-License-Identifier: Apache-2.0
// Record of a build, for programs: resolved config, stages, layers, numbers, files. No times, no host names.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "build/build.hpp"
#include "images/write.hpp"

namespace terrawright::build {

// SHA-256 of the resolved config: the same for two configs that say the same.
std::string config_hash(const graph::Graph& graph);

// The resolved config as JSON: what that is the hash of.
std::string resolved_config(const graph::Graph& graph);

// The outputs of the resolved config, each as JSON in a line.
std::vector<std::string> outputs_of(const graph::Graph& graph);

// Path of the manifest of the build.
std::filesystem::path manifest_path(const Plan& plan);

// Its files are settled, or stand as they would be written; their paths are as seen from the plan's folder. For a
// window it has a member for it, and lists the layers and tables that are written, with the window's content. Numbers
// and grids are the world's.
std::string manifest(const Plan& plan, const Built& built);

// The manifests in the folder, but `own`, that will not be true once these files have their names, as they list one of
// them with other bytes.
std::vector<std::filesystem::path> untrue_manifests(const std::filesystem::path& folder,
                                                    const std::vector<images::Written>& files,
                                                    const std::filesystem::path& own);

}  // namespace terrawright::build
