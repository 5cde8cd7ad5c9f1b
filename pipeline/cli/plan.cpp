// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "cli/session.hpp"
#include "cli/verbs.hpp"
#include "engine/budget.hpp"
#include "graph/kind.hpp"
#include "report/progress.hpp"

namespace terrawright::cli {
namespace {

// How the engine runs a stage.
const char* shape(const terrawright_stage& stage) {
  if (stage.flags & TERRAWRIGHT_WHOLE) return "whole";
  if (stage.flags & TERRAWRIGHT_SURVEYS) return "rounds";
  if (stage.flags & TERRAWRIGHT_RESOLVES) return "one answer";
  return "tiles";
}

// "a, b": who reads the node, nodes and files.
std::string readers(const graph::Graph& graph, std::size_t node) {
  std::vector<std::string> names;
  for (const graph::Node& other : graph.nodes) {
    const bool reads = std::any_of(other.inputs.begin(), other.inputs.end(),
                                   [&](const auto& input) { return input && input->node == node; });
    if (reads) names.push_back(other.name);
  }
  for (const graph::Output& output : graph.outputs) {
    const bool reads = std::any_of(output.layers.begin(), output.layers.end(),
                                   [&](const auto& layer) { return layer.from.node == node; });
    if (reads) names.push_back(output.written->final_file);
  }
  return report::join(names);
}

}  // namespace

Exit plan(const Arguments& arguments) {
  const Session session = load_session(arguments, load_catalogue(arguments));
  const graph::Graph& graph = session.graph;
  const auto budget = engine::budget_of(graph, session.tile, session.threads);

  std::printf("%s: %lld x %lld cells of %g m, seed %s\n\n", graph.world->name.c_str(),
              static_cast<long long>(graph.world->width), static_cast<long long>(graph.world->height),
              graph.world->cell, graph.world->seed_text.c_str());
  std::size_t widest = 4;
  for (const graph::Node& node : graph.nodes) widest = std::max(widest, node.name.size());
  std::printf("  #  %-*s  %-10s  %10s  stage, and who needs it\n", static_cast<int>(widest), "node", "shape", "memory");
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    std::printf("%3zu  %-*s  %-10s  %10s  %s for %s\n", n + 1, static_cast<int>(widest), node.name.c_str(),
                shape(node.stage()), report::bytes_text(static_cast<double>(budget.during[n])).c_str(),
                graph::Catalogue::name(node.stage()).c_str(), readers(graph, n).c_str());
  }
  std::printf("\nmemory at most %s, while %s runs\n", report::bytes_text(static_cast<double>(budget.peak)).c_str(),
              graph.nodes[budget.peak_node].name.c_str());
  std::printf("\nfiles\n");
  for (std::size_t i = 0; i < session.files.size(); ++i) {
    for (const auto& file : images::files_of(session.files[i])) std::printf("  %s\n", file.c_str());
    for (const graph::OutputLayer& layer : graph.outputs[i].layers) {
      const graph::Flow& flow = graph.flow(layer.from);
      const std::string unit = flow.unit.empty() ? "" : " in " + flow.unit;
      std::printf("      %s: %s%s, from %s\n", layer.name.c_str(), graph::kind_name(flow.kind), unit.c_str(),
                  graph.name(layer.from).c_str());
    }
  }
  return done;
}

}  // namespace terrawright::cli
