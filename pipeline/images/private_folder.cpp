// SPDX-License-Identifier: Apache-2.0
#include "images/private_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "files/temporary_folder.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

PrivateFolder::PrivateFolder(const std::filesystem::path& path, unsigned mode) {
  std::error_code failed;
  std::filesystem::create_directories(folder_of(path), failed);
  if (failed) throw WriteFailed(path, "create the folder", failed.value());
  do {
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = -1;
    path_ = private_name(path);
    const bool made = mkdir(path_.c_str(), mode) == 0;
    if (made) descriptor_ = open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // Gone: to a build that took it for a leftover.
    if (descriptor_ < 0 && errno != EEXIST && errno != EINTR && (!made || errno != ENOENT)) {
      const int error = errno;
      if (made) rmdir(path_.c_str());
      throw WriteFailed(path, "create the folder", error);
    }
  } while (descriptor_ < 0 || !claim(descriptor_, path_));
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  close(descriptor_);
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
