// SPDX-License-Identifier: Apache-2.0
#include "schedule/reuse.hpp"

#include <algorithm>

#include "border/kind.hpp"
#include "schedule/stage_cost.hpp"

namespace terrawright::schedule {
namespace {

bool gives_layer(const graph::Node& node, std::size_t port) { return border::is_layer(node.flows[port].kind); }

// What painting one cell takes of what the stage takes: rounds see it at least once more.
double painting(const graph::Node& node) {
  const bool rounds = (node.stage().flags & TERRAWRIGHT_STAGE_SURVEYS) != 0;
  return nanoseconds_per_cell(node.stage()) * (rounds ? 0.5 : 1.0);
}

struct Keeping {
  std::vector<std::vector<bool>> worth;  // by node and port
  double writing = 0;                    // nanoseconds a cell
};

// All layers that are so many times as dear to make, of what is made anew or read, as to read.
Keeping keeping_of(const graph::Graph& graph, double times_as_dear) {
  constexpr double reading = 0.9, writing = 1.5;  // nanoseconds a byte, compression and what the system does
  Keeping keeping;
  std::vector<std::vector<double>> having;  // nanoseconds a cell
  for (const graph::Node& node : graph.nodes) {
    keeping.worth.emplace_back(node.flows.size(), false);
    having.emplace_back(node.flows.size(), 0.0);
    double making = painting(node);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] && gives_layer(node, i)) making += having[node.inputs[i]->node][node.inputs[i]->port];
    }
    for (std::size_t i = 0; i < node.flows.size(); ++i) {
      if (node.inputs[i] || !gives_layer(node, i)) continue;
      const double bytes = border::cell_bytes(node.flows[i].kind);
      const bool worth = making > times_as_dear * reading * bytes;
      keeping.worth.back()[i] = worth;
      having.back()[i] = worth ? reading * bytes : making;
      keeping.writing += worth ? writing * bytes : 0.0;
    }
  }
  return keeping;
}

}  // namespace

std::vector<Doing> doing_of(const graph::Graph& graph, const std::vector<Kept>& kept,
                            const std::vector<graph::Link>& needed) {
  std::vector<Doing> doing(graph.nodes.size(), Doing::runs);
  std::vector<std::vector<bool>> cells;
  for (const graph::Node& node : graph.nodes) cells.emplace_back(node.flows.size(), false);
  for (const graph::Link& link : needed) cells[link.node][link.port] = gives_layer(graph.nodes[link.node], link.port);
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
      if (node.inputs[i] && gives_layer(node, i)) cells[node.inputs[i]->node][node.inputs[i]->port] = true;
    }
  }
  return doing;
}

std::vector<std::vector<bool>> worth_keeping(const graph::Graph& graph) {
  // A first build pays for what later ones may save: no more than so much of it.
  constexpr double most_of_making = 0.08;
  double making = 0;
  for (const graph::Node& node : graph.nodes) making += nanoseconds_per_cell(node.stage());
  for (double times_as_dear = 2;; times_as_dear *= 1.5) {
    const Keeping keeping = keeping_of(graph, times_as_dear);
    if (keeping.writing <= most_of_making * making) return keeping.worth;
  }
}

}  // namespace terrawright::schedule
