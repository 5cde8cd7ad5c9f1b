// SPDX-License-Identifier: Apache-2.0
// The files of a build as sha256sum lists them.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "images/write.hpp"

namespace terrawright::build {

// A line each for files that have their names, sorted, as seen from the folder that the list itself lies in: what
// `cd FOLDER && sha256sum --check FILE` takes. A folder has a line for each of its files, and one for their list.
std::string sums_of(const std::vector<images::Written>& files, const std::filesystem::path& list);
// The same by path.
std::map<std::string, std::string> sha256_of_files(const std::vector<images::Written>& files,
                                                   const std::filesystem::path& list);

}  // namespace terrawright::build
