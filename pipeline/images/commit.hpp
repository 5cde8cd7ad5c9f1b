// SPDX-License-Identifier: Apache-2.0
// The files of a build get their names, so that no manifest ever lies.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "images/whole_file.hpp"
#include "images/whole_folder.hpp"
#include "report/diagnostic.hpp"
#include "system/files.hpp"

namespace terrawright::images {

// While it lives no other build commits into the folder; where the file system has no locks it holds nobody up.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);

 private:
  system::Descriptor folder_;
};

// Gives settled files and folders their names. Each step is on the disk before the next. The manifests that become
// false are deleted, the files are renamed, and the manifest is renamed last. A process that is killed leaves the old
// files with their manifest, or no manifest, or the new files with theirs. Throws WriteFailed; then no manifest is
// there either, unless the first step failed.
void commit(const std::vector<std::filesystem::path>& untrue, const std::vector<WholeFile*>& files,
            WholeFile* manifest = nullptr, const std::vector<WholeFolder*>& whole_folders = {});

// Why a folder cannot be made or written to; empty: it can.
std::string why_not_writable(const std::filesystem::path& folder);
// An error where no file of this name can be written. `what` names it, `option` is the one that did.
void check_writable(const std::filesystem::path& file, const std::string& what, const std::string& option,
                    report::Diagnostics& problems);

// A text under its name, whole or not at all; what dead builds left beside it goes. Throws WriteFailed.
void commit_text(const std::filesystem::path& path, std::string_view text);

}  // namespace terrawright::images
