// SPDX-License-Identifier: Apache-2.0
#include "engine/budget.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "engine/layer.hpp"
#include "engine/tiling.hpp"
#include "graph/kind.hpp"

namespace terrawright::engine {
namespace {

std::uint64_t cells_of(const graph::Graph& graph) {
  const auto padded = static_cast<std::uint64_t>((graph.world->width + 15) / 16 * 16);
  return padded * static_cast<std::uint64_t>(graph.world->height);
}

// All layers that the node makes.
std::uint64_t made_by(const graph::Graph& graph, const graph::Node& node) {
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < node.flows.size(); ++i) {
    if (node.stage().ports[i].direction == TERRAWRIGHT_OUTPUT) bytes += graph::cell_bytes(node.flows[i].kind);
  }
  return bytes * cells_of(graph);
}

// Windows that are gathered from several chunks, and tiles that are painted beside them.
std::uint64_t gathered_by(const graph::Graph& graph, const graph::Node& node, std::int64_t tile, int threads) {
  const bool whole = (node.stage().flags & TERRAWRIGHT_WHOLE) != 0 || tile == whole_world;
  if (!whole && tile <= chunk_side && chunk_side % tile == 0) tile = 2 * tile;  // only halos are gathered
  std::uint64_t cells = cells_of(graph);
  if (!whole) cells = std::min(cells, static_cast<std::uint64_t>(tile) * static_cast<std::uint64_t>(tile));
  std::uint64_t bytes = 0;
  for (const graph::Flow& flow : node.flows) bytes += graph::cell_bytes(flow.kind);
  return bytes * cells * static_cast<std::uint64_t>(whole ? 1 : threads);
}

// Cells of the files that the stage reads, and what reading them takes.
std::uint64_t files_of(const graph::Node& node) {
  std::uint64_t bytes = 0;
  for (const auto& file : node.rasters) {
    bytes += static_cast<std::uint64_t>(file->facts().width * file->facts().height) * sizeof(float);
    bytes += file->memory();
  }
  return bytes;
}

}  // namespace

std::vector<std::size_t> last_readers(const graph::Graph& graph) {
  std::vector<std::size_t> last(graph.nodes.size());
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    last[n] = n;
    for (const auto& input : graph.nodes[n].inputs) {
      if (input) last[input->node] = n;
    }
  }
  return last;
}

Budget budget_of(const graph::Graph& graph, std::int64_t tile, int threads) {
  std::vector<std::size_t> last = last_readers(graph);
  for (const graph::Output& output : graph.outputs) {
    for (const graph::OutputLayer& layer : output.layers) last[layer.from.node] = graph.nodes.size();
  }
  std::vector<std::vector<std::size_t>> released(graph.nodes.size() + 1);  // by the last of their readers
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) released[last[n]].push_back(n);
  Budget budget;
  std::uint64_t alive = 0;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    alive += made_by(graph, node);
    budget.during.push_back(alive + node.memory + files_of(node) + gathered_by(graph, node, tile, threads));
    if (budget.during.back() > budget.peak) {
      budget.peak = budget.during.back();
      budget.peak_node = n;
    }
    for (const std::size_t before : released[n]) alive -= made_by(graph, graph.nodes[before]);
  }
  return budget;
}

std::uint64_t available_memory() {
  std::ifstream facts("/proc/meminfo");
  std::string name, rest;
  std::uint64_t kibibytes = 0;
  while (facts >> name >> kibibytes && std::getline(facts, rest)) {
    if (name == "MemAvailable:") return kibibytes * 1024;
  }
  return std::numeric_limits<std::uint64_t>::max();
}

}  // namespace terrawright::engine
