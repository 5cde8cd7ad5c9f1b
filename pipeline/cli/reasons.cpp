// SPDX-License-Identifier: Apache-2.0
#include "cli/reasons.hpp"

#include "cli/access.hpp"
#include "graph/kind.hpp"

namespace terrawright::cli {
namespace {

std::string why_all(const graph::Node& node, std::uint32_t port) {
  const terrawright_stage& stage = node.stage();
  const std::uint32_t kind = node.flows[port].kind;
  if (kind == TERRAWRIGHT_NUMBER) return "its number";
  if (kind == TERRAWRIGHT_GRID) return "its grid";
  if (stage.flags & TERRAWRIGHT_WHOLE) return "the stage takes it whole";
  const bool surveyed =
      (stage.flags & TERRAWRIGHT_SURVEYS) && halo_of(stage, node.instance.get(), TERRAWRIGHT_SURVEY, port);
  if (surveyed) return "the rounds survey all of it";
  return stage.ports[port].flags & TERRAWRIGHT_STATISTICS ? "its exact minimum and maximum" : "";
}

}  // namespace

std::vector<Reader> readers_of(const graph::Graph& graph, std::size_t node) {
  const terrawright_stage& stage = graph.nodes[node].stage();
  std::vector<Reader> readers;
  for (const graph::Node& other : graph.nodes) {
    for (std::size_t i = 0; i < other.inputs.size(); ++i) {
      if (!other.inputs[i] || other.inputs[i]->node != node) continue;
      readers.push_back({stage.ports[other.inputs[i]->port].name, other.name, other.stage().ports[i].name, false});
    }
  }
  for (const graph::Output& output : graph.outputs) {
    for (const graph::OutputLayer& layer : output.layers) {
      if (layer.from.node != node) continue;
      readers.push_back({stage.ports[layer.from.port].name, output_name(output), layer.name, true});
    }
  }
  return readers;
}

std::vector<Barrier> barriers_of(const graph::Graph& graph, std::size_t n) {
  const graph::Node& node = graph.nodes[n];
  std::vector<Barrier> barriers;
  for (std::uint32_t i = 0; i < node.inputs.size(); ++i) {
    if (!node.inputs[i]) continue;
    const std::string why = why_all(node, i);
    if (!why.empty()) barriers.push_back({node.stage().ports[i].name, graph.name(*node.inputs[i]), why});
  }
  return barriers;
}

std::vector<std::string> files_needing(const graph::Graph& graph, std::size_t node) {
  std::vector<bool> needs(graph.nodes.size(), false);
  needs[node] = true;
  for (std::size_t n = node + 1; n < graph.nodes.size(); ++n) {
    for (const auto& input : graph.nodes[n].inputs) {
      if (input && needs[input->node]) needs[n] = true;
    }
  }
  std::vector<std::string> files;
  for (const graph::Output& output : graph.outputs) {
    bool needed = false;
    for (const graph::OutputLayer& layer : output.layers) needed = needed || needs[layer.from.node];
    if (needed) files.push_back(output_name(output));
  }
  return files;
}

std::string output_name(const graph::Output& output) {
  return output.written->final_file.empty() ? "the terminal" : output.written->final_file;
}

std::string flow_text(const graph::Flow& flow) {
  const bool bare = flow.unit.empty() || flow.unit == "1";
  return std::string(graph::kind_name(flow.kind)) + (bare ? "" : " in " + flow.unit);
}

}  // namespace terrawright::cli
