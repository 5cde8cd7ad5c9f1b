// SPDX-License-Identifier: Apache-2.0
#include "cli/depfile.hpp"

#include <filesystem>
#include <set>

#include "build/writer_use.hpp"
#include "cli/input_files.hpp"

namespace terrawright::cli {
namespace {

namespace fs = std::filesystem;

// As GCC writes names, which Ninja and CMake read too.
std::string escaped_name(const std::string& name) {
  std::string safe;
  std::size_t backslashes = 0;
  for (const char c : name) {
    if (c == ' ' || c == '\t') {
      safe += std::string(backslashes + 1, '\\');
    } else if (c == '#') {
      safe += '\\';
    } else if (c == '$') {
      safe += '$';
    }
    safe += c;
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  return safe;
}

}  // namespace

std::vector<std::string> dependencies_of(const graph::Graph& graph, const std::string& config) {
  std::set<std::string> files;
  const bool whole = fs::path(config).is_absolute();
  const auto add = [&](const std::string& file) {
    files.insert(whole ? fs::absolute(file).lexically_normal().generic_string() : file);
  };
  for (const std::string& file : input_files(graph)) add(file);
  for (const auto& [file, library] : build::libraries_of(graph)) add(file);
  return {files.begin(), files.end()};
}

std::string depfile_text(const std::string& target, const std::vector<std::string>& dependencies) {
  std::string text = escaped_name(target) + ":";
  for (const std::string& file : dependencies) text += " \\\n " + escaped_name(file);
  text += "\n";
  for (const std::string& file : dependencies) text += "\n" + escaped_name(file) + ":\n";
  return text;
}

}  // namespace terrawright::cli
