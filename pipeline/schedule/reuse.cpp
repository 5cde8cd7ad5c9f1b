// SPDX-License-Identifier: Apache-2.0
#include "schedule/reuse.hpp"

#include <algorithm>

#include "border/kind.hpp"
#include "schedule/stage_cost.hpp"

namespace terrawright::schedule {
namespace {

bool is_layer(const graph::Node& node, std::size_t port) { return border::is_layer(node.flows[port].kind); }

// What painting one cell takes of what the stage takes: rounds see it at least once more.
double painting(const graph::Node& node) {
  const bool rounds = (node.stage().flags & TERRAWRIGHT_STAGE_SURVEYS) != 0;
  return nanoseconds_per_cell(node.stage()) * (rounds ? 0.5 : 1.0);
}

}  // namespace

std::vector<Doing> doing_of(const graph::Graph& graph, const std::vector<Kept>& kept,
                            const std::vector<graph::Link>& needed) {
  std::vector<Doing> doing(graph.nodes.size(), Doing::runs);
  std::vector<std::vector<bool>> cells;
  for (const graph::Node& node : graph.nodes) cells.emplace_back(node.flows.size(), false);
  for (const graph::Link& link : needed) cells[link.node][link.port] = is_layer(graph.nodes[link.node], link.port);
  // Readers come after what they read.
  for (std::size_t n = graph.nodes.size(); n-- > 0;) {
    const graph::Node& node = graph.nodes[n];
    if (kept[n].outcome) {
      doing[n] = Doing::cached;
      for (std::size_t i = 0; i < node.flows.size(); ++i) {
        if (cells[n][i] && !kept[n].layers[i]) doing[n] = kept[n].verdict ? Doing::paints_again : Doing::runs;
      }
    }
    if (doing[n] == Doing::cached) continue;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] && is_layer(node, i)) cells[node.inputs[i]->node][node.inputs[i]->port] = true;
    }
  }
  return doing;
}

std::vector<std::vector<bool>> worth_keeping(const graph::Graph& graph) {
  constexpr double reading = 0.9;  // nanoseconds a byte, from a file that the system has in memory
  constexpr double enough = 2.0;   // times as dear, since it is written first
  std::vector<std::vector<bool>> worth;
  std::vector<std::vector<double>> having;  // nanoseconds a cell, made or read
  for (const graph::Node& node : graph.nodes) {
    worth.emplace_back(node.flows.size(), false);
    having.emplace_back(node.flows.size(), 0.0);
    double making = painting(node);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] && is_layer(node, i)) making += having[node.inputs[i]->node][node.inputs[i]->port];
    }
    for (std::size_t i = 0; i < node.flows.size(); ++i) {
      if (node.inputs[i] || !is_layer(node, i)) continue;
      const double read = reading * border::cell_bytes(node.flows[i].kind);
      worth.back()[i] = making > enough * read;
      having.back()[i] = worth.back()[i] ? read : making;
    }
  }
  return worth;
}

}  // namespace terrawright::schedule
