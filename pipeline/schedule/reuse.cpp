// SPDX-License-Identifier: Apache-2.0
#include "schedule/reuse.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <string>

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

namespace {

// A first build pays for what later ones may save: no more than so much of what its nodes and files take.
constexpr double most_of_making = 0.03;
// Nanoseconds that a file takes for a cell of a layer: .exr and .png files and pages of configs/ take 8 to 30.
constexpr double of_written_layer = 10;
// Changes that a build is followed by, at least: what saves less in so many is not kept.
constexpr double likely_changes = 3;
// What files take, as a share of what nodes do.
constexpr double of_files = 0.08;
// Of one composite so many parts stand for all.
constexpr std::size_t most_parts = 16;

// Layers by a number: those of a node one after the other.
struct Numbers {
  explicit Numbers(const graph::Graph& graph) {
    for (const graph::Node& node : graph.nodes) {
      first.push_back(node_of.size());
      node_of.resize(node_of.size() + node.flows.size(), first.size() - 1);
    }
  }
  std::size_t of(const graph::Link& link) const { return first[link.node] + link.port; }
  std::vector<std::size_t> first, node_of;
};

// State of all nodes after one change, with the layers that are cached so far.
class Change {
 public:
  // `changed`: a node, or none.
  Change(const graph::Graph& graph, const Numbers& numbers, double weight, const graph::Node* changed,
         const graph::Output* options)
      : weight_(weight), runs_(graph.nodes.size()), readers_(numbers.node_of.size()), unkept_(graph.nodes.size()) {
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      const graph::Node& node = graph.nodes[n];
      runs_[n] = &node == changed || std::any_of(node.inputs.begin(), node.inputs.end(),
                                                 [&](const auto& input) { return input && runs_[input->node]; });
      if (runs_[n]) need_inputs(graph, numbers, n);
    }
    // Of a file of which one layer changed, the writer keeps the others.
    if (options != nullptr) {
      for (const graph::OutputLayer& layer : options->layers) need(graph, numbers, layer.from);
    }
  }

  double weight() const { return weight_; }
  // People try again and again what is soon made: the less a change makes anyhow, the more it counts.
  double weigh(const Costs& costs, double making) {
    double anyhow = 0;
    for (std::size_t n = 0; n < runs_.size(); ++n) anyhow += runs_[n] ? costs.making[n] : 0;
    return weight_ *= making / std::max(of_files * making + anyhow, 1e-9);
  }
  bool needs(const std::vector<std::size_t>& layers) const {
    return std::any_of(layers.begin(), layers.end(), [&](std::size_t layer) { return readers_[layer] > 0; });
  }

  // That these layers of a node are kept, as `kept` says already. Returns what the change no longer costs.
  double keep(const graph::Graph& graph, const Numbers& numbers, const Costs& costs, const std::vector<bool>& kept,
              std::size_t n, const std::vector<std::size_t>& layers) {
    const auto needed =
        std::count_if(layers.begin(), layers.end(), [&](std::size_t layer) { return readers_[layer] > 0; });
    if (needed == 0 || (unkept_[n] -= static_cast<std::uint32_t>(needed)) > 0) return 0;
    return stop(graph, numbers, costs, kept, n);
  }

 private:
  void need_inputs(const graph::Graph& graph, const Numbers& numbers, std::size_t n) {
    const graph::Node& node = graph.nodes[n];
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] && has_cells(node, i)) need(graph, numbers, *node.inputs[i]);
    }
  }
  void need(const graph::Graph& graph, const Numbers& numbers, const graph::Link& link) {
    if (runs_[link.node] || !has_cells(graph.nodes[link.node], link.port)) return;
    if (readers_[numbers.of(link)]++ == 0 && unkept_[link.node]++ == 0) need_inputs(graph, numbers, link.node);
  }
  // The node is not painted again: what is needed of it is read, and its inputs have a reader less.
  double stop(const graph::Graph& graph, const Numbers& numbers, const Costs& costs, const std::vector<bool>& kept,
              std::size_t n) {
    const graph::Node& node = graph.nodes[n];
    double saved = costs.painting[n];
    for (std::size_t i = 0; i < node.flows.size(); ++i) {
      if (!node.inputs[i]) saved -= readers_[numbers.first[n] + i] > 0 ? costs.layers[n][i].reading : 0;
    }
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (!node.inputs[i] || !has_cells(node, i)) continue;
      const graph::Link& from = *node.inputs[i];
      if (--readers_[numbers.of(from)] > 0) continue;
      if (!kept[numbers.of(from)]) {
        if (--unkept_[from.node] == 0) saved += stop(graph, numbers, costs, kept, from.node);
      } else if (unkept_[from.node] == 0) {
        saved += costs.layers[from.node][from.port].reading;
      }
    }
    return saved;
  }

  double weight_;
  std::vector<bool> runs_;
  std::vector<std::uint32_t> readers_;  // that a layer has, by its number
  std::vector<std::uint32_t> unkept_;   // layers of a node that are needed and not kept: it is painted again for them
};

class LayerChoice {
 public:
  LayerChoice(const graph::Graph& graph, const Costs& costs)
      : graph_(graph), costs_(costs), numbers_(graph), kept_(numbers_.node_of.size()) {
    std::map<std::string, std::vector<const graph::Node*>> parts;
    for (const graph::Node& node : graph.nodes) parts[graph::name_in_config(node.name)].push_back(&node);
    for (const auto& [name, nodes] : parts) {
      const std::size_t step = (nodes.size() - 1) / most_parts + 1, looked_at = (nodes.size() - 1) / step + 1;
      for (std::size_t i = 0; i < nodes.size(); i += step)
        changes_.emplace_back(graph, numbers_, 1.0 / static_cast<double>(looked_at), nodes[i], nullptr);
    }
    for (const graph::Output& output : graph.outputs) changes_.emplace_back(graph, numbers_, 1, nullptr, &output);
    double making = 0;
    for (const double of_node : costs.making) making += of_node;
    for (Change& change : changes_) all_changes_ += change.weigh(costs, making);
  }

  void has(std::size_t n, const std::vector<bool>& layers) {
    Candidate there{n, {}};
    for (std::size_t i = 0; i < layers.size(); ++i) {
      if (layers[i]) there.layers.push_back(numbers_.first[n] + i);
    }
    take(there);
  }
  void has(const graph::Link& link) {
    if (const std::size_t layer = numbers_.of(link); !kept_[layer]) take({link.node, {layer}});
  }

  // For nodes that are painted: tries single layers, and all layers with a reader, as one alone may save nothing.
  void choose(const std::vector<Doing>& doing, double most_writing, double most_bytes) {
    std::vector<bool> read(numbers_.node_of.size());
    for (const graph::Node& node : graph_.nodes) {
      for (const auto& input : node.inputs) {
        if (input) read[numbers_.of(*input)] = true;
      }
    }
    for (const graph::Output& output : graph_.outputs) {
      for (const graph::OutputLayer& layer : output.layers) read[numbers_.of(layer.from)] = true;
    }
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      if (doing[n] == Doing::cached) continue;
      Candidate all{n, {}};
      for (std::size_t i = 0; i < graph_.nodes[n].flows.size(); ++i) {
        const std::size_t layer = numbers_.first[n] + i;
        if (graph_.nodes[n].inputs[i] || !has_cells(graph_.nodes[n], i) || !read[layer] || kept_[layer]) continue;
        queue({n, {layer}});
        all.layers.push_back(layer);
      }
      if (all.layers.size() > 1) queue(std::move(all));
    }
    // A candidate whose worth has fallen is computed again before it is taken.
    while (!queue_.empty()) {
      Candidate best = queue_.top();
      queue_.pop();
      const double was = best.worth;
      if (judge(best); best.worth <= 0) continue;
      if (best.worth < was && !queue_.empty() && best.worth < queue_.top().worth) {
        queue_.push(std::move(best));
        continue;
      }
      if (writing_ + best.writing > most_writing || bytes_ + best.bytes > most_bytes) continue;
      take(best);
    }
  }
  std::vector<std::vector<bool>> kept() const {
    std::vector<std::vector<bool>> by_node;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      const auto begin = kept_.begin() + static_cast<std::ptrdiff_t>(numbers_.first[n]);
      by_node.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(graph_.nodes[n].flows.size()));
    }
    return by_node;
  }

 private:
  struct Candidate {
    std::size_t node;
    std::vector<std::size_t> layers;
    double worth = 0;  // saved in a mean change for each nanosecond of writing; 0: none
    double writing = 0, bytes = 0;
    // Ties: the one that comes first in the order of the graph.
    bool operator<(const Candidate& other) const {
      return worth != other.worth ? worth < other.worth : layers > other.layers;
    }
  };

  void queue(Candidate candidate) {
    judge(candidate);
    if (candidate.worth > 0) queue_.push(std::move(candidate));
  }
  void judge(Candidate& candidate) {
    auto& layers = candidate.layers;
    layers.erase(std::remove_if(layers.begin(), layers.end(), [&](std::size_t layer) { return kept_[layer]; }),
                 layers.end());
    candidate.worth = candidate.writing = candidate.bytes = 0;
    for (const std::size_t layer : layers) {
      const KeepingCost& of = costs_.layers[candidate.node][layer - numbers_.first[candidate.node]];
      candidate.writing += of.writing;
      candidate.bytes += of.bytes;
      kept_[layer] = true;
    }
    double saved = 0;
    for (const Change& change : changes_) {
      if (!change.needs(layers)) continue;
      tried_ = change;
      saved += change.weight() * tried_.keep(graph_, numbers_, costs_, kept_, candidate.node, layers);
    }
    for (const std::size_t layer : layers) kept_[layer] = false;
    saved /= all_changes_;
    if (saved * likely_changes > candidate.writing) candidate.worth = saved / std::max(candidate.writing, 1e-3);
  }
  void take(const Candidate& candidate) {
    for (const std::size_t layer : candidate.layers) kept_[layer] = true;
    for (Change& change : changes_) change.keep(graph_, numbers_, costs_, kept_, candidate.node, candidate.layers);
    writing_ += candidate.writing;
    bytes_ += candidate.bytes;
  }

  const graph::Graph& graph_;
  const Costs& costs_;
  const Numbers numbers_;
  std::vector<Change> changes_;
  double all_changes_ = 0, writing_ = 0, bytes_ = 0;
  std::vector<bool> kept_;  // by number
  std::priority_queue<Candidate> queue_;
  Change tried_{graph_, numbers_, 0, nullptr, nullptr};
};

}  // namespace

Costs assumed_costs(const graph::Graph& graph) {
  Costs costs;
  for (const graph::Node& node : graph.nodes) {
    costs.making.push_back(nanoseconds_per_cell(node.stage()));
    costs.painting.push_back(costs.making.back() * painting_share(node.stage()));
    std::vector<KeepingCost>& layers = costs.layers.emplace_back();
    for (const graph::Flow& flow : node.flows) layers.push_back(cost_of_keeping(node.stage(), flow.kind));
  }
  return costs;
}

std::vector<std::vector<bool>> worth_keeping(const graph::Graph& graph, const Costs& costs, double most_bytes,
                                             const std::vector<Kept>& kept, const std::vector<Doing>& doing,
                                             const std::vector<graph::Link>& for_files) {
  const std::vector<Doing> all_run(graph.nodes.size(), Doing::runs);
  const std::vector<Doing>& does = doing.empty() ? all_run : doing;
  LayerChoice choice(graph, costs);
  double making = 0;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    if (does[n] != Doing::cached) making += does[n] == Doing::runs ? costs.making[n] : costs.painting[n];
    if (!kept.empty()) choice.has(n, kept[n].layers);
  }
  for (const graph::Output& output : graph.outputs) {
    const auto is_made = [&](const auto& layer) {
      return does[layer.from.node] != Doing::cached && has_cells(graph.nodes[layer.from.node], layer.from.port);
    };
    const auto made = std::count_if(output.layers.begin(), output.layers.end(), is_made);
    making += of_written_layer * static_cast<double>(made);
  }
  for (const graph::Link& link : for_files) {
    if (does[link.node] != Doing::cached && has_cells(graph.nodes[link.node], link.port)) choice.has(link);
  }
  choice.choose(does, most_of_making * making, most_bytes);
  return choice.kept();
}

}  // namespace terrawright::schedule
