// SPDX-License-Identifier: Apache-2.0
// A run of several processes. Each surveys and paints the tiles of its share of the world (ranks.hpp). A layer that a
// later pass or a file reads has its chunks in the shared folder, each written by the one whose share it is in; what
// lives inside a pass is painted by whoever needs it. After a pass all know what is to be known of every chunk.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/cache/cache_use.hpp"
#include "engine/nodes/node_run.hpp"
#include "engine/nodes/tile_states.hpp"
#include "engine/passes.hpp"
#include "engine/processes/ranks.hpp"
#include "schedule/order.hpp"
#include "store/store.hpp"

namespace terrawright::engine {

// Keeps the processes of a run in step. If one fails or is stopped, all stop.
class ProcessGroup {
 public:
  // The processes do not see one folder.
  struct Apart : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  // Everybody at once. Throws Apart in all of them.
  ProcessGroup(Ranks& ranks, store::Store& store);

  Ranks& ranks() { return ranks_; }
  std::size_t rank() const { return ranks_.rank(); }
  std::size_t count() const { return ranks_.count(); }
  bool is_first() const { return rank() == 0; }

  // Exchanges a small message of each. Throws in all of them what failed in one: the least FailedTile, or Interrupted.
  std::vector<std::string> say(const std::string& mine);
  // For large bytes, through the folder: to the first one, which gets those of the others, by rank, and its own empty;
  // from the first one to all.
  std::vector<std::string> give_to_first(const std::string& mine);
  std::string get_from_first(const std::string& of_first);
  // The same of files that each writes by itself: write(file) of all but the first one, then read(file) of that one.
  using UseFile = std::function<void(const std::filesystem::path&)>;
  void give_files_to_first(const UseFile& write, const UseFile& read);
  // A layer of which each will write chunks; the same one in all of them. Throws std::runtime_error.
  std::shared_ptr<store::LayerWriter> layer(const std::string& key, const store::Shape& shape);

  // Sends the failure that ended this process, if it has not come from say(), to the others. Returns the failure that
  // ended all; nothing: one was stopped.
  std::optional<FailedTile> end(const std::optional<FailedTile>& failure);

 private:
  std::vector<std::string> meet(const std::string& mine, int state, const std::optional<FailedTile>& failure);
  std::uint64_t next() { return next_number_++; }

  Ranks& ranks_;
  store::Store& store_;
  std::unique_ptr<store::SharedFolder> folder_;
  std::uint64_t next_number_ = 0;
  bool ended_ = false;
  std::optional<FailedTile> failure_;  // of all
};

class Sharing {
 public:
  using Runs = std::vector<std::unique_ptr<NodeRun>>;

  Sharing(Ranks& ranks, store::Store& store, const graph::Graph& graph, const schedule::Order& order, const Runs& runs);

  ProcessGroup& group() { return group_; }
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
  ProcessGroup group_;
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
