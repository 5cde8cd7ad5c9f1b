// SPDX-License-Identifier: Apache-2.0
#include "schedule/order.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "border/description.hpp"
#include "schedule/tiling.hpp"

namespace terrawright::schedule {
namespace {

// Whether survey reads cells of the input: asked for a tile amid nowhere, as windows are the same everywhere but for
// the edges.
bool is_surveyed(const graph::Node& node, std::uint32_t port) {
  if (!(node.stage().flags & TERRAWRIGHT_STAGE_SURVEYS)) return false;
  try {
    const terrawright_rect area = node.instance.window(TERRAWRIGHT_PHASE_SURVEY, port, {1 << 19, 1 << 19, 512, 512});
    return area.width > 0 && area.height > 0;
  } catch (const std::runtime_error&) {  // told with its place once the node runs
    return true;
  }
}

std::optional<Barrier::Why> why_all(const graph::Node& node, std::uint32_t port) {
  const std::uint32_t kind = node.flows[port].kind;
  if (kind == TERRAWRIGHT_KIND_NUMBER) return Barrier::Why::number;
  if (kind == TERRAWRIGHT_KIND_GRID) return Barrier::Why::grid;
  if (kind == TERRAWRIGHT_KIND_TABLE) return Barrier::Why::table;
  if (node.stage().flags & TERRAWRIGHT_STAGE_WHOLE) return Barrier::Why::whole;
  if (is_surveyed(node, port)) return Barrier::Why::survey;
  if (node.stage().ports[port]->statistics != 0) return Barrier::Why::statistics;
  return std::nullopt;
}

}  // namespace

std::vector<Barrier> barriers_of(const graph::Node& node) {
  std::vector<Barrier> barriers;
  for (std::uint32_t i = 0; i < node.inputs.size(); ++i) {
    if (!node.inputs[i]) continue;
    if (const auto why = why_all(node, i)) barriers.push_back({i, *node.inputs[i], *why});
  }
  return barriers;
}

const char* reason(Barrier::Why why) {
  switch (why) {
    case Barrier::Why::number:
      return "its number";
    case Barrier::Why::grid:
      return "its grid";
    case Barrier::Why::table:
      return "its rows";
    case Barrier::Why::whole:
      return "the stage takes it whole";
    case Barrier::Why::survey:
      return "the rounds survey all of it";
    default:
      return "its exact minimum and maximum";
  }
}

namespace {

bool is_layer(const graph::Node& node, std::size_t port, std::uint32_t direction) {
  return node.stage().ports[port]->direction == direction && border::is_layer(node.flows[port].kind);
}

class Ordering {
 public:
  Ordering(const graph::Graph& graph, std::int64_t tile) : graph_(graph), tile_(tile), painted_(graph.nodes.size()) {
    order_.steps.resize(graph.nodes.size());
    for (const graph::Node& node : graph.nodes) {
      order_.last_pass.emplace_back(node.flows.size(), 0);
      order_.stored.emplace_back(node.flows.size(), false);
      order_.in_file.emplace_back(node.flows.size(), false);
    }
  }

  Order made() {
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) step(n);
    std::vector<std::size_t> rest;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      if (!painted_[n] && paints(n)) rest.push_back(n);
    }
    if (!rest.empty()) pass(Pass::Why::rest, graph_.nodes.size(), rest);
    for (const graph::Output& output : graph_.outputs) {
      for (const graph::OutputLayer& layer : output.layers) {
        order_.stored[layer.from.node][layer.from.port] = true;
        order_.in_file[layer.from.node][layer.from.port] = true;
      }
    }
    for (const graph::Link& from : graph::read_by_expectations(graph_)) {
      order_.stored[from.node][from.port] = true;
      order_.in_file[from.node][from.port] = true;
    }
    return std::move(order_);
  }

 private:
  const graph::Node& node(std::size_t n) const { return graph_.nodes[n]; }
  bool paints(std::size_t n) const {
    for (std::size_t i = 0; i < node(n).flows.size(); ++i) {
      const terrawright_port& port = *node(n).stage().ports[i];
      if (port.direction == TERRAWRIGHT_PORT_OUTPUT && border::is_painted(port, node(n).flows[i].kind)) return true;
    }
    return false;
  }

  // A table of which tiles give the rows.
  bool has_painted_rows(const graph::Link& from) const {
    const std::uint32_t kind = graph_.flow(from).kind;
    return kind == TERRAWRIGHT_KIND_TABLE && border::is_painted(*node(from.node).stage().ports[from.port], kind);
  }

  void step(std::size_t n) {
    Step& step = order_.steps[n];
    step.pass = order_.passes.size();
    step.barriers = barriers_of(node(n));
    step.paint_at_once = paints(n) && (tile_ == whole_world || (node(n).stage().flags & TERRAWRIGHT_STAGE_WHOLE) != 0);
    Pass::Why why = Pass::Why::statistics;
    for (std::uint32_t i = 0; i < node(n).inputs.size(); ++i) {
      if (!node(n).inputs[i]) continue;
      if (has_painted_rows(*node(n).inputs[i])) {
        step.complete_before.push_back(node(n).inputs[i]->node);
        why = Pass::Why::table;
      }
      if (!is_layer(node(n), i, TERRAWRIGHT_PORT_INPUT)) continue;
      if (node(n).stage().ports[i]->statistics == 0 && !step.paint_at_once) continue;
      step.complete_before.push_back(node(n).inputs[i]->node);
      if (step.paint_at_once) why = Pass::Why::whole;
    }
    std::vector<std::size_t> first;
    for (const std::size_t from : step.complete_before) {
      if (!painted_[from]) first.push_back(from);
    }
    if (!first.empty()) pass(why, n, first);
    if (node(n).stage().flags & TERRAWRIGHT_STAGE_SURVEYS) survey(n);
    if (step.paint_at_once && !painted_[n]) pass(Pass::Why::whole, n, {n});
  }

  void survey(std::size_t n) {
    Pass survey{Pass::Why::survey, n, {}, {}};
    for (const Barrier& barrier : order_.steps[n].barriers) {
      if (barrier.why == Barrier::Why::survey || barrier.why == Barrier::Why::whole) need(barrier.from, survey);
    }
    keep(std::move(survey));
  }

  void pass(Pass::Why why, std::size_t n, const std::vector<std::size_t>& completed) {
    Pass pass{why, n, {}, {}};
    for (const std::size_t node : completed) paint(node, pass);
    keep(std::move(pass));
  }

  void need(const graph::Link& layer, Pass& pass) {
    pass.reads.push_back(layer);
    paint(layer.node, pass);
  }
  void paint(std::size_t n, Pass& pass) {
    if (painted_[n] || !paints(n)) return;
    painted_[n] = true;
    for (std::uint32_t i = 0; i < node(n).inputs.size(); ++i) {
      if (node(n).inputs[i] && is_layer(node(n), i, TERRAWRIGHT_PORT_INPUT) && reads_cells(n, i))
        need(*node(n).inputs[i], pass);
    }
    pass.paints.push_back(n);
  }
  // Windows are the same everywhere but for the edges.
  bool reads_cells(std::size_t n, std::uint32_t port) const {
    try {
      const terrawright_rect area =
          node(n).instance.window(TERRAWRIGHT_PHASE_PAINT, port, {1 << 19, 1 << 19, 512, 512});
      return area.width > 0 && area.height > 0;
    } catch (const std::runtime_error&) {  // told with its place once the node runs
      return true;
    }
  }

  void keep(Pass pass) {
    const std::size_t here = order_.passes.size();
    std::sort(pass.paints.begin(), pass.paints.end());
    for (const std::size_t n : pass.paints) {
      std::fill(order_.last_pass[n].begin(), order_.last_pass[n].end(), here);
      painted_in_[n] = here;
    }
    for (const graph::Link& layer : pass.reads) {
      order_.last_pass[layer.node][layer.port] = here;
      // A survey may see it again and again.
      const bool again = pass.why == Pass::Why::survey && is_surveyed(pass.node, layer);
      if (painted_in_[layer.node] != here || again) order_.stored[layer.node][layer.port] = true;
    }
    order_.passes.push_back(std::move(pass));
  }
  bool is_surveyed(std::size_t n, const graph::Link& layer) const {
    const auto& barriers = order_.steps[n].barriers;
    return std::any_of(barriers.begin(), barriers.end(), [&](const Barrier& barrier) {
      return barrier.from.node == layer.node && barrier.from.port == layer.port;
    });
  }

  const graph::Graph& graph_;
  const std::int64_t tile_;
  std::vector<bool> painted_;
  std::vector<std::size_t> painted_in_ = std::vector<std::size_t>(painted_.size());
  Order order_;
};

}  // namespace

Order order_of(const graph::Graph& graph, std::int64_t tile) { return Ordering(graph, tile).made(); }

const char* reason(Pass::Why why) {
  switch (why) {
    case Pass::Why::survey:
      return "survey";
    case Pass::Why::statistics:
      return "exact minimum and maximum";
    case Pass::Why::whole:
      return "the stage takes it whole";
    case Pass::Why::table:
      return "all rows of a table";
    default:
      return "what is left";
  }
}

}  // namespace terrawright::schedule
