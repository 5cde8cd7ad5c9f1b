// SPDX-License-Identifier: Apache-2.0
// A run of several processes. Each surveys and paints the tiles of its share of the world (shares.hpp). A layer that a
// later pass or a file reads has its chunks in the shared folder, each written by the one whose share it is in; what
// lives inside a pass is painted by whoever needs it. After a pass all know what is to be known of every chunk.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "engine/keeping.hpp"
#include "engine/node_run.hpp"
#include "engine/passes.hpp"
#include "engine/shares.hpp"
#include "engine/together.hpp"
#include "schedule/order.hpp"

namespace terrawright::engine {

class Sharing {
 public:
  using Runs = std::vector<std::unique_ptr<NodeRun>>;

  Sharing(Ranks& ranks, store::Store& store, const graph::Graph& graph, const schedule::Order& order, const Runs& runs);

  Together& together() { return together_; }
  const Shares& shares() const { return shares_; }

  // Results that all of them find cached.
  std::vector<schedule::Kept> agreed(const std::vector<schedule::Kept>& mine);
  // Before the first pass: the layers that will be shared. `doing` by node.
  void begin(const std::vector<schedule::Doing>& doing);
  // A pass is over here: what any process has begun with is completed, and all hear of all chunks. Throws as
  // Passes::survey does.
  void end_of_pass(Passes& passes);
  // For node `n`, whose tiles were surveyed: the first process resolves the notes of all. True: another round.
  bool resolve(std::size_t n, Workspace& space, Round& round);

 private:
  bool is_mine(std::size_t n, std::size_t chunk) const;
  std::string of_chunks(std::size_t n) const;
  void hear_of_chunks(const std::string& said);
  void forget_what_nobody_reads(const Passes& passes);
  std::vector<bool> without_readers(const Passes& passes) const;

  const graph::Graph& graph_;
  const schedule::Order& order_;
  const Runs& runs_;
  Together together_;
  const Shares shares_;
  store::Store& store_;
  std::vector<schedule::Doing> doing_;
  std::vector<std::vector<bool>> worth_;
  std::vector<std::vector<std::size_t>> readers_;                         // nodes, by node
  std::vector<std::vector<std::shared_ptr<store::LayerWriter>>> layers_;  // by node and port
  std::vector<bool> done_;                                                // nobody reads its layers any more
  std::uint64_t sealed_ = 0;                                              // bytes
};

}  // namespace terrawright::engine
