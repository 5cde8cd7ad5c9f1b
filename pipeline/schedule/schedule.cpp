// SPDX-License-Identifier: Apache-2.0
#include "schedule/schedule.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "border/description.hpp"
#include "schedule/bytes.hpp"
#include "schedule/stage_cost.hpp"
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
    const bool shared = machine_.processes > 1;
    schedule_.fixed = sum(fixed_bytes(machine_.threads, shared), control_bytes(graph_, machine_.tile));
    if (shared) schedule_.fixed = sum(schedule_.fixed, shared_bytes(graph_, order_));
    surveyed_last();
    for (std::size_t p = 0; p < order_.passes.size(); ++p) {
      for (const std::size_t n : order_.passes[p].paints) painted_in_p(n, p);
    }
    for (std::size_t p = 0; p < order_.passes.size(); ++p) {
      const std::vector<Rows> rows = rows_of_pass(graph_, order_, p, machine_.tile);
      passing(p, rows);
      stored(p, rows);
    }
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) beside(n);
    // A thread keeps the buffers of its windows, and the arrays of stages.
    for (std::size_t p = 1; p < calls_.size(); ++p) {
      calls_[p] = std::max(calls_[p], calls_[p - 1]);
      kept_[p] = sum(kept_[p], kept_[p - 1]);
    }
    for (std::size_t p = 0; p < order_.passes.size(); ++p)
      schedule_.passes[p].beside = sum(schedule_.passes[p].beside, std::max({calls_[p], resolves_[p], told_[p]}));
    for (std::size_t p = 0; p < kept_.size(); ++p)
      schedule_.passes[p].beside = sum(schedule_.passes[p].beside, kept_[p]);
    files();
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
    // All that does not fit goes to files, except the data of running calls.
    const std::uint64_t without = sum(schedule_.fixed, beside);
    schedule_.least = std::min(schedule_.peak, sum(without, in_hand()));
    const std::uint64_t room = machine_.memory > without ? machine_.memory - without : 0;
    schedule_.layers = std::max(layers, room);  // blocks are larger than their cells
    if (schedule_.peak <= machine_.memory) return;
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
      const bool in_file = order_.in_file[n][layer.port];
      const std::size_t last = in_file ? order_.passes.size() - 1 : order_.last_pass[n][layer.port];
      begun_[p].push_back(layer);
      if (last > p && !in_file && goes_by_rows(layer, last)) gone_[last].push_back(layer);
      for (std::size_t q = p + 1; q <= last; ++q)
        schedule_.passes[q].stored = sum(schedule_.passes[q].stored, layer_bytes(graph_, layer));
    });
  }

  // By node and port, of layers that a survey holds: the last pass that does.
  void surveyed_last() {
    for (const graph::Node& node : graph_.nodes) held_in_.emplace_back(node.flows.size(), 0);
    for (std::size_t p = 0; p < order_.passes.size(); ++p) {
      if (order_.passes[p].why != Pass::Why::survey) continue;
      for (const auto& input : graph_.nodes[order_.passes[p].node].inputs) {
        if (input) held_in_[input->node][input->port] = p + 1;
      }
    }
  }

  // Whether pass p lets go of the layer's rows one by one.
  bool goes_by_rows(const graph::Link& layer, std::size_t p) const {
    if (graph_.world->wrap != 0 || held_in_[layer.node][layer.port] > p) return false;
    const auto& paints = order_.passes[p].paints;
    return std::none_of(paints.begin(), paints.end(), [&](std::size_t n) {
      const auto& inputs = graph_.nodes[n].inputs;
      return order_.steps[n].paint_at_once && std::any_of(inputs.begin(), inputs.end(), [&](const auto& input) {
               return input && input->node == layer.node && input->port == layer.port;
             });
    });
  }

  // Whole rows of chunks in so many rows of the pass, and those that they touch.
  std::int64_t whole_chunks(std::int64_t rows) const { return rows * row_height(graph_, machine_.tile) / chunk_side; }
  std::int64_t touched_chunks(std::int64_t rows) const {
    return (rows * row_height(graph_, machine_.tile) + chunk_side - 1) / chunk_side;
  }

  // Layers that outlive pass p or come from before. Those that begin in it grow row by row, while others go. A block
  // that is free serves one of its length or a shorter one.
  void stored(std::size_t p, const std::vector<Rows>& rows) {
    struct Moving {
      std::uint64_t row, all;
      std::int64_t rows;  // that it is ahead, or those behind that are still read
      std::size_t length;
    };
    const std::int64_t height = row_height(graph_, machine_.tile), count = (graph_.world->height + height - 1) / height;
    const std::int64_t chunks = (graph_.world->height + chunk_side - 1) / chunk_side;
    std::vector<Moving> begun, gone;
    const auto moving = [&](const graph::Link& layer, std::int64_t apart) {
      return Moving{chunk_row_bytes(graph_, layer), layer_bytes(graph_, layer), apart, block_class(graph_, layer)};
    };
    for (const graph::Link& layer : begun_[p]) {
      const bool whole = order_.steps[layer.node].paint_at_once || graph_.world->wrap != 0;
      begun.push_back(moving(layer, whole ? count : rows[layer.node].ahead));
    }
    for (const graph::Link& layer : gone_[p]) gone.push_back(moving(layer, rows[layer.node].behind));
    std::array<std::uint64_t, block_classes> most{};
    for (std::int64_t row = 0; row < count; ++row) {
      std::array<std::uint64_t, block_classes> taken{}, free{};
      for (const Moving& layer : begun) {
        const std::int64_t there = touched_chunks(row + 2 + layer.rows);  // one row may begin before another ends
        taken[layer.length] = sum(taken[layer.length],
                                  there >= chunks ? layer.all : product(static_cast<std::uint64_t>(there), layer.row));
      }
      for (const Moving& layer : gone) {
        const std::int64_t there = std::max<std::int64_t>(whole_chunks(row - layer.rows), 0);
        free[layer.length] = sum(free[layer.length], product(static_cast<std::uint64_t>(there), layer.row));
      }
      std::uint64_t left = 0;
      for (std::size_t length = block_classes; length-- > 0;) {
        left = sum(left, free[length]);
        const std::uint64_t here = std::min(left, taken[length]);
        most[length] = std::max(most[length], taken[length] - here);
        left -= here;
      }
    }
    for (const std::uint64_t bytes : most) schedule_.passes[p].stored = sum(schedule_.passes[p].stored, bytes);
  }

  // Layers that live inside pass p, and what is moved in it.
  void passing(std::size_t p, const std::vector<Rows>& rows) {
    const Pass& pass = order_.passes[p];
    for (const graph::Link& layer : pass.reads) schedule_.moved = sum(schedule_.moved, cells_bytes(graph_, layer));
    const std::int64_t ends = graph_.world->wrap != 0 ? 2 : 0;  // the first rows need the last ones
    for (const std::size_t n : pass.paints) {
      const std::int64_t alive = touched_chunks(rows[n].ahead + rows[n].behind + 2 + ends);
      each_layer(n, [&](const graph::Link& layer) {
        if (order_.stored[n][layer.port]) return;
        schedule_.passes[p].passing = sum(
            schedule_.passes[p].passing, std::min(layer_bytes(graph_, layer), product(static_cast<std::uint64_t>(alive),
                                                                                      chunk_row_bytes(graph_, layer))));
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
      if (machine_.processes > 1 && paints) told_[p] = sum(told_[p], told_bytes(graph_, node));
    }
    if (const std::uint64_t kept = kept_bytes_per_cell(node.stage());
        kept > 0 && keeping_.insert(node.stage().id).second)
      keeps(std::min(first, order_.passes.size() - 1), kept);
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

  // On each thread, from pass p on.
  void keeps(std::size_t p, std::uint64_t bytes_per_cell) {
    const Tiles tiles(graph_.world->width, graph_.world->height, machine_.tile);
    const auto cells = static_cast<std::uint64_t>(tiles[0].width * tiles[0].height);
    const std::uint64_t threads = std::min(static_cast<std::uint64_t>(machine_.threads), std::uint64_t{tiles.size()});
    kept_[p] = sum(kept_[p], product(product(cells, bytes_per_cell), threads));
  }

  // A file is written once its last node is made, beside what comes then.
  void files() {
    std::vector<std::size_t> painted(graph_.nodes.size());
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) painted[n] = order_.steps[n].pass;
    for (std::size_t p = 0; p < order_.passes.size(); ++p) {
      for (const std::size_t n : order_.passes[p].paints) painted[n] = p;
    }
    std::vector<std::uint64_t> begins(order_.passes.size() + 1);
    for (const graph::Output& output : graph_.outputs) {
      if (output.written->final_file.empty()) continue;
      std::size_t first = 0;
      for (const graph::OutputLayer& layer : output.layers) first = std::max(first, painted[layer.from.node]);
      ++begins[machine_.remembers ? 0 : std::min(first, order_.passes.size())];
    }
    std::uint64_t written = 0;
    for (std::size_t p = 0; p < order_.passes.size(); ++p) {
      written += begins[p] + (p + 1 == order_.passes.size() ? begins[p + 1] : 0);
      const std::uint64_t at_once = std::min(written, static_cast<std::uint64_t>(machine_.threads));
      schedule_.passes[p].beside = sum(schedule_.passes[p].beside, product(at_once, file_bytes(graph_)));
    }
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
  // Layers that a pass begins, and those that it lets go of row by row.
  std::vector<std::vector<graph::Link>> begun_ = std::vector<std::vector<graph::Link>>(order_.passes.size());
  std::vector<std::vector<graph::Link>> gone_ = begun_;
  std::vector<std::vector<std::size_t>> held_in_;  // by node and port, a pass and 1; 0: no survey holds it
  // The most that one node takes in a pass while its tiles are painted, and at the end of the pass.
  std::vector<std::uint64_t> calls_ = std::vector<std::uint64_t>(order_.passes.size()), resolves_ = calls_;
  std::vector<std::uint64_t> kept_ = calls_;  // by threads
  std::set<std::string> keeping_;             // stages
  std::vector<std::uint64_t> told_ = calls_;  // by processes to one another, at its end
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
