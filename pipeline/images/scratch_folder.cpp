// SPDX-License-Identifier: Apache-2.0
#include "images/scratch_folder.hpp"

#include "files/temporary_folder.hpp"
#include "images/temporary.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

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
