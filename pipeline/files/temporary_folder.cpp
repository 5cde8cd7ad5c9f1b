// SPDX-License-Identifier: Apache-2.0
#include "files/temporary_folder.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "system/files.hpp"

namespace terrawright::files {

std::filesystem::path temporary_folder() {
  const char* const named = std::getenv("TMPDIR");
  std::filesystem::path folder = named != nullptr && *named != '\0' ? named : "/tmp";
  if (const std::string why = system::why_not_writable(folder.string()); !why.empty())
    refuse_temporary_folder(folder, why);
  return folder;
}

void refuse_temporary_folder(const std::filesystem::path& folder, const std::string& why) {
  throw std::runtime_error("no folder can be made in " + folder.string() + ": " + why + "; TMPDIR names another one");
}

}  // namespace terrawright::files
