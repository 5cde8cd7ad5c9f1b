// SPDX-License-Identifier: Apache-2.0
// One run of a graph, from its first node to its last file; of a run that stays, until its last cell was asked for.
#pragma once
#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/cache/cache_use.hpp"
#include "engine/cache/parts.hpp"
#include "engine/engine.hpp"
#include "engine/nodes/node_run.hpp"
#include "engine/passes.hpp"
#include "engine/processes/process_group.hpp"
#include "engine/progress_reporter.hpp"
#include "engine/threads/tasks.hpp"
#include "schedule/order.hpp"

namespace terrawright::engine {

class Execution {
 public:
  // `of_run`: the links that are read of a run that stays; nullptr: it ends with its sinks.
  Execution(const graph::Graph& graph, const std::vector<Sink>& sinks, const Options& options, int threads,
            Observer& observer, report::Diagnostics& diagnostics, const std::vector<graph::Link>* of_run = nullptr);
  ~Execution() { around_.memory->on_pressure({}); }
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  Outcome go(const Options& options);

  // For a run that stays: makes all but the cells of layers.
  Outcome resolve(const Options& options, const std::vector<graph::Link>& links);

  const Product& product(const graph::Link& link) const { return runs_[link.node]->products()[link.port]; }
  bool is_made(std::size_t n, const Rect& area) const { return passes_->is_complete(n, area); }
  // One row of tiles after the other, so that a stop is soon heard. False as OnDemand::make has it.
  bool make(std::size_t n, const Rect& area, const std::function<bool()>& stops);

 private:
  // State of a sink.
  struct Writing {
    bool begun = false;
    bool finished = false;
    bool lost = false;  // as the sink has said
    std::function<void()> work;
    std::vector<Product> taken;
    std::string failed;       // why; empty: it did not
    bool of_another = false;  // process, who has finished it
  };
  // State of a node that is being made.
  struct NodeState {
    bool resolved = false, ended = false;
  };
  // Nanoseconds of the processor.
  struct NodeTook {
    std::atomic<std::uint64_t> rounds{0}, painting{0};
  };

  // Runs all nodes, then `rest`.
  template <class Rest>
  Outcome ended_by(const Options& options, const Rest& rest);

  // Makes the facts of node n that painting its first tile needs.
  void step(std::size_t n);
  // Returns those of the nodes that this run will make completely for the first time.
  std::vector<std::size_t> unknown(std::vector<std::size_t> nodes) const;

  // Finds the results of earlier runs in the cache.
  void recall(const Options& options, const std::vector<graph::Link>* of_run);

  // Inputs of the nodes that do something. False where some of it is not there, as `kept` says then.
  bool finds_what_is_taken(const std::vector<graph::Link>& needed, std::vector<schedule::Kept>& kept);

  // A run of this process alone, that ends, of the whole world.
  bool paints_all() const { return !sharing_ && !stays_ && !is_window(); }
  // In a window hardly a node needs to paint.
  bool reads_verdicts_late() const { return is_window() && !sharing_; }
  bool is_found(std::size_t n, const Rect& tile);
  // For nodes of which only some tiles will be painted.
  void keep_parts();

  void rounds(std::size_t n);

  void complete(const std::vector<std::size_t>& nodes);
  void end_of_pass();

  // Runs the work that no node waited for.
  void rest();
  bool is_window() const { return window_.width < all_.width || window_.height < all_.height; }
  bool is_for_sink(std::size_t n) const;

  // Nodes that are made from their first cell to their last, and files that can be written.
  void settle();

  // NaN of inputs that have none is hardly meant, unless the port says so.
  void warn_of_nan(std::size_t n);

  std::vector<Product> inputs_of(std::size_t n) const;

  // Layers are held by surveys, which may see them again and again, and by files.
  void set_lifetimes(bool all_stay);
  // Nodes paint all of their tiles; of a window those that nobody surveys paint what it needs.
  void expect_readers();

  void may_go_to_files(const std::filesystem::path& folder);

  // A tile of it is done, the last call of which took so long.
  void called(std::size_t n, std::uint32_t phase, const Spent& spent);

  static std::uint64_t nanoseconds(const Spent& spent) { return static_cast<std::uint64_t>(spent.processor * 1e9); }

  // For nodes whose tiles were all painted.
  void keep_costs();

  void record_all(std::size_t n);

  bool is_there(const graph::Link& link) const;

  // Sinks whose ports are all there. Several processes share them at the end.
  void begin_sinks();

  void write(const Sink& sink, Writing& writing);

  bool is_first() const { return around_.rank == 0; }

  void share(const Options& options);

  // A failure of the shared folder is reported at the current node of the run.
  template <class Body>
  void in_common(const Body& body) const {
    try {
      body();
    } catch (const std::runtime_error& error) {
      throw FailedTile{std::min(at_, graph_.nodes.size() - 1), {}, {"", error.what()}};
    }
  }

  // Each takes the largest file that nobody writes yet.
  void write_together();
  // Tables by tile are the first one's.
  bool needs_rows(std::size_t s) const;
  std::uint64_t weight(std::size_t s) const;

  // As "number text" a line: what became of those that this one took.
  void tell_of_sinks(ProcessGroup& together);

  void ended_with(const std::optional<FailedTile>& failure);

  const graph::Graph& graph_;
  const std::vector<Sink>& sinks_;
  ProgressReporter reporter_;
  const schedule::Order order_;
  const std::size_t threads_;
  const std::atomic<bool> never_{false};
  std::atomic<bool> abandon_{false};  // a node failed: files that are not begun are not written
  Surroundings around_;
  Rect all_{}, window_{};  // of the world; what sinks read of it
  bool rest_is_done_ = false;
  std::vector<NodeState> nodes_;
  std::vector<std::atomic<std::size_t>> surveyed_;  // tiles, in this round, by node
  std::vector<NodeTook> took_;                      // by node
  const bool stays_;                                // so that its cells can be asked for later
  std::vector<std::unique_ptr<NodeRun>> runs_;      // of the nodes
  std::optional<Sharing> sharing_;                  // of several processes
  std::optional<CacheUse> cache_;
  std::vector<bool> paints_again_;  // by node, as the outcome is gone where a run stays
  std::optional<Parts> parts_;      // of a run that paints no more than some tiles
  std::optional<Passes> passes_;
  std::optional<Eviction> eviction_;
  std::vector<Writing> writings_;        // of the sinks
  std::atomic<std::size_t> painted_{0};  // tiles, by this process
  std::size_t at_ = 0;                   // the node that the run has come to
  Outcome outcome_;
  Background background_;
};

}  // namespace terrawright::engine
