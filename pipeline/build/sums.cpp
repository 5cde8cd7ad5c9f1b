// SPDX-License-Identifier: Apache-2.0
#include "build/sums.hpp"

#include <sstream>

#include "files/reader.hpp"

namespace terrawright::build {
namespace {

namespace fs = std::filesystem;

// For names that sha256sum would not read back unchanged, it needs a backslash before the line.
std::string line_of(const std::string& sha256, const std::string& path) {
  std::string name;
  for (const char c : path) name += c == '\\' ? "\\\\" : c == '\n' ? "\\n" : c == '\r' ? "\\r" : std::string(1, c);
  return (name == path ? "" : "\\") + sha256 + "  " + name + "\n";
}

}  // namespace

std::map<std::string, std::string> sha256_of_files(const std::vector<images::Written>& files, const fs::path& list) {
  const fs::path from = fs::absolute(list).lexically_normal().parent_path();
  std::map<std::string, std::string> sha256;  // by path
  for (const images::Written& file : files) {
    const fs::path path = fs::absolute(file.path()).lexically_normal().lexically_relative(from);
    if (!file.is_folder()) {
      sha256[path.generic_string()] = file.sha256();
      continue;
    }
    sha256[(path / images::list_name).generic_string()] = file.sha256();
    std::istringstream inside(files::text_of(file.path() / images::list_name));
    for (std::string line; std::getline(inside, line);)
      if (const auto gap = line.find("  "); gap != std::string::npos)
        sha256[(path / line.substr(gap + 2)).generic_string()] = line.substr(0, gap);
  }
  return sha256;
}

std::string sums_of(const std::vector<images::Written>& files, const fs::path& list) {
  std::string all;
  for (const auto& [name, value] : sha256_of_files(files, list)) all += line_of(value, name);
  return all;
}

}  // namespace terrawright::build
