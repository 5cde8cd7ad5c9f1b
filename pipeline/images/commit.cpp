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
      throw files::WriteFailed(path, "take the old manifest away", errno);
    folders.insert(files::folder_of(path));
  }
  flush(folders);
  folders.clear();
  for (WholeFile* file : files) {
    file->name();
    folders.insert(files::folder_of(file->path()));
  }
  for (WholeFolder* folder : whole_folders) {
    folder->name();
    folders.insert(files::folder_of(folder->path()));
  }
  flush(folders);
  if (manifest == nullptr) return;
  manifest->name();
  flush_folder(files::folder_of(manifest->path()));
}

std::string why_not_writable(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return error ? error.message() : system::why_not_writable(folder.string());
}

void check_writable(const std::filesystem::path& file, const std::string& what, const std::string& option,
                    report::Diagnostics& problems) {
  const std::filesystem::path path = std::filesystem::absolute(file);
  std::error_code unknown;
  if (path.filename().empty() || std::filesystem::is_directory(path, unknown)) {
    problems.error({}, what + " is a folder", "name a file with " + option);
  } else if (std::filesystem::exists(path, unknown) && !std::filesystem::is_regular_file(path, unknown)) {
    problems.error({}, what + " is there, and not a regular file", "name another file with " + option);
  } else if (const std::string why = why_not_writable(path.parent_path()); !why.empty()) {
    problems.error({}, what + " cannot be written: " + why, "name another file with " + option);
  }
}

void commit_text(const std::filesystem::path& path, std::string_view text) {
  files::remove_leftovers(files::folder_of(path));
  const auto file = text_file(path, text);
  commit({}, {file.get()});
}

}  // namespace terrawright::images
