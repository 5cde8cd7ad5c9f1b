// SPDX-License-Identifier: Apache-2.0
// Checks files against the manifests that list them.
#pragma once
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "report/diagnostic.hpp"

namespace terrawright::cli {

struct FilesCheck {
  struct Fault {
    std::filesystem::path file;
    std::string what;  // "missing", "cut", "changed", "extra" or "unreadable"
    std::string detail = {};
  };
  std::size_t manifests = 0;
  std::size_t files = 0;      // listed, those inside folders as well
  std::vector<Fault> faults;  // in the order of the manifest, then extra files by name
};

// The files of one manifest; files in its tile, zarr and pack folders that are not listed are extra. Throws
// std::runtime_error where it is not called NAME.manifest.json, or is not there, and cannot be read; and Stopped.
FilesCheck check_files(const std::filesystem::path& manifest, const std::atomic<bool>& stop);

// The files of all manifests in the folder and below it. Files beside a manifest or below it that no manifest lists are
// extra, except those that state the SHA-256 of a manifest, as lists of sums and statements do. Throws Stopped.
FilesCheck check_folder(const std::filesystem::path& folder, const std::atomic<bool>& stop);

report::Diagnostics problems_of(const FilesCheck& check);

}  // namespace terrawright::cli
