// SPDX-License-Identifier: Apache-2.0
#include "images/commit.hpp"

#include <cerrno>
#include <set>

#include "images/whole_file.hpp"

namespace terrawright::images {
namespace {

void flush(const std::set<std::filesystem::path>& folders) {
  for (const auto& folder : folders) flush_folder(folder);
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder)
    : folder_(system::open(folder.string(), system::reads | system::folder_only)) {
  if (folder_) system::lock(folder_.number(), true);
}

void commit(const std::vector<std::filesystem::path>& untrue, const std::vector<WholeFile*>& files, WholeFile* manifest,
            const std::vector<WholeFolder*>& whole_folders) {
  std::set<std::filesystem::path> folders;
  for (const auto& path : untrue) {
    if (!system::remove_file(path.string()) && errno != ENOENT)
      throw WriteFailed(path, "take the old manifest away", errno);
    folders.insert(folder_of(path));
  }
  flush(folders);
  folders.clear();
  for (WholeFile* file : files) {
    file->name();
    folders.insert(folder_of(file->path()));
  }
  for (WholeFolder* folder : whole_folders) {
    folder->name();
    folders.insert(folder_of(folder->path()));
  }
  flush(folders);
  if (manifest == nullptr) return;
  manifest->name();
  flush_folder(folder_of(manifest->path()));
}

void commit_text(const std::filesystem::path& path, std::string_view text) {
  remove_leftovers(folder_of(path));
  const auto file = text_file(path, text);
  commit({}, {file.get()});
}

}  // namespace terrawright::images
