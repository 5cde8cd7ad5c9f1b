// SPDX-License-Identifier: Apache-2.0
// Record of a build, for programs: resolved config, stages, layers, numbers, files. No times, no host names.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "build/build.hpp"
#include "images/write.hpp"
#include "report/json.hpp"

namespace terrawright::build {

// SHA-256 of the resolved config: the same for two configs that say the same.
std::string config_hash(const graph::Graph& graph);

// The resolved config, and its text: what that is the hash of.
report::Json resolved(const graph::Graph& graph);
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

// The files of a build as sha256sum lists them: a line each for files that have their names, sorted, as seen from the
// folder that the list itself lies in: what `cd FOLDER && sha256sum --check FILE` takes. A folder has a line for each
// of its files, and one for their list.
std::string sums_of(const std::vector<images::Written>& files, const std::filesystem::path& list);
// The same by path.
std::map<std::string, std::string> sha256_of_files(const std::vector<images::Written>& files,
                                                   const std::filesystem::path& list);

}  // namespace terrawright::build
