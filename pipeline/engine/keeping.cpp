// SPDX-License-Identifier: Apache-2.0
#include "engine/keeping.hpp"

#include <stdexcept>

#include "border/kind.hpp"
#include "engine/kept_table.hpp"
#include "engine/remembered.hpp"
#include "graph/sha256.hpp"

namespace terrawright::engine {
namespace {

static_assert(store::chunk_side == schedule::chunk_side, "layers are kept as they are stored");

// A layer's chunks in the store, which keeps them whatever becomes of this run.
class Stored final : public ChunksElsewhere {
 public:
  Stored(std::shared_ptr<const store::StoredLayer> layer, std::shared_ptr<std::atomic<bool>> lost)
      : layer_(std::move(layer)), lost_(std::move(lost)) {}
  void put(std::size_t, const void*, std::size_t, std::int64_t) override {}
  void get(std::size_t chunk, void* cells, std::size_t, std::int64_t stride) override {
    if (layer_->read(chunk, cells, stride)) return;
    *lost_ = true;
    throw std::runtime_error("a layer of the cache is damaged or gone");
  }
  bool has(std::size_t) const override { return true; }
  void drop(std::size_t) override {}

 private:
  const std::shared_ptr<const store::StoredLayer> layer_;
  const std::shared_ptr<std::atomic<bool>> lost_;
};

// Ports that somebody wants.
bool is_made(const graph::Node& node, std::size_t port) {
  return !node.keys[port].empty() && node.flows[port].kind != 0;
}

std::string outcome_key(const graph::Node& node, std::size_t port) {
  return graph::sha256("terrawright outcome 2\n" + node.keys[port] + "\n");
}

// What is wanted is part of it: a stage may leave out what is needed for other outputs.
std::string verdict_key(const graph::Node& node, std::int64_t tile) {
  std::string text = "terrawright verdict 2\ntile=" + std::to_string(tile) + "\n";
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (is_made(node, i)) text += node.keys[i] + "\n";
  }
  return graph::sha256(text);
}

}  // namespace

std::string owner_of(const graph::Graph& graph, std::int64_t tile, const std::string& key) {
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    for (std::uint32_t i = 0; i < node.flows.size(); ++i) {
      if (!is_made(node, i)) continue;
      const std::string name = report::quote(graph.name({n, i}));
      if (key == node.keys[i]) return "the layer " + name;
      if (key == outcome_key(node, i)) return "the outcome of " + name;
    }
    if (key == verdict_key(node, tile)) return "the verdict of " + report::quote(node.name);
  }
  return "";
}

Keeping::Keeping(std::shared_ptr<store::Store> store, const graph::Graph& graph, std::int64_t tile)
    : store_(std::move(store)),
      graph_(graph),
      tile_(tile),
      worth_(schedule::worth_keeping(graph)),
      outcomes_(graph.nodes.size()),
      verdicts_(graph.nodes.size()),
      layers_(graph.nodes.size()),
      writers_(graph.nodes.size()) {}

store::Shape Keeping::shape(const graph::Flow& flow) const {
  return {flow.kind, flow.unit, graph_.world->width, graph_.world->height};
}

std::vector<schedule::Kept> Keeping::find() {
  std::vector<schedule::Kept> kept(graph_.nodes.size());
  for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
    const graph::Node& node = graph_.nodes[n];
    kept[n].layers.resize(node.flows.size());
    layers_[n].resize(node.flows.size());
    outcomes_[n].resize(node.flows.size());
    kept[n].outcome = true;
    for (std::size_t i = 0; i < node.flows.size() && kept[n].outcome; ++i) {
      if (!is_made(node, i)) continue;
      const auto found = store_->find(outcome_key(node, i));
      auto outcome = found ? outcome_of(*found) : std::nullopt;
      kept[n].outcome = outcome.has_value() && has_parts(*store_, outcome_key(node, i), *outcome);
      if (outcome) outcomes_[n][i] = std::move(*outcome);
    }
    if (!kept[n].outcome) continue;
    kept[n].verdict = true;
    if (node.stage().flags & TERRAWRIGHT_STAGE_RESOLVES) {
      auto verdict = store_->find(verdict_key(node, tile_));
      kept[n].verdict = verdict && verdict_of(*verdict);
      if (kept[n].verdict) verdicts_[n] = std::move(*verdict);
    }
    for (std::size_t i = 0; i < node.flows.size(); ++i) {
      if (!is_made(node, i) || !worth_[n][i]) continue;
      layers_[n][i] = store_->find_layer(node.keys[i], shape(node.flows[i]));
      kept[n].layers[i] = layers_[n][i] != nullptr;
    }
  }
  return kept;
}

std::vector<PortRecord> Keeping::recall(std::size_t n, NodeRun& run, schedule::Doing doing) {
  std::vector<Product> products;
  std::vector<PortRecord> records;
  for (std::size_t i = 0; i < outcomes_[n].size(); ++i) {
    RememberedOutcome& outcome = outcomes_[n][i];
    if (outcome.head) outcome.product.long_table = kept_table(store_, outcome_key(graph_.nodes[n], i), outcome, lost_);
    products.push_back(std::move(outcome.product));
    records.push_back(std::move(outcome.record));
  }
  outcomes_[n].clear();
  run.recall(std::move(products));
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto& layer = run.products()[i].layer;
    if (!layer) continue;
    layer->is_known(records[i].statistics, records[i].classes, records[i].digest);
    // What is painted again is not read beside: its chunks would be there before they are written.
    if (doing == schedule::Doing::cached && layers_[n][i])
      layer->stands_elsewhere(std::make_unique<Stored>(layers_[n][i], lost_));
  }
  return records;
}

void Keeping::recall_verdict(std::size_t n, NodeRun& run) {
  if (verdicts_[n].empty()) return;  // of a node without rounds
  RememberedVerdict remembered = verdict_of(verdicts_[n]).value();
  verdicts_[n].clear();
  run.recall_verdict(remembered.rounds, std::move(remembered.verdict));
}

void Keeping::begin(std::size_t n, NodeRun& run) {
  const graph::Node& node = graph_.nodes[n];
  writers_[n].resize(node.flows.size());
  for (std::size_t i = 0; i < node.flows.size(); ++i) {
    const auto& layer = run.products()[i].layer;
    if (!layer || !worth_[n][i]) continue;
    std::shared_ptr<store::LayerWriter> writer = store_->keep_layer(node.keys[i], shape(node.flows[i]));
    if (!writer) continue;
    layer->when_chunk_is_finished(
        [writer](std::size_t chunk, const void* cells, std::int64_t stride) { writer->write(chunk, cells, stride); });
    writers_[n][i] = std::move(writer);
  }
}

void Keeping::keep_verdict(std::size_t n, const NodeRun& run) {
  store_->keep(verdict_key(graph_.nodes[n], tile_), bytes_of(run.rounds(), run.verdict()));
}

void Keeping::keep_outcome(std::size_t n, const NodeRun& run, const std::vector<PortRecord>& records) {
  for (std::size_t i = 0; i < writers_[n].size(); ++i) {
    if (!writers_[n][i]) continue;
    writers_[n][i]->seal("");
    writers_[n][i].reset();
    run.products()[i].layer->when_chunk_is_finished({});
  }
  const graph::Node& node = graph_.nodes[n];
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!is_made(node, i)) continue;
    if (const auto& table = run.products()[i].long_table) keep_parts(*store_, outcome_key(node, i), *table);
    store_->keep(outcome_key(node, i), bytes_of(run.products()[i], records[i]));
  }
}

}  // namespace terrawright::engine
