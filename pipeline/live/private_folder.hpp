// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

namespace terrawright::live {

// A folder among temporary files that nobody else may open. It goes with the object; one that a killed program left
// goes when the next is made.
class PrivateFolder {
 public:
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace terrawright::live
