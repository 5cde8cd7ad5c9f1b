// SPDX-License-Identifier: Apache-2.0
#include "files/temporary_folder.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

namespace terrawright::files {

std::filesystem::path temporary_folder() {
  const char* const named = std::getenv("TMPDIR");
  std::filesystem::path folder = named != nullptr && *named != '\0' ? named : "/tmp";
  if (access(folder.c_str(), W_OK) != 0) refuse_temporary_folder(folder, std::strerror(errno));
  return folder;
}

void refuse_temporary_folder(const std::filesystem::path& folder, const std::string& why) {
  throw std::runtime_error("no folder can be made in " + folder.string() + ": " + why + "; TMPDIR names another one");
}

}  // namespace terrawright::files
