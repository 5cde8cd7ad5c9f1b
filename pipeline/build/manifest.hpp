// SPDX-License-Identifier: Apache-2.0
// What a build did, for machines: resolved config, stages, layers, numbers, files. No times, no host names.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "build/build.hpp"
#include "images/whole_file.hpp"

namespace terrawright::build {

// SHA-256 of the resolved config: the same for two configs that say the same.
std::string config_hash(const graph::Graph& graph);

// `files` are settled; their paths are written as seen from the plan's folder. Of a window it says so, and lists the
// layers and tables that are written, as they are there; numbers and grids are the world's.
std::string manifest(const Plan& plan, const Built& built, const std::vector<images::WholeFile*>& files);

// The manifests in the folder that will not be true once these files have their names, as they list one of them with
// other bytes.
std::vector<std::filesystem::path> untrue_manifests(const std::filesystem::path& folder,
                                                    const std::vector<images::WholeFile*>& files);

}  // namespace terrawright::build
