// SPDX-License-Identifier: Apache-2.0
// What a run finds in the store and what it leaves there: of each node its outcome, its verdict and some of its layers.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/node_run.hpp"
#include "engine/port_record.hpp"
#include "engine/remembered.hpp"
#include "graph/graph.hpp"
#include "schedule/reuse.hpp"
#include "store/store.hpp"

namespace terrawright::engine {

// Whose an entry of this key is: "the layer 'land.height'", "the verdict of 'land'"; empty where it is of none of them.
std::string owner_of(const graph::Graph& graph, std::int64_t tile, const std::string& key);

class Keeping {
 public:
  // `tile` as of the run: verdicts are of its tiles.
  Keeping(std::shared_ptr<store::Store> store, const graph::Graph& graph, std::int64_t tile);

  // What is kept, by node.
  std::vector<schedule::Kept> find();

  // The node's outcome as it was found: into the run's products, whose layers, unless they are painted again, are read
  // from the store where they are there. Returns the records of its ports.
  std::vector<PortRecord> recall(std::size_t n, NodeRun& run, schedule::Doing doing);
  // The verdict as it was found.
  void recall_verdict(std::size_t n, NodeRun& run);
  // A layer that was found turned out to be damaged or gone: what was made of it is of no use.
  bool lost() const { return *lost_; }

  // Of a node that runs: layers that are worth it are kept while they are painted.
  void begin(std::size_t n, NodeRun& run);
  void keep_verdict(std::size_t n, const NodeRun& run);
  void keep_outcome(std::size_t n, const NodeRun& run, const std::vector<PortRecord>& records);

 private:
  store::Shape shape(const graph::Flow& flow) const;

  const std::shared_ptr<store::Store> store_;
  const graph::Graph& graph_;
  const std::int64_t tile_;
  const std::vector<std::vector<bool>> worth_;
  std::shared_ptr<std::atomic<bool>> lost_ = std::make_shared<std::atomic<bool>>(false);
  // By node, and all but verdicts by port.
  std::vector<std::vector<RememberedOutcome>> outcomes_;
  std::vector<std::string> verdicts_;
  std::vector<std::vector<std::shared_ptr<const store::StoredLayer>>> layers_;
  std::vector<std::vector<std::shared_ptr<store::LayerWriter>>> writers_;
};

}  // namespace terrawright::engine
