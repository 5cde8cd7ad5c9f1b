// SPDX-License-Identifier: Apache-2.0
#include "schedule/schedule.hpp"

#include <algorithm>

#include "border/kind.hpp"
#include "schedule/bytes.hpp"
#include "schedule/tiling.hpp"

namespace terrawright::schedule {
namespace {

// Bytes of a layer's cells, without what chunks round up.
std::uint64_t cells_bytes(const graph::Graph& graph, const graph::Link& link) {
  const std::uint64_t cells =
      product(static_cast<std::uint64_t>(graph.world->width), static_cast<std::uint64_t>(graph.world->height));
  return product(cells, border::cell_bytes(graph.flow(link).kind));
}

class Budget {
 public:
  Budget(const graph::Graph& graph, const Machine& machine, Schedule& schedule)
      : graph_(graph), machine_(machine), schedule_(schedule), order_(schedule.order) {
    schedule_.passes.resize(order_.passes.size());
  }

  void work_out() {
    schedule_.fixed = sum(fixed_bytes(graph_, machine_.threads), control_bytes(graph_, machine_.tile));
    for (std::size_t p = 0; p < order_.passes.size(); ++p) {
      for (const std::size_t n : order_.passes[p].paints) painted_in_p(n, p);
    }
    for (std::size_t p = 0; p < order_.passes.size(); ++p) passing(p);
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) beside(n);
    for (std::size_t p = 0; p < order_.passes.size(); ++p)
      schedule_.passes[p].beside = sum(schedule_.passes[p].beside, std::max(calls_[p], resolves_[p]));
    std::uint64_t layers = 0, beside = 0;
    for (std::size_t p = 0; p < order_.passes.size(); ++p) {
      const PassBytes& pass = schedule_.passes[p];
      const std::uint64_t all = sum(schedule_.fixed, sum(pass.beside, sum(pass.stored, pass.passing)));
      layers = std::max(layers, sum(pass.stored, pass.passing));
      beside = std::max(beside, pass.beside);
      if (all > schedule_.peak) {
        schedule_.peak = all;
        schedule_.peak_pass = p;
      }
    }
    // Whatever finds no room goes to files, but for what calls have in hand.
    const std::uint64_t without = sum(schedule_.fixed, beside);
    schedule_.least = std::min(schedule_.peak, sum(without, in_hand()));
    schedule_.layers = layers;
    if (schedule_.peak <= machine_.memory) return;
    const std::uint64_t room = machine_.memory > without ? machine_.memory - without : 0;
    schedule_.layers = std::min(layers, std::max(room, in_hand()));
    schedule_.to_files = layers - schedule_.layers;
    schedule_.peak = std::max(machine_.memory, schedule_.least);
  }

 private:
  template <class Each>
  void each_layer(std::size_t n, Each each) const {
    for (std::uint32_t i = 0; i < graph_.nodes[n].flows.size(); ++i) {
      if (graph_.nodes[n].stage().ports[i]->direction != TERRAWRIGHT_PORT_OUTPUT) continue;
      if (border::is_layer(graph_.nodes[n].flows[i].kind)) each(graph::Link{n, i});
    }
  }

  // From the pass that paints a stored layer to the last one that reads it. A file may be slow: to the end.
  void painted_in_p(std::size_t n, std::size_t p) {
    each_layer(n, [&](const graph::Link& layer) {
      const std::uint64_t cells = cells_bytes(graph_, layer);
      schedule_.made = sum(schedule_.made, cells);
      schedule_.moved = sum(schedule_.moved, cells);
      if (!order_.stored[n][layer.port]) return;
      schedule_.stored = sum(schedule_.stored, cells);
      const std::size_t last =
          order_.in_file[n][layer.port] ? order_.passes.size() - 1 : order_.last_pass[n][layer.port];
      for (std::size_t q = p; q <= last; ++q)
        schedule_.passes[q].stored = sum(schedule_.passes[q].stored, layer_bytes(graph_, layer));
    });
  }

  // Layers that live inside pass p, and what is moved in it.
  void passing(std::size_t p) {
    const Pass& pass = order_.passes[p];
    for (const graph::Link& layer : pass.reads) schedule_.moved = sum(schedule_.moved, cells_bytes(graph_, layer));
    const std::vector<std::int64_t> rows = rows_alive(graph_, order_, p, machine_.tile);
    for (const std::size_t n : pass.paints) {
      each_layer(n, [&](const graph::Link& layer) {
        if (order_.stored[n][layer.port]) return;
        schedule_.passes[p].passing =
            sum(schedule_.passes[p].passing,
                std::min(layer_bytes(graph_, layer),
                         product(static_cast<std::uint64_t>(rows[n]), chunk_row_bytes(graph_, layer))));
      });
    }
  }

  // From the pass that surveys to the one that paints: files, rows and the verdict, of which a resolve has more at its
  // peak. Resolves come one after the other, each before the next pass.
  void beside(std::size_t n) {
    const graph::Node& node = graph_.nodes[n];
    const std::uint64_t resolve =
        sum(resolve_bytes(graph_, node, machine_.tile), tile_notes_bytes(graph_, node, machine_.tile));
    const std::uint64_t stays = sum(resolve / 4, sum(files_bytes(node), rows_bytes(graph_, node)));
    const std::uint64_t calls = calls_bytes(graph_, node, machine_.tile, machine_.threads);
    if (order_.passes.empty()) return;
    std::size_t first = order_.steps[n].pass, last = 0;
    std::size_t resolves = first;  // in the pass that ends before
    for (std::size_t p = 0; p < order_.passes.size(); ++p) {
      const Pass& pass = order_.passes[p];
      const bool paints = std::find(pass.paints.begin(), pass.paints.end(), n) != pass.paints.end();
      const bool surveys = pass.why == Pass::Why::survey && pass.node == n;
      if (!paints && !surveys) continue;
      first = std::min(first, p);
      last = p;
      if (surveys) resolves = p;
      calls_[p] = std::max(calls_[p], calls);
    }
    if (sum(sum(resolve, stays), calls) > most_of_node_) {
      most_of_node_ = sum(sum(resolve, stays), calls);
      schedule_.least_node = n;
    }
    const std::size_t end = order_.passes.size() - 1;
    first = std::min(first, end);
    last = std::max(first, last);
    for (std::size_t p = first; p <= last; ++p) schedule_.passes[p].beside = sum(schedule_.passes[p].beside, stays);
    resolves_[std::min(resolves, end)] = std::max(resolves_[std::min(resolves, end)], resolve - resolve / 4);
  }

  // Chunks that calls have in hand, as they paint them or see them in place, and those that files look at.
  std::uint64_t in_hand() const {
    std::uint64_t most = 0;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      std::uint64_t chunks = 0;
      for (const graph::Flow& flow : graph_.nodes[n].flows) chunks += border::cell_bytes(flow.kind);
      most = std::max(most, chunks * static_cast<std::uint64_t>(chunk_side * chunk_side));
    }
    std::uint64_t row = 0;  // of chunks, that a file looks at
    for (const graph::Output& output : graph_.outputs) {
      for (const graph::OutputLayer& layer : output.layers) {
        if (border::is_layer(graph_.flow(layer.from).kind)) row = std::max(row, chunk_row_bytes(graph_, layer.from));
      }
    }
    for (const graph::Link& from : graph::read_by_expectations(graph_)) {
      if (border::is_layer(graph_.flow(from).kind)) row = std::max(row, chunk_row_bytes(graph_, from));
    }
    return sum(product(most, static_cast<std::uint64_t>(machine_.threads) * 2),
               product(row, files_at_once(graph_, machine_.threads)));
  }

  const graph::Graph& graph_;
  const Machine& machine_;
  Schedule& schedule_;
  const Order& order_;
  // The most that one node takes in a pass while its tiles are painted, and at the end of the pass.
  std::vector<std::uint64_t> calls_ = std::vector<std::uint64_t>(order_.passes.size()), resolves_ = calls_;
  std::uint64_t most_of_node_ = 0;
};

}  // namespace

Schedule schedule_of(const graph::Graph& graph, const Machine& machine) {
  Schedule schedule;
  schedule.order = order_of(graph, machine.tile);
  Budget(graph, machine, schedule).work_out();
  return schedule;
}

}  // namespace terrawright::schedule
