// SPDX-License-Identifier: Apache-2.0
// A folder in TMPDIR (else /tmp) that goes with the object, and all that is in it.
#pragma once
#include <filesystem>

namespace terrawright::cli {

class ScratchFolder {
 public:
  ScratchFolder();  // throws std::runtime_error
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace terrawright::cli
