// SPDX-License-Identifier: Apache-2.0
#include "plugins/search_path.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace terrawright::plugins {
namespace fs = std::filesystem;

std::string folder_of_installation(const std::string& program) {
  const fs::path folder = fs::path(program).parent_path(), tail = "/" TERRAWRIGHT_PROGRAM_FOLDER;
  const std::string path = folder.string(), end = tail.lexically_normal().string();
  if (path.size() < end.size() || path.compare(path.size() - end.size(), end.size(), end) != 0) return {};
  return (folder / TERRAWRIGHT_PLUGINS_FROM_PROGRAM).lexically_normal().string();
}

std::vector<std::string> plugin_folders(const std::vector<std::string>& named) {
  std::vector<std::string> folders = named;
  if (const char* path = std::getenv("TERRAWRIGHT_PLUGIN_PATH")) {
    std::istringstream parts(path);
    for (std::string folder; std::getline(parts, folder, ':');) {
      if (!folder.empty()) folders.push_back(folder);
    }
  }
  std::error_code error;
  const std::string installed = folder_of_installation(fs::read_symlink("/proc/self/exe", error).string());
  if (!installed.empty() && fs::is_directory(installed, error)) folders.push_back(installed);
  // A folder that is named twice is one folder.
  std::vector<std::string> unique;
  for (const std::string& folder : folders) {
    const bool known = std::any_of(unique.begin(), unique.end(), [&](const std::string& other) {
      return folder == other || fs::equivalent(folder, other, error);
    });
    if (!known) unique.push_back(folder);
  }
  return unique;
}

}  // namespace terrawright::plugins
