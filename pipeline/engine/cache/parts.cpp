// SPDX-License-Identifier: Apache-2.0
#include "engine/cache/parts.hpp"

#include <algorithm>
#include <stdexcept>

#include "graph/sha256.hpp"
#include "store/layers/shape.hpp"

namespace terrawright::engine {

std::string chunk_key(const std::string& layer_key, std::size_t chunk) {
  return graph::sha256("terrawright chunk 1\n" + layer_key + "\n" + std::to_string(chunk) + "\n");
}

Parts::Parts(std::shared_ptr<store::Store> store, const graph::Graph& graph,
             const std::vector<std::unique_ptr<NodeRun>>& runs, const std::vector<schedule::Doing>& doing,
             const std::vector<graph::Link>& taken, const Rect& window)
    : store_(std::move(store)), graph_(graph), runs_(runs), ports_(runs.size()) {
  enum class Taken { by_nobody, by_its_tile, again };
  std::vector<std::vector<Taken>> all;
  for (const graph::Node& node : graph.nodes) all.emplace_back(node.flows.size(), Taken::by_nobody);
  for (const graph::Link& link : taken) all[link.node][link.port] = Taken::again;
  for (std::size_t n = 0; n < runs.size(); ++n) {
    for (std::uint32_t i = 0; doing[n] != schedule::Doing::cached && i < runs[n]->inputs().size(); ++i) {
      if (!runs[n]->inputs()[i].layer) continue;
      Taken& from = all[graph.nodes[n].inputs[i]->node][graph.nodes[n].inputs[i]->port];
      from = std::max(from, is_seen_beyond(n, i, window) ? Taken::again : Taken::by_its_tile);
    }
  }
  for (std::size_t n = 0; n < runs.size(); ++n) {
    const bool again = std::find(all[n].begin(), all[n].end(), Taken::again) != all[n].end();
    for (std::uint32_t i = 0; again && i < all[n].size(); ++i) {
      const graph::Flow& flow = graph.nodes[n].flows[i];
      if (all[n][i] != Taken::by_nobody && runs[n]->products()[i].layer)
        ports_[n].push_back({i, {flow.kind, flow.unit, graph.world->width, graph.world->height}});
    }
  }
}

// For the tile in the middle of the window.
bool Parts::is_seen_beyond(std::size_t reader, std::uint32_t input, const Rect& window) const {
  const NodeRun& run = *runs_[reader];
  bool beyond = false;
  run.tiles().each_in({window.x + window.width / 2, window.y + window.height / 2, 1, 1}, [&](std::size_t i) {
    const Rect tile = run.tiles()[i];
    try {
      const Rect seen = run.windows().area(TERRAWRIGHT_PHASE_PAINT, input, tile);
      beyond = seen.width > tile.width || seen.height > tile.height ||
               (seen.width > 0 && (seen.x < tile.x || seen.y < tile.y));
    } catch (const std::runtime_error&) {  // told when the tile is painted
    }
  });
  return beyond;
}

void Parts::keep(std::size_t n) const {
  for (const Port& port : ports_[n]) {
    const std::string& layer_key = graph_.nodes[n].keys[port.number];
    runs_[n]->products()[port.number].layer->when_chunk_is_finished(
        [store = store_, &layer_key, shape = port.shape](std::size_t chunk, const void* cells, std::int64_t stride) {
          store->keep(chunk_key(layer_key, chunk), store::packed(shape, chunk, cells, stride));
        });
  }
}

bool Parts::read(std::size_t n, const Rect& tile) const {
  if (ports_[n].empty()) return false;
  const auto all = [&](const auto& is_good) {
    return std::all_of(ports_[n].begin(), ports_[n].end(), [&](const Port& port) {
      const std::string& layer_key = graph_.nodes[n].keys[port.number];
      Layer& layer = *runs_[n]->products()[port.number].layer;
      bool good = true;
      const schedule::Tiles chunks(layer.facts().width, layer.facts().height, schedule::chunk_side);
      chunks.each_in(
          tile, [&](std::size_t chunk) { good = good && is_good(port, layer, chunk, chunk_key(layer_key, chunk)); });
      return good;
    });
  };
  return all([&](const Port&, const Layer&, std::size_t, const std::string& key) { return store_->has(key); }) &&
         all([&](const Port& port, Layer& layer, std::size_t chunk, const std::string& key) {
           const auto found = store_->find(key);
           return found && layer.fill(chunk, [&](void* cells, std::int64_t stride) {
             return store::unpacked(port.shape, chunk, *found, cells, stride);
           });
         });
}

}  // namespace terrawright::engine
