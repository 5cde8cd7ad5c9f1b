// SPDX-License-Identifier: Apache-2.0
#include "schedule/schedule.hpp"

#include "border/kind.hpp"
#include "schedule/bytes.hpp"

namespace terrawright::schedule {
namespace {

// Of one layer's cells.
std::uint64_t bytes_of(const graph::Graph& graph, const graph::Link& link) {
  const std::uint64_t cells =
      product(static_cast<std::uint64_t>(graph.world->width), static_cast<std::uint64_t>(graph.world->height));
  return product(cells, border::cell_bytes(graph.flow(link).kind));
}

std::vector<bool> written_to_files(const graph::Graph& graph) {
  std::vector<bool> written(graph.nodes.size(), false);
  for (const graph::Output& output : graph.outputs) {
    for (const graph::OutputLayer& layer : output.layers) written[layer.from.node] = true;
  }
  return written;
}

}  // namespace

std::vector<std::vector<std::size_t>> releases_of(const graph::Graph& graph) {
  std::vector<std::size_t> last(graph.nodes.size());  // that reads an output of the node; itself if none does
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    last[n] = n;
    for (const auto& input : graph.nodes[n].inputs) {
      if (input) last[input->node] = n;
    }
  }
  std::vector<std::vector<std::size_t>> releases(graph.nodes.size());
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) releases[last[n]].push_back(n);
  return releases;
}

Schedule schedule_of(const graph::Graph& graph, std::int64_t tile, int threads) {
  Schedule schedule;
  schedule.steps.resize(graph.nodes.size());
  const auto releases = releases_of(graph);
  const std::vector<bool> to_the_end = written_to_files(graph);
  std::uint64_t alive = 0;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    Step& step = schedule.steps[n];
    step.barriers = barriers_of(node);
    step.releases = releases[n];
    step.made = bytes_made(graph, node);
    for (const auto& input : node.inputs) {
      if (input) step.read = sum(step.read, bytes_of(graph, *input));
    }
    alive = sum(alive, step.made);
    step.during = sum(alive, bytes_beside(graph, node, tile, threads));
    if (step.during > schedule.peak) {
      schedule.peak = step.during;
      schedule.peak_node = n;
    }
    for (const std::size_t before : step.releases) {
      if (!to_the_end[before]) alive -= schedule.steps[before].made;
    }
    schedule.stored = sum(schedule.stored, step.made);
    schedule.moved = sum(schedule.moved, sum(step.made, step.read));
  }
  for (const graph::Output& output : graph.outputs) {
    for (const graph::OutputLayer& layer : output.layers)
      schedule.moved = sum(schedule.moved, bytes_of(graph, layer.from));
  }
  return schedule;
}

}  // namespace terrawright::schedule
