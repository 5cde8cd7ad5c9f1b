// SPDX-License-Identifier: Apache-2.0
#include "build/names_of_tiles.hpp"

#include <unordered_map>

namespace terrawright::build {

void check_tiles(const graph::Graph& graph, const std::vector<images::Picture>& files,
                 report::Diagnostics& diagnostics) {
  std::unordered_map<std::string, std::size_t> owners;
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (const std::filesystem::path& file : images::files_of(files[i])) {
      const auto [other, is_new] = owners.emplace(file.string(), i);
      if (is_new) continue;
      const report::Position& at = graph.outputs[i].written->position;
      const std::string name = report::quote(file.filename().string());
      if (other->second == i) {
        diagnostics.error(at, "two of these tiles are " + name, "write it as {name}_x{x}_y{y}.png");
      } else {
        diagnostics.error(at, "two outputs write " + name, "give each its own name",
                          {{graph.outputs[other->second].written->position, "the other one"}});
      }
      break;
    }
  }
}

}  // namespace terrawright::build
