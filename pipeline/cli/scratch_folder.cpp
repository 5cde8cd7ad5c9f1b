// SPDX-License-Identifier: Apache-2.0
#include "cli/scratch_folder.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "images/temporary.hpp"
#include "images/whole_file.hpp"

namespace terrawright::cli {

ScratchFolder::ScratchFolder() {
  const char* const named = std::getenv("TMPDIR");
  const std::filesystem::path parent = named != nullptr && *named != '\0' ? named : "/tmp";
  const auto refuse = [&](const std::string& why) {
    throw std::runtime_error("no folder can be made in " + parent.string() + ": " + why + "; TMPDIR names another one");
  };
  if (access(parent.c_str(), W_OK) != 0) refuse(std::strerror(errno));
  images::remove_leftovers(parent);
  try {
    folder_.emplace(parent / "scratch", 0700);
  } catch (const images::WriteFailed& failure) {
    refuse(failure.reason());
  }
}

}  // namespace terrawright::cli
