// SPDX-License-Identifier: Apache-2.0
// The results that a run finds in the store and leaves there: for each node its outcome, its verdict and some of its
// layers.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/cache/cached_outcome.hpp"
#include "engine/nodes/node_run.hpp"
#include "engine/product.hpp"
#include "engine/tables/stored_table.hpp"
#include "graph/graph.hpp"
#include "schedule/reuse.hpp"
#include "store/store.hpp"

namespace terrawright::engine {

// A long table in the store, part by part, each an entry of its own.

// `key`: of the outcome that the table belongs to.
void keep_parts(store::Store& store, const std::string& key, const LongTable& table);
// Whether all parts are there, whole or not. They may go meanwhile.
bool has_parts(store::Store& store, const std::string& key, const CachedOutcome& outcome);
// Reads them when they are asked for; where one is damaged or gone, `lost` is set and std::runtime_error thrown.
std::shared_ptr<const LongTable> kept_table(std::shared_ptr<store::Store> store, const std::string& key,
                                            const CachedOutcome& outcome, StoredTable head,
                                            std::shared_ptr<std::atomic<bool>> lost);

// Owner of an entry of this key: "the layer 'land.height'", "the verdict of 'land'"; empty if it has none.
std::string owner_of(const graph::Graph& graph, std::int64_t tile, const std::string& key);

class CacheUse {
 public:
  // `tile` as of the run: verdicts are of its tiles. `for_files`: layers that are kept in any case.
  CacheUse(std::shared_ptr<store::Store> store, const graph::Graph& graph, std::int64_t tile,
           std::vector<graph::Link> for_files = {});

  // Cached results, by node; for verdicts, layers, and the large parts of outcomes, only whether they exist.
  std::vector<schedule::Kept> find();
  // Reads what a port gives to those who take it: its grid, text or table, and of a node that does nothing its layer.
  // False where that is not there or damaged, which `kept` says from then on.
  bool find_port(std::size_t n, std::size_t port, schedule::Doing doing, schedule::Kept& kept);
  // Reads the verdict, if the node has rounds. False where it is damaged or gone.
  bool find_verdict(std::size_t n);

  // The node's outcome as far as it was found: into the run's products, whose layers, unless they are painted again,
  // are read from the store where they are there. Returns the records of its ports.
  std::vector<PortRecord> recall(std::size_t n, NodeRun& run, schedule::Doing doing);
  // The verdict as it was found.
  void recall_verdict(std::size_t n, NodeRun& run);
  // Both, once, before a tile is painted. Throws StageFailed, with lost(). Any thread.
  void need_verdict(std::size_t n, NodeRun& run);
  // A layer that was found turned out to be damaged or gone: what was made of it is of no use.
  bool lost() const { return *lost_; }

  // For a node whose tiles are all painted: caches layers that are worth it, and not cached yet, in the background.
  void begin(std::size_t n, NodeRun& run, const std::vector<schedule::Doing>& doing);
  void keep_layers(std::size_t n, const NodeRun& run);
  void keep_verdict(std::size_t n, const NodeRun& run);
  void keep_outcome(std::size_t n, const NodeRun& run, const std::vector<PortRecord>& records);
  // Time of the nodes, in nanoseconds of the processor; 0: unknown. Later runs choose layers by that.
  struct Took {
    double making = 0, painting = 0;
  };
  void keep_costs(const std::vector<Took>& took);

 private:
  struct Writing {
    std::shared_ptr<store::LayerWriter> layer;
    std::atomic<std::uint64_t> nanoseconds{0};
  };
  void choose(const std::vector<schedule::Doing>& doing);
  store::Shape shape(const graph::Flow& flow) const;

  const std::shared_ptr<store::Store> store_;
  const graph::Graph& graph_;
  const std::int64_t tile_;
  const std::vector<graph::Link> for_files_;
  const double cells_;                    // of the world
  std::vector<std::vector<bool>> worth_;  // empty: nothing has run yet
  schedule::Costs costs_;
  std::vector<schedule::Kept> kept_;  // by node, as find() and find_port() have it
  std::vector<double> wrote_;         // by node, nanoseconds that it took to write its layers
  std::shared_ptr<std::atomic<bool>> lost_ = std::make_shared<std::atomic<bool>>(false);
  // By node, and all but verdicts by port.
  std::vector<std::vector<CachedOutcome>> outcomes_;
  std::vector<std::vector<std::optional<CachedBody>>> bodies_;
  std::vector<std::optional<CachedVerdict>> verdicts_;
  std::mutex late_verdicts_;
  std::vector<bool> has_late_verdict_;
  std::vector<std::vector<std::shared_ptr<const store::StoredLayer>>> layers_;
  std::vector<std::vector<std::shared_ptr<Writing>>> writings_;
};

}  // namespace terrawright::engine
