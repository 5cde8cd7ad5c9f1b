// SPDX-License-Identifier: Apache-2.0
// A folder in TMPDIR (else /tmp) for this user alone that goes with the object, and all that is in it. Those of
// processes that were killed go with the next one.
#pragma once
#include <filesystem>
#include <optional>

#include "images/private_folder.hpp"

namespace terrawright::images {

class ScratchFolder {
 public:
  ScratchFolder();  // throws std::runtime_error
  const std::filesystem::path& path() const { return folder_->path(); }

 private:
  std::optional<PrivateFolder> folder_;
};

}  // namespace terrawright::images
