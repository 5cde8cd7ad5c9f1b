// SPDX-License-Identifier: Apache-2.0
#include "engine/cache/cache_use.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "border/description.hpp"
#include "engine/cache/cached_outcome.hpp"
#include "engine/cache/parts.hpp"
#include "engine/threads/stopwatch.hpp"
#include "graph/sha256.hpp"
#include "report/json.hpp"

namespace terrawright::engine {
namespace {

std::string part_key(const std::string& key, std::size_t part) {
  return graph::sha256("terrawright part of a table 3\n" + key + "\n" + std::to_string(part) + "\n");
}

class KeptTable final : public LongTable {
 public:
  KeptTable(std::shared_ptr<store::Store> store, std::string key, const CachedOutcome& outcome, StoredTable head,
            std::shared_ptr<std::atomic<bool>> lost)
      : LongTable(std::move(head), outcome.record.rows),
        store_(std::move(store)),
        key_(std::move(key)),
        parts_(outcome.parts),
        lost_(std::move(lost)) {
    digest_ = outcome.record.digest;
  }
  std::size_t parts() const override { return parts_; }
  StoredTable part(std::size_t i) const override {
    const auto bytes = store_->find(part_key(key_, i));
    auto part = bytes ? table_of(*bytes) : std::nullopt;
    if (part) return std::move(*part);
    *lost_ = true;
    throw std::runtime_error("a table of the cache is damaged or gone");
  }

 private:
  const std::shared_ptr<store::Store> store_;
  const std::string key_;
  const std::size_t parts_;
  const std::shared_ptr<std::atomic<bool>> lost_;
};

}  // namespace

void keep_parts(store::Store& store, const std::string& key, const LongTable& table) {
  for (std::size_t i = 0; i < table.parts(); ++i) store.keep(part_key(key, i), bytes_of(table.part(i)));
}

bool has_parts(store::Store& store, const std::string& key, const CachedOutcome& outcome) {
  for (std::size_t i = 0; i < outcome.parts; ++i) {
    if (!store.has(part_key(key, i))) return false;
  }
  return true;
}

std::shared_ptr<const LongTable> kept_table(std::shared_ptr<store::Store> store, const std::string& key,
                                            const CachedOutcome& outcome, StoredTable head,
                                            std::shared_ptr<std::atomic<bool>> lost) {
  return std::make_shared<const KeptTable>(std::move(store), key, outcome, std::move(head), std::move(lost));
}

namespace {

using report::Json;

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
  return graph::sha256("terrawright outcome 5\n" + node.keys[port] + "\n");
}

std::string body_key(const graph::Node& node, std::size_t port) {
  return graph::sha256("terrawright body 1\n" + node.keys[port] + "\n");
}

// The requested outputs are part of it: a stage may skip facts for other outputs.
std::string verdict_key(const graph::Node& node, std::int64_t tile) {
  std::string text = "terrawright verdict 4\ntile=" + std::to_string(tile) + "\n";
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (is_made(node, i)) text += node.keys[i] + "\n";
  }
  return graph::sha256(text);
}

// Largest share of one store for a world.
constexpr double share_of_store = 0.25;

std::string costs_key(const graph::Graph& graph) {
  return graph::sha256("terrawright costs 1\n" + graph.world->name + "\n");
}

std::string bytes_of_costs(const graph::Graph& graph, const schedule::Costs& costs) {
  Json json = Json::object();
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    Json of = {graph.nodes[n].stage().id, costs.making[n], costs.painting[n]};
    for (const schedule::KeepingCost& layer : costs.layers[n]) of.push_back({layer.writing, layer.bytes});
    json[graph.nodes[n].name] = std::move(of);
  }
  return json.to_cbor();
}

// For nodes that still have their stages.
void read_costs(const Json& json, const graph::Graph& graph, schedule::Costs& costs) {
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    if (!json.contains(node.name)) continue;
    const Json& of = json.at(node.name);
    if (of.at(0).get<std::string>() != node.stage().id || of.size() != 3 + node.flows.size()) continue;
    costs.making[n] = of.at(1);
    costs.painting[n] = of.at(2);
    for (std::size_t i = 0; i < node.flows.size(); ++i) {
      costs.layers[n][i].writing = of.at(3 + i).at(0);
      costs.layers[n][i].bytes = of.at(3 + i).at(1);
    }
  }
}

}  // namespace

std::string owner_of(const graph::Graph& graph, std::int64_t tile, const std::string& key) {
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    for (std::uint32_t i = 0; i < node.flows.size(); ++i) {
      if (!is_made(node, i)) continue;
      const std::string name = report::quote(graph.name({n, i}));
      if (key == node.keys[i]) return "the layer " + name;
      const schedule::Tiles chunks(graph.world->width, graph.world->height, schedule::chunk_side);
      for (std::size_t chunk = 0; border::is_layer(node.flows[i].kind) && chunk < chunks.size(); ++chunk) {
        if (key == chunk_key(node.keys[i], chunk)) return "a chunk of the layer " + name;
      }
      if (key == outcome_key(node, i) || key == body_key(node, i)) return "the outcome of " + name;
    }
    if (key == verdict_key(node, tile)) return "the verdict of " + report::quote(node.name);
  }
  return "";
}

CacheUse::CacheUse(std::shared_ptr<store::Store> store, const graph::Graph& graph, std::int64_t tile,
                   std::vector<graph::Link> for_files)
    : store_(std::move(store)),
      graph_(graph),
      tile_(tile),
      for_files_(std::move(for_files)),
      cells_(static_cast<double>(graph.world->width) * static_cast<double>(graph.world->height)),
      outcomes_(graph.nodes.size()),
      bodies_(graph.nodes.size()),
      verdicts_(graph.nodes.size()),
      has_late_verdict_(graph.nodes.size()),
      layers_(graph.nodes.size()),
      writings_(graph.nodes.size()) {}

store::Shape CacheUse::shape(const graph::Flow& flow) const {
  return {flow.kind, flow.unit, graph_.world->width, graph_.world->height};
}

std::vector<schedule::Kept> CacheUse::find() {
  std::vector<schedule::Kept> kept(graph_.nodes.size());
  for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
    const graph::Node& node = graph_.nodes[n];
    kept[n].layers.resize(node.flows.size());
    bodies_[n].resize(node.flows.size());
    layers_[n].resize(node.flows.size());
    outcomes_[n].resize(node.flows.size());
    kept[n].outcome = true;
    for (std::size_t i = 0; i < node.flows.size() && kept[n].outcome; ++i) {
      if (!is_made(node, i)) continue;
      const std::string key = outcome_key(node, i);
      const auto found = store_->find(key);
      auto outcome = found ? outcome_of(*found) : std::nullopt;
      kept[n].outcome = outcome.has_value() && (!outcome->has_body || store_->has(body_key(node, i))) &&
                        has_parts(*store_, key, *outcome);
      if (outcome) outcomes_[n][i] = std::move(*outcome);
    }
    if (!kept[n].outcome) continue;
    kept[n].verdict = true;
    if (node.stage().flags & TERRAWRIGHT_STAGE_RESOLVES) {
      kept[n].verdict = store_->has(verdict_key(node, tile_));
    }
    for (std::size_t i = 0; i < node.flows.size(); ++i) {
      if (!is_made(node, i) || !border::is_layer(node.flows[i].kind)) continue;
      kept[n].layers[i] = store_->has_layer(node.keys[i]);
    }
  }
  return kept_ = std::move(kept);
}

bool CacheUse::find_port(std::size_t n, std::size_t port, schedule::Doing doing, schedule::Kept& kept) {
  const graph::Node& node = graph_.nodes[n];
  if (!is_made(node, port)) return true;
  if (outcomes_[n][port].has_body && !bodies_[n][port]) {
    if (const auto record = store_->map(body_key(node, port))) bodies_[n][port] = body_of(record->bytes(), record);
    kept.outcome = kept_[n].outcome = bodies_[n][port].has_value();
  }
  if (doing == schedule::Doing::cached && kept.layers[port] && !layers_[n][port]) {
    layers_[n][port] = store_->find_layer(node.keys[port], shape(node.flows[port]));
    kept.layers[port] = kept_[n].layers[port] = layers_[n][port] != nullptr;
  }
  return kept.outcome &&
         (doing != schedule::Doing::cached || !border::is_layer(node.flows[port].kind) || kept.layers[port]);
}

std::vector<PortRecord> CacheUse::recall(std::size_t n, NodeRun& run, schedule::Doing doing) {
  std::vector<Product> products;
  std::vector<PortRecord> records;
  for (std::size_t i = 0; i < outcomes_[n].size(); ++i) {
    CachedOutcome& outcome = outcomes_[n][i];
    if (bodies_[n][i] && outcome.parts > 0) {
      outcome.product.long_table =
          kept_table(store_, outcome_key(graph_.nodes[n], i), outcome, std::move(*bodies_[n][i]->table), lost_);
    } else if (bodies_[n][i]) {
      engine::recall(std::move(*bodies_[n][i]), outcome.product);
    }
    products.push_back(std::move(outcome.product));
    records.push_back(std::move(outcome.record));
  }
  outcomes_[n].clear();
  bodies_[n].clear();
  run.recall(std::move(products));
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto& layer = run.products()[i].layer;
    if (!layer) continue;
    layer->is_known(records[i].statistics, records[i].classes, records[i].digest);
    // A layer that is painted again is not read from the cache: its chunks would exist before they are written.
    if (doing == schedule::Doing::cached && layers_[n][i])
      layer->stands_elsewhere(std::make_unique<Stored>(layers_[n][i], lost_));
  }
  return records;
}

bool CacheUse::find_verdict(std::size_t n) {
  if (verdicts_[n] || (graph_.nodes[n].stage().flags & TERRAWRIGHT_STAGE_RESOLVES) == 0) return true;
  if (const auto record = store_->map(verdict_key(graph_.nodes[n], tile_)))
    verdicts_[n] = verdict_of(record->bytes(), record);
  return verdicts_[n].has_value();
}

void CacheUse::recall_verdict(std::size_t n, NodeRun& run) {
  if (!verdicts_[n]) return;  // of a node without rounds
  run.recall_verdict(verdicts_[n]->rounds, std::move(verdicts_[n]->verdict));
  verdicts_[n].reset();
}

void CacheUse::need_verdict(std::size_t n, NodeRun& run) {
  const std::lock_guard lock(late_verdicts_);
  if (has_late_verdict_[n]) return;
  if (!find_verdict(n)) {
    *lost_ = true;
    throw StageFailed{"", "a verdict of the cache is damaged or gone"};
  }
  recall_verdict(n, run);
  has_late_verdict_[n] = true;
}

// By what nodes and layers took in earlier runs of a world of this name, as far as they are known.
void CacheUse::choose(const std::vector<schedule::Doing>& doing) {
  wrote_.resize(graph_.nodes.size());
  costs_ = schedule::assumed_costs(graph_);
  try {
    if (const auto found = store_->find(costs_key(graph_))) read_costs(Json::from_cbor(*found), graph_, costs_);
  } catch (const std::exception&) {  // of another program
    costs_ = schedule::assumed_costs(graph_);
  }
  const double most_bytes = share_of_store * static_cast<double>(store_->most_bytes()) / cells_;
  worth_ = schedule::worth_keeping(graph_, costs_, most_bytes, kept_, doing, for_files_);
}

void CacheUse::begin(std::size_t n, NodeRun& run, const std::vector<schedule::Doing>& doing) {
  if (worth_.empty()) choose(doing);
  const graph::Node& node = graph_.nodes[n];
  writings_[n].resize(node.flows.size());
  for (std::size_t i = 0; i < node.flows.size(); ++i) {
    const auto& layer = run.products()[i].layer;
    if (!layer || !worth_[n][i] || kept_[n].layers[i]) continue;
    const auto writing = std::make_shared<Writing>();
    writing->layer = store_->keep_layer(node.keys[i], shape(node.flows[i]));
    if (!writing->layer) continue;
    layer->when_chunk_is_finished([writing](std::size_t chunk, const void* cells, std::int64_t stride) {
      const std::uint64_t begin = processor_nanoseconds();
      writing->layer->write(chunk, cells, stride);
      writing->nanoseconds += processor_nanoseconds() - begin;
    });
    writings_[n][i] = writing;
  }
}

void CacheUse::keep_layers(std::size_t n, const NodeRun& run) {
  for (std::size_t i = 0; i < writings_[n].size(); ++i) {
    const auto writing = std::exchange(writings_[n][i], nullptr);
    if (!writing) continue;
    run.products()[i].layer->when_chunk_is_finished({});
    wrote_[n] += static_cast<double>(writing->nanoseconds);
    if (!writing->layer->commit("")) continue;
    costs_.layers[n][i].writing = static_cast<double>(writing->nanoseconds) / cells_;
    costs_.layers[n][i].bytes = static_cast<double>(writing->layer->bytes()) / cells_;
  }
}

void CacheUse::keep_verdict(std::size_t n, const NodeRun& run) {
  store_->keep(verdict_key(graph_.nodes[n], tile_), bytes_of(run.rounds(), run.verdict()));
}

void CacheUse::keep_costs(const std::vector<Took>& took) {
  if (worth_.empty()) return;
  for (std::size_t n = 0; n < took.size(); ++n) {
    if (took[n].making > 0) costs_.making[n] = std::max(took[n].making - wrote_[n], 0.0) / cells_;
    if (took[n].painting > 0) costs_.painting[n] = std::max(took[n].painting - wrote_[n], 0.0) / cells_;
  }
  store_->keep(costs_key(graph_), bytes_of_costs(graph_, costs_));
}

void CacheUse::keep_outcome(std::size_t n, const NodeRun& run, const std::vector<PortRecord>& records) {
  keep_layers(n, run);
  const graph::Node& node = graph_.nodes[n];
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!is_made(node, i)) continue;
    if (const auto& table = run.products()[i].long_table) keep_parts(*store_, outcome_key(node, i), *table);
    const std::string bytes = bytes_of(run.products()[i], records[i]);
    if (outcome_of(bytes)->has_body) store_->keep(body_key(node, i), body_of(run.products()[i]));
    store_->keep(outcome_key(node, i), bytes);
  }
}

}  // namespace terrawright::engine
