// SPDX-License-Identifier: Apache-2.0
// A folder under a private name, locked, which goes with the object and all that is in it.
#pragma once
#include <filesystem>

namespace terrawright::images {

class PrivateFolder {
 public:
  // Beside `path`, whose missing folders are created. Throws WriteFailed, which names `path`.
  explicit PrivateFolder(const std::filesystem::path& path, unsigned mode = 0777);
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return descriptor_; }
  // It has another name now, which stays; or what is to go has this one.
  void is_named() { path_.clear(); }
  void is_now(std::filesystem::path path) { path_ = std::move(path); }

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;  // holds the lock
};

}  // namespace terrawright::images
