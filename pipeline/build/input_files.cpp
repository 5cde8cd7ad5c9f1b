// SPDX-License-Identifier: Apache-2.0
#include "build/input_files.hpp"

#include <filesystem>
#include <set>

namespace terrawright::build {
namespace {

void add(const report::Position& position, std::set<std::string>& files) {
  if (!position.source) return;
  const std::string& name = position.source->name;
  if (name.compare(0, 2, "--") != 0) files.insert(name);  // others are overrides
}

void add(const config::Value& value, std::set<std::string>& files) {
  add(value.position, files);
  for (const config::Value& item : value.items) add(item, files);
  for (const config::Entry& entry : value.entries) add(entry.value, files);
}

}  // namespace

std::vector<std::string> input_files(const graph::Graph& graph) {
  std::set<std::string> files;
  add(graph.world->document, files);
  for (const config::Node& node : graph.world->nodes) {
    for (const config::Entry& parameter : node.parameters) add(parameter.value, files);
  }
  for (const graph::Node& node : graph.nodes) {
    for (const auto& file : node.files) {
      if (!file->path().empty()) files.insert(std::filesystem::proximate(file->path()).generic_string());
    }
  }
  return {files.begin(), files.end()};
}

}  // namespace terrawright::build
