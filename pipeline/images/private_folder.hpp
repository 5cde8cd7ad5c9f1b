// SPDX-License-Identifier: Apache-2.0
// A folder under a private name, locked, which goes with the object and all that is in it.
#pragma once
#include <filesystem>
#include <optional>

#include "system/files.hpp"

namespace terrawright::images {

class PrivateFolder {
 public:
  // Beside `path`, whose missing folders are created. Throws WriteFailed, which names `path`.
  explicit PrivateFolder(const std::filesystem::path& path, unsigned mode = 0777);
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return file_.number(); }
  // It has another name now, which stays; or what is to go has this one.
  void is_named() { path_.clear(); }
  void is_now(std::filesystem::path path) { path_ = std::move(path); }

 private:
  std::filesystem::path path_;
  system::Descriptor file_;  // holds the lock
};

// A folder in TMPDIR (else /tmp) for this user alone that goes with the object, and all that is in it. Those of
// processes that were killed go with the next one.
class ScratchFolder {
 public:
  ScratchFolder();  // throws std::runtime_error
  const std::filesystem::path& path() const { return folder_->path(); }

 private:
  std::optional<PrivateFolder> folder_;
};

}  // namespace terrawright::images
