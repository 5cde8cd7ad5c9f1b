// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "measure.hpp"
#include "parts.hpp"
#include "support/stage_files.hpp"
#include "worlds.hpp"

namespace terrawright::bench {
namespace {

// The node of the stage that an example world is for: its last use there.
const NodeCost* node_of(const Ran& ran, const std::string& stage) {
  const NodeCost* found = nullptr;
  for (const NodeCost& node : ran.nodes) {
    if (node.stage.substr(0, node.stage.find('@')) == stage) found = &node;
  }
  return found;
}

void measure(const std::string& stage, const std::string& file, std::int64_t size, const Options& options) {
  const std::string side = std::to_string(size);
  NodeCost best;
  std::uint64_t peak = 0;
  try {
    for (int i = 0; i < options.repeat; ++i) {
      const Ran ran = run_world(text_of_file(file), {"world.size=[" + side + "," + side + "]"}, options.threads, file);
      const NodeCost* node = node_of(ran, stage);
      if (node == nullptr) return;
      if (i == 0 || node->seconds < best.seconds) best = *node;
      peak = std::max(peak, ran.peak);
    }
  } catch (const std::exception& error) {
    std::printf("%-30s %5ld  fails: %s\n", stage.c_str(), static_cast<long>(size), error.what());
    return;
  }
  const double cells = static_cast<double>(size) * static_cast<double>(size);
  std::printf("%-30s %5ld %9.3f", stage.c_str(), static_cast<long>(size), best.seconds * 1e9 / cells);
  if (best.layer_bytes != 0) {
    std::printf(" %9.1f", best.seconds / seconds_of_streaming_write(best.layer_bytes, options.repeat));
  } else {
    std::printf(" %9s", "-");
  }
  std::printf(" %9.0f\n", static_cast<double>(peak) / 1e6);
  std::fflush(stdout);
}

}  // namespace

void stages(const Options& options) {
  namespace fs = std::filesystem;
  std::map<std::string, std::string> examples;  // stage, file
  for (const test::StageFile& file : test::stage_files()) {
    const fs::path& path = file.path;
    const bool composite = fs::exists(path.parent_path() / (path.stem().stem().string() + ".composite.yaml"));
    // The parts of a composite are measured by themselves.
    if (file.is_example() && !composite) examples[file.family + "." + path.stem().string()] = path.string();
  }
  bool first = true;
  for (const auto& [stage, file] : examples) {
    if (!options.wants(stage)) continue;
    if (first) {
      std::printf(
          "\nStages, %d thread%s: the calls of the node in its example world (in stages/) with its windows, fresh\n"
          "layers, digest and statistics, on the wall. x write: times a streaming write of the bytes of its layers. "
          "MB: of the whole process "
          "while the world was made.\n%-30s %5s %9s %9s %9s\n",
          options.threads, options.threads == 1 ? "" : "s", "stage", "side", "ns/cell", "x write", "MB");
    }
    first = false;
    for (const std::int64_t size : options.sizes) measure(stage, file, size, options);
  }
}

}  // namespace terrawright::bench
