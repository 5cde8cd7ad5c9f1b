// SPDX-License-Identifier: Apache-2.0
#include "engine/processes/process_group.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <stdexcept>

#include "border/description.hpp"
#include "report/json.hpp"
#include "schedule/reuse.hpp"

namespace terrawright::engine {
namespace {

using report::Json;

constexpr int fine = 0, stopped = 1, failed = 2;

Json json_of_failure(const FailedTile& failure) {
  const Rect& tile = failure.tile;
  return {failure.node,
          tile.x,
          tile.y,
          tile.width,
          tile.height,
          Json::binary(failure.said.where),
          Json::binary(failure.said.text),
          failure.said.x,
          failure.said.y};
}
FailedTile failure_of(const Json& json) {
  return {json[0], {json[1], json[2], json[3], json[4]}, {json[5].bytes(), json[6].bytes(), json[7], json[8]}};
}

}  // namespace

ProcessGroup::ProcessGroup(Ranks& ranks, store::Store& store) : ranks_(ranks), store_(store) {
  if (is_first()) folder_ = store.share();
  const std::string name = ranks_.say(folder_ ? folder_->name() : "").front();
  if (!is_first() && !name.empty()) folder_ = store.share(name);
  const auto all = ranks_.say(folder_ ? "" : "it does not find what the first one made in its folder");
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (all[rank].empty()) continue;
    if (name.empty()) throw Apart("the folder of the cache, which all processes share, cannot be written");
    throw Apart("process " + std::to_string(rank) +
                " sees another folder of the cache than the first one, and they go by one");
  }
}

std::vector<std::string> ProcessGroup::meet(const std::string& mine, int state,
                                            const std::optional<FailedTile>& failure) {
  Json json = {state, Json::binary(mine)};
  if (failure) json.push_back(json_of_failure(*failure));
  std::vector<std::string> all;
  int worst = fine;
  for (const std::string& said : ranks_.say(json.to_cbor())) {
    const Json heard = Json::from_cbor(said);
    worst = std::max(worst, heard[0].get<int>());
    all.push_back(heard[1].bytes());
    if (heard.size() > 2) keep_least(failure_, failure_of(heard[2]));
  }
  ended_ = worst != fine;
  if (worst == stopped) failure_.reset();
  return all;
}

std::vector<std::string> ProcessGroup::say(const std::string& mine) {
  auto all = meet(mine, fine, std::nullopt);
  if (!ended_) return all;
  if (failure_) throw FailedTile(*failure_);
  throw Interrupted{};
}

std::optional<FailedTile> ProcessGroup::end(const std::optional<FailedTile>& failure) {
  if (!ended_) meet("", failure ? failed : stopped, failure);
  return failure_;
}

std::vector<std::string> ProcessGroup::give_to_first(const std::string& mine) {
  const std::uint64_t first_number = next_number_;
  next_number_ += count();
  const bool written = is_first() || folder_->write(first_number + rank(), mine);
  const auto good = say(written ? "" : "the folder of the cache, which all processes share, cannot be written");
  for (const std::string& problem : good) {
    if (!problem.empty()) throw std::runtime_error(problem);
  }
  std::vector<std::string> all(count());
  if (!is_first()) return all;
  for (std::size_t other = 1; other < count(); ++other) {
    auto bytes = folder_->read(first_number + other);
    if (!bytes) throw std::runtime_error("what process " + std::to_string(other) + " left in the cache is not there");
    all[other] = std::move(*bytes);
    folder_->remove(first_number + other);
  }
  return all;
}

void ProcessGroup::give_files_to_first(const UseFile& write, const UseFile& read) {
  const std::uint64_t first_number = next_number_;
  next_number_ += count();
  if (!is_first()) write(folder_->path(first_number + rank()));
  say("");
  if (!is_first()) return;
  for (std::size_t other = 1; other < count(); ++other) {
    read(folder_->path(first_number + other));
    folder_->remove(first_number + other);
  }
}

std::string ProcessGroup::get_from_first(const std::string& of_first) {
  const std::uint64_t number = next();
  const bool written = !is_first() || folder_->write(number, of_first);
  if (!say(written ? "" : "failed").front().empty())
    throw std::runtime_error("the folder of the cache, which all processes share, cannot be written");
  if (is_first()) return of_first;
  auto bytes = folder_->read(number);
  if (!bytes) throw std::runtime_error("what the first process left in the cache is not there");
  return std::move(*bytes);
}

std::shared_ptr<store::LayerWriter> ProcessGroup::layer(const std::string& key, const store::Shape& shape) {
  std::shared_ptr<store::LayerWriter> writer = folder_->layer(next(), key, shape);
  if (writer) return writer;
  const auto problem = store_.problem();
  throw std::runtime_error(problem ? problem->reason + "; " + problem->remedy : "the cache cannot be written");
}

namespace {

// A chunk's cells are in the shared folder, or nowhere.
class SharedChunks final : public ChunksElsewhere {
 public:
  explicit SharedChunks(std::shared_ptr<store::LayerWriter> layer) : layer_(std::move(layer)) {}
  void put(std::size_t, const void*, std::size_t, std::int64_t) override {}
  void get(std::size_t chunk, void* cells, std::size_t, std::int64_t stride) override {
    if (!layer_->read(chunk, cells, stride))
      throw std::runtime_error("a layer that the processes share cannot be read from the folder of the cache");
  }
  bool has(std::size_t chunk) const override { return layer_->chunk(chunk).has_value(); }
  bool takes(std::size_t /*chunk*/) const override { return false; }
  void drop(std::size_t) override {}

 private:
  const std::shared_ptr<store::LayerWriter> layer_;
};

// Facts of a chunk that one process sends the others.
struct ChunkFacts {
  std::uint64_t chunk = 0, hash = 0, bytes = 0;
  Digest digest{};
  double minimum = 0, maximum = 0;
  std::uint64_t nans = 0;
};
static_assert(sizeof(ChunkFacts) == 64, "no bytes that nobody has written");

}  // namespace

Sharing::Sharing(Ranks& ranks, store::Store& store, const graph::Graph& graph, const schedule::Order& order,
                 const Runs& runs)
    : graph_(graph),
      order_(order),
      runs_(runs),
      group_(ranks, store),
      shares_(graph.world->width, graph.world->height, ranks.count()),
      store_(store),
      worth_(schedule::worth_keeping(graph, schedule::assumed_costs(graph))),
      readers_(graph.nodes.size()),
      layers_(graph.nodes.size()),
      done_(graph.nodes.size(), false) {
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    for (const auto& input : graph.nodes[n].inputs) {
      if (input) readers_[input->node].push_back(n);
    }
  }
}

std::vector<schedule::Kept> Sharing::agreed(const std::vector<schedule::Kept>& mine) {
  Json json = Json::array();
  for (const schedule::Kept& kept : mine) {
    Json layers = Json::array();
    for (const bool layer : kept.layers) layers.push_back(layer);
    json.push_back({kept.outcome, kept.verdict, layers});
  }
  std::vector<schedule::Kept> all = mine;
  for (const std::string& said : group_.say(json.to_cbor())) {
    const Json heard = Json::from_cbor(said);
    for (std::size_t n = 0; n < all.size(); ++n) {
      all[n].outcome = all[n].outcome && heard.at(n)[0].get<bool>();
      all[n].verdict = all[n].verdict && heard.at(n)[1].get<bool>();
      for (std::size_t i = 0; i < all[n].layers.size(); ++i)
        all[n].layers[i] = all[n].layers[i] && heard.at(n)[2].at(i).get<bool>();
    }
  }
  return all;
}

// A node that is one tile is the first one's.
bool Sharing::is_mine(std::size_t n, std::size_t chunk) const {
  return (runs_[n]->tiles().size() == 1 ? 0 : shares_.of_chunk(chunk)) == group_.rank();
}

void Sharing::begin(const std::vector<schedule::Doing>& doing) {
  doing_ = doing;
  for (std::size_t n = 0; n < runs_.size(); ++n) {
    const graph::Node& node = graph_.nodes[n];
    layers_[n].resize(node.flows.size());
    if (doing[n] == schedule::Doing::cached) continue;
    for (std::size_t i = 0; i < node.flows.size(); ++i) {
      const auto& layer = runs_[n]->products()[i].layer;
      if (!layer || !order_.stored[n][i]) continue;
      const graph::Flow& flow = node.flows[i];
      auto writer = group_.layer(node.keys[i], {flow.kind, flow.unit, graph_.world->width, graph_.world->height});
      layer->set_elsewhere(std::make_unique<SharedChunks>(writer));
      layer->when_chunk_is_finished([this, n, writer](std::size_t chunk, const void* cells, std::int64_t stride) {
        if (is_mine(n, chunk)) writer->write(chunk, cells, stride);
      });
      layers_[n][i] = std::move(writer);
    }
  }
}

// ---- the end of a pass ---------------------------------------------------------------------------

void Sharing::end_of_pass(Passes& passes) {
  Json begun = Json::array();
  for (std::size_t n = 0; n < runs_.size(); ++n) {
    if (passes.is_begun(n)) begun.push_back(n);
  }
  std::set<std::size_t> nodes;
  for (const std::string& said : group_.say(begun.to_cbor())) {
    for (const Json& n : Json::from_cbor(said)) nodes.insert(n.get<std::size_t>());
  }
  if (nodes.empty()) return;
  std::vector<std::size_t> of_tiles;
  for (const std::size_t n : nodes) {
    if (runs_[n]->tiles().size() == 1)
      passes.complete({n}, runs_[n]->tiles()[0]);
    else
      of_tiles.push_back(n);
  }
  passes.complete(of_tiles, {0, 0, graph_.world->width, graph_.world->height});
  for (const std::size_t n : nodes) {
    for (std::size_t table = 0; table < runs_[n]->tables_by_tile(); ++table) {
      group_.give_files_to_first([&](const auto& file) { runs_[n]->write_rows(table, file); },
                                 [&](const auto& file) { runs_[n]->read_rows(table, file); });
    }
  }
  Json mine = Json::array();
  std::string problem;
  for (const std::size_t n : nodes) {
    const std::string chunks = of_chunks(n);
    mine.push_back({n, Json::binary(chunks)});
    for (const auto& layer : layers_[n]) {
      if (layer && layer->failed()) problem = "failed";
    }
  }
  if (!problem.empty()) {
    const auto why = store_.problem();
    throw std::runtime_error(why ? why->reason + "; " + why->remedy : "the cache cannot be written");
  }
  const auto all = group_.say(mine.to_cbor());
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (rank == group_.rank()) continue;
    for (const Json& node : Json::from_cbor(all[rank])) hear_of_chunks(node[1].bytes());
  }
  for (const std::size_t n : nodes) {
    const auto& products = runs_[n]->products();
    bool shared = false;
    for (std::size_t i = 0; i < products.size(); ++i) {
      if (products[i].layer) products[i].layer->finish();
      shared = shared || layers_[n][i] != nullptr;
      const bool keeps = layers_[n][i] && worth_[n][i] && group_.is_first();
      if (keeps && sealed_ + layers_[n][i]->bytes() <= store_.most_bytes() / 4 * 3 && layers_[n][i]->commit(""))
        sealed_ += layers_[n][i]->bytes();
      if (!layers_[n][i] && products[i].layer) products[i].layer->let_go(true);
    }
    passes.is_made(n, shared);
  }
  forget_what_nobody_reads(passes);
}

std::string Sharing::of_chunks(std::size_t n) const {
  Json json = {n};
  for (std::size_t i = 0; i < layers_[n].size(); ++i) {
    const auto& layer = runs_[n]->products()[i].layer;
    if (!layer) continue;
    std::vector<ChunkFacts> facts;
    Json classes = Json::array();
    for (std::size_t chunk = 0; chunk < layer->chunks(); ++chunk) {
      if (!is_mine(n, chunk)) continue;
      const auto known = layer->known(chunk);
      if (!known) throw std::logic_error("a pass is over and a chunk is not painted");
      const auto file = layers_[n][i] ? layers_[n][i]->chunk(chunk) : std::nullopt;
      facts.push_back({chunk, file ? file->hash : 0, file ? file->bytes : 0, known->digest, known->statistics.minimum,
                       known->statistics.maximum, known->statistics.nans});
      const std::uint32_t kind = layer->facts().kind;
      if (kind == TERRAWRIGHT_KIND_CLASS || kind == TERRAWRIGHT_KIND_MASK) {
        Json counts = Json::array();
        for (const auto& [code, cells] : known->classes) counts.push_back({code, cells});
        classes.push_back(std::move(counts));
      }
    }
    const auto* begin = reinterpret_cast<const char*>(facts.data());
    json.push_back({i, Json::binary({begin, facts.size() * sizeof(ChunkFacts)}), classes});
  }
  return json.to_cbor();
}

void Sharing::hear_of_chunks(const std::string& said) {
  const Json json = Json::from_cbor(said);
  const std::size_t n = json[0];
  for (std::size_t entry = 1; entry < json.size(); ++entry) {
    const std::size_t i = json[entry][0];
    const auto& bytes = json[entry][1].get_binary();
    const Json& classes = json[entry][2];
    for (std::size_t k = 0; k * sizeof(ChunkFacts) < bytes.size(); ++k) {
      ChunkFacts facts;
      std::memcpy(&facts, bytes.data() + k * sizeof facts, sizeof facts);
      Layer::Known known{facts.digest, {facts.minimum, facts.maximum, facts.nans}, {}};
      if (!classes.empty())
        for (const Json& count : classes[k]) known.classes[count[0]] = count[1];
      if (layers_[n][i]) layers_[n][i]->is_written(facts.chunk, {facts.hash, facts.bytes});
      runs_[n]->products()[i].layer->is_made(facts.chunk, std::move(known));
    }
  }
}

// Nobody needs cells of a node any more: its readers are made, and those that are not shared, which may be painted
// again, have no reader left either. Readers come after what they read.
std::vector<bool> Sharing::without_readers(const Passes& passes) const {
  std::vector<bool> without(runs_.size());
  for (std::size_t n = runs_.size(); n-- > 0;) {
    without[n] = std::all_of(readers_[n].begin(), readers_[n].end(), [&](std::size_t reader) {
      if (doing_[reader] == schedule::Doing::cached) return true;
      if (!passes.is_complete(reader) || !passes.is_resolved(reader)) return false;
      const auto& layers = layers_[reader];
      const bool shared = std::any_of(layers.begin(), layers.end(), [](const auto& layer) { return layer != nullptr; });
      return shared || without[reader];
    });
  }
  return without;
}

void Sharing::forget_what_nobody_reads(const Passes& passes) {
  const std::vector<bool> without = without_readers(passes);
  for (std::size_t n = 0; n < runs_.size(); ++n) {
    const auto& in_file = order_.in_file[n];
    const bool written = std::find(in_file.begin(), in_file.end(), true) != in_file.end();
    if (done_[n] || written || !passes.is_complete(n) || !without[n]) continue;
    done_[n] = true;
    for (std::size_t i = 0; i < layers_[n].size(); ++i) {
      const auto& layer = runs_[n]->products()[i].layer;
      if (!layers_[n][i]) continue;
      layer->let_go(false);
      layer->when_chunk_is_finished({});
      layer->set_elsewhere(nullptr);
      layers_[n][i].reset();  // the first one takes it away, unless it is kept
    }
  }
}

// ---- rounds --------------------------------------------------------------------------------------

bool Sharing::resolve(std::size_t n, Workspace& space, Round& round) {
  NodeRun& run = *runs_[n];
  const auto notes = group_.give_to_first(group_.is_first() ? std::string() : run.notes_as_bytes(space));
  std::string resolved;
  if (group_.is_first()) {
    for (const std::string& of_another : notes) run.hear_notes(of_another, space);
    const bool more = run.resolve(space, round);
    resolved = run.resolved_as_bytes(more);
  }
  resolved = group_.get_from_first(resolved);
  return run.hear_resolved(resolved, group_.is_first());
}

}  // namespace terrawright::engine
