// SPDX-License-Identifier: Apache-2.0
#include "files/user_folders.hpp"

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

std::filesystem::path cache_folder() {
  const auto absolute = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && value[0] == '/' ? std::filesystem::path(value) : std::filesystem::path();
  };
  const std::filesystem::path named = absolute("XDG_CACHE_HOME"), home = absolute("HOME");
  return named.empty() && !home.empty() ? home / ".cache" : named;
}

}  // namespace terrawright::files
