// SPDX-License-Identifier: Apache-2.0
#include "schedule/reuse.hpp"

#include "border/description.hpp"

namespace terrawright::schedule {

bool has_cells(const graph::Node& node, std::size_t port) { return border::is_layer(node.flows[port].kind); }

std::vector<Doing> doing_of(const graph::Graph& graph, const std::vector<Kept>& kept,
                            const std::vector<graph::Link>& needed) {
  std::vector<Doing> doing(graph.nodes.size(), Doing::runs);
  std::vector<std::vector<bool>> cells;
  for (const graph::Node& node : graph.nodes) cells.emplace_back(node.flows.size(), false);
  for (const graph::Link& link : needed) cells[link.node][link.port] = has_cells(graph.nodes[link.node], link.port);
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
      if (node.inputs[i] && has_cells(node, i)) cells[node.inputs[i]->node][node.inputs[i]->port] = true;
    }
  }
  return doing;
}

}  // namespace terrawright::schedule
