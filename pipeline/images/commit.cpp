// SPDX-License-Identifier: Apache-2.0
#include "images/commit.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

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
    : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  while (descriptor_ >= 0 && flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) continue;
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

void commit(const std::vector<std::filesystem::path>& untrue, const std::vector<WholeFile*>& files, WholeFile* manifest,
            const std::vector<WholeFolder*>& whole_folders) {
  std::set<std::filesystem::path> folders;
  for (const auto& path : untrue) {
    if (unlink(path.c_str()) != 0 && errno != ENOENT) throw WriteFailed(path, "take the old manifest away", errno);
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
