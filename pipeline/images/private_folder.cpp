// SPDX-License-Identifier: Apache-2.0
#include "images/private_folder.hpp"

#include <cerrno>
#include <system_error>

#include "files/user_folders.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

PrivateFolder::PrivateFolder(const std::filesystem::path& path, unsigned mode) {
  std::error_code failed;
  std::filesystem::create_directories(folder_of(path), failed);
  if (failed) throw WriteFailed(path, "create the folder", failed.value());
  do {
    file_.close();
    path_ = private_name(path);
    const bool made = system::make_folder(path_.string(), mode);
    if (made) file_ = system::open(path_.string(), system::reads | system::folder_only);
    // Gone: to a build that took it for a leftover.
    if (!file_ && errno != EEXIST && errno != EINTR && (!made || errno != ENOENT)) {
      const int error = errno;
      if (made) system::remove_folder(path_.string());
      throw WriteFailed(path, "create the folder", error);
    }
  } while (!file_ || !claim(file_.number(), path_));
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

ScratchFolder::ScratchFolder() {
  const std::filesystem::path parent = files::temporary_folder();
  remove_leftovers(parent);
  try {
    folder_.emplace(parent / "scratch", 0700);
  } catch (const WriteFailed& failure) {
    files::refuse_temporary_folder(parent, failure.reason());
  }
}

}  // namespace terrawright::images
