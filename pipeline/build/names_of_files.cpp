// SPDX-License-Identifier: Apache-2.0
#include "build/names_of_files.hpp"

#include <unordered_map>

namespace terrawright::build {
namespace {

// "island.exr" as "island-{seed}.exr".
std::string with_seed(const std::string& file) {
  const std::size_t name = file.find_last_of('/') == std::string::npos ? 0 : file.find_last_of('/') + 1;
  const std::size_t dot = file.find('.', name + 1);
  return dot == std::string::npos ? file + "-{seed}" : file.substr(0, dot) + "-{seed}" + file.substr(dot);
}

}  // namespace

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

void check_names(const config::World& world, SeedFrom seed, report::Diagnostics& diagnostics) {
  if (seed == SeedFrom::config) return;
  for (const config::Output& output : world.outputs) {
    if (output.file.empty() || output.file.find("{seed}") != std::string::npos) continue;
    const std::string remedy = "write " + report::quote(with_seed(output.file));
    if (seed == SeedFrom::several) {
      diagnostics.error(output.position,
                        "every seed would write " + report::quote(output.file) + ", each in place of the one before",
                        remedy);
    } else {
      diagnostics.warning(output.position,
                          report::quote(output.file) + " has no {seed} in it: this world replaces that of another seed",
                          remedy);
    }
  }
}

}  // namespace terrawright::build
