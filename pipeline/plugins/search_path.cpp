// SPDX-License-Identifier: Apache-2.0
#include "plugins/search_path.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "report/program_file.hpp"

namespace terrawright::plugins {
namespace fs = std::filesystem;

std::string folder_of_installation(const std::string& program) {
  if (fs::path(program).filename().string().rfind("libterrawright.so", 0) == 0)  // its plugins are beside it
    return (fs::path(program).parent_path() / "terrawright/plugins").string();
  const fs::path folder = fs::path(program).parent_path(), tail = "/" TERRAWRIGHT_PROGRAM_FOLDER;
  const std::string path = folder.string(), end = tail.lexically_normal().string();
  if (path.size() < end.size() || path.compare(path.size() - end.size(), end.size(), end) != 0) return {};
  return (folder / TERRAWRIGHT_PLUGINS_FROM_PROGRAM).lexically_normal().string();
}

std::vector<Place> search_path(const std::vector<std::string>& named) {
  std::vector<Place> places;
  std::error_code error;
  // A place that is named twice is one place.
  const auto add = [&](const std::string& path, bool by_name) {
    const bool known = std::any_of(places.begin(), places.end(), [&](const Place& other) {
      return path == other.path || fs::equivalent(path, other.path, error);
    });
    if (!known && !path.empty()) places.push_back({path, by_name});
  };
  for (const std::string& path : named) add(path, true);
  if (const char* list = std::getenv("TERRAWRIGHT_PLUGIN_PATH")) {
    std::istringstream parts(list);
    for (std::string path; std::getline(parts, path, ':');) add(path, false);
  }
  const std::string installed = folder_of_installation(report::program_file().string());
  if (fs::is_directory(installed, error)) add(installed, false);
  return places;
}

}  // namespace terrawright::plugins
