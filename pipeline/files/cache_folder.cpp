// SPDX-License-Identifier: Apache-2.0
#include "files/cache_folder.hpp"

#include <cstdlib>

namespace terrawright::files {

std::filesystem::path cache_folder() {
  const auto absolute = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && value[0] == '/' ? std::filesystem::path(value) : std::filesystem::path();
  };
  const std::filesystem::path named = absolute("XDG_CACHE_HOME"), home = absolute("HOME");
  return named.empty() && !home.empty() ? home / ".cache" : named;
}

}  // namespace terrawright::files
