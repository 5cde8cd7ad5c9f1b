// SPDX-License-Identifier: Apache-2.0
#include "engine/keeping.hpp"

#include <stdexcept>

#include "border/kind.hpp"
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

}  // namespace

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

// The outputs that are wanted are part of it: others are not there.
std::string Keeping::outcome_key(const graph::Node& node) const {
  std::string text = "terrawright outcome 1\n";
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (!node.keys[i].empty() && node.flows[i].kind != 0) text += node.keys[i] + "\n";
  }
  return graph::sha256(text);
}

std::string Keeping::verdict_key(const graph::Node& node) const {
  return graph::sha256("terrawright verdict 1\ntile=" + std::to_string(tile_) + "\n" + outcome_key(node) + "\n");
}

std::vector<schedule::Kept> Keeping::find() {
  std::vector<schedule::Kept> kept(graph_.nodes.size());
  for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
    const graph::Node& node = graph_.nodes[n];
    kept[n].layers.resize(node.flows.size());
    layers_[n].resize(node.flows.size());
    auto outcome = store_->find(outcome_key(node));
    if (!outcome || !outcome_of(*outcome)) continue;
    kept[n].outcome = kept[n].verdict = true;
    outcomes_[n] = std::move(*outcome);
    if (node.stage().flags & TERRAWRIGHT_STAGE_RESOLVES) {
      auto verdict = store_->find(verdict_key(node));
      kept[n].verdict = verdict && verdict_of(*verdict);
      if (kept[n].verdict) verdicts_[n] = std::move(*verdict);
    }
    for (std::size_t i = 0; i < node.flows.size(); ++i) {
      if (node.keys[i].empty() || !worth_[n][i]) continue;
      layers_[n][i] = store_->find_layer(node.keys[i], shape(node.flows[i]));
      kept[n].layers[i] = layers_[n][i] != nullptr;
    }
  }
  return kept;
}

std::vector<PortRecord> Keeping::recall(std::size_t n, NodeRun& run) {
  RememberedOutcome outcome = outcome_of(outcomes_[n]).value();
  outcomes_[n].clear();
  run.recall(std::move(outcome.products));
  for (std::size_t i = 0; i < outcome.records.size(); ++i) {
    const auto& layer = run.products()[i].layer;
    if (!layer) continue;
    const PortRecord& record = outcome.records[i];
    layer->is_known(record.statistics, record.classes, record.digest);
    if (layers_[n][i]) layer->stands_elsewhere(std::make_unique<Stored>(layers_[n][i], lost_));
  }
  return std::move(outcome.records);
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
  store_->keep(verdict_key(graph_.nodes[n]), bytes_of(run.rounds(), run.verdict()));
}

void Keeping::keep_outcome(std::size_t n, const NodeRun& run, const std::vector<PortRecord>& records) {
  for (std::size_t i = 0; i < writers_[n].size(); ++i) {
    if (!writers_[n][i]) continue;
    writers_[n][i]->seal("");
    writers_[n][i].reset();
    run.products()[i].layer->when_chunk_is_finished({});
  }
  store_->keep(outcome_key(graph_.nodes[n]), bytes_of(run.products(), records));
}

}  // namespace terrawright::engine
