// SPDX-License-Identifier: Apache-2.0
#include "cli/scratch_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>

namespace terrawright::cli {

ScratchFolder::ScratchFolder() {
  const char* const named = std::getenv("TMPDIR");
  const std::string parent = named != nullptr && *named != '\0' ? named : "/tmp";
  std::string name = parent + "/terrawright-XXXXXX";
  if (mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("no folder can be made in " + parent + ": " + std::strerror(errno) +
                             "; TMPDIR names another one");
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code left;
  std::filesystem::remove_all(path_, left);
}

}  // namespace terrawright::cli
