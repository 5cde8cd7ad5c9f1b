// SPDX-License-Identifier: Apache-2.0
#include "cli/input_files.hpp"

#include <filesystem>
#include <map>

#include "graph/sha256.hpp"

namespace terrawright::cli {
namespace {

using Files = std::map<std::string, std::string>;  // SHA-256 by name

void add(const report::Position& position, Files& files) {
  if (!position.source) return;
  const std::string& name = position.source->name;
  if (name.compare(0, 2, "--") == 0 || files.count(name) != 0) return;  // those are overrides
  files[name] = graph::sha256(position.source->text);
}

void add(const config::Value& value, Files& files) {
  add(value.position, files);
  for (const config::Value& item : value.items) add(item, files);
  for (const config::Entry& entry : value.entries) add(entry.value, files);
}

}  // namespace

std::map<std::string, std::string> sha256_of_inputs(const graph::Graph& graph) {
  Files files;
  add(graph.world->document, files);
  for (const config::Node& node : graph.world->nodes) {
    for (const config::Entry& parameter : node.parameters) add(parameter.value, files);
  }
  for (const graph::Node& node : graph.nodes) {
    for (const auto& file : node.files) {
      if (!file->path().empty()) files[std::filesystem::proximate(file->path()).generic_string()] = file->digest();
    }
  }
  return files;
}

std::vector<std::string> input_files(const graph::Graph& graph) {
  std::vector<std::string> names;
  for (const auto& [name, sha256] : sha256_of_inputs(graph)) names.push_back(name);
  return names;
}

}  // namespace terrawright::cli
