// SPDX-License-Identifier: Apache-2.0
// Passes over the tiles of a world, depth first: before a tile is surveyed or painted, what it needs of its inputs is
// painted, and what nobody will read again is gone.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "engine/layers/layer.hpp"
#include "engine/nodes/node_run.hpp"
#include "engine/nodes/tile_states.hpp"
#include "engine/threads/stopwatch.hpp"
#include "graph/graph.hpp"
#include "schedule/order.hpp"
#include "store/spill.hpp"

namespace terrawright::engine {

class Passes {
 public:
  // Called after each tile of a node, by the thread that did it: its phase, and what the call took.
  using Told = std::function<void(std::size_t node, std::uint32_t phase, const Spent& spent)>;
  // Asked before a tile is painted: whether its cells are there without.
  using Found = std::function<bool(std::size_t node, const Rect& tile)>;

  // One run per node of the graph, in its order.
  Passes(const graph::Graph& graph, const std::vector<std::unique_ptr<NodeRun>>& runs, const Surroundings& around,
         Told told, Found found);
  // Before the first pass: node `n` will paint the tiles that touch `area`. Its inputs keep the cells that it reads for
  // them.
  void expect_readers(std::size_t n, const Rect& area);
  // Area of input `port` that painting `area` of node `n` needs: around all of it, inside the world.
  Rect needed(std::size_t n, std::uint32_t port, const Rect& area) const;

  // Every tile that node `n` visits in this round. Throws FailedTile or Interrupted, as complete() does.
  void survey(std::size_t n);
  // The tiles of these nodes that touch `area`, row by row; their rounds are done.
  void complete(const std::vector<std::size_t>& nodes, const Rect& area);
  // In a run of several processes complete() paints the tiles that touch the share of this one. is_made() is true when
  // all have: then its cells are elsewhere, or painted again where needed.
  bool is_complete(std::size_t n) const { return made_[n] || states_[n]->unpainted() == 0; }
  bool is_complete(std::size_t n, const Rect& area) const;
  bool is_begun(std::size_t n) const { return !made_[n] && states_[n]->unpainted() < states_[n]->tiles(); }
  void is_made(std::size_t n, bool elsewhere);
  // Whether its rounds are over.
  bool is_resolved(std::size_t n) const { return resolved_[n]; }
  void resolved(std::size_t n) { resolved_[n] = true; }
  std::size_t unpainted(std::size_t n) const { return states_[n]->unpainted(); }
  // Workspace of this thread.
  Workspace& workspace();

  // The row of cells that the pass is at.
  std::int64_t row() const { return row_.load(std::memory_order_relaxed); }

 private:
  bool is_of_others(const Rect& tile, bool by_first_cell) const;
  template <class TileAt, class Each>
  void over(std::size_t count, const TileAt& tile_at, bool by_first_cell, const Each& each);
  void need_inputs(std::size_t n, std::uint32_t phase, const Rect& tile);
  void need(std::size_t n, const Rect& area, std::optional<FailedTile>& least);
  void paint(std::size_t n, std::size_t tile);
  void was_painted(std::size_t n, const Rect& tile);

  const graph::Graph& graph_;
  const std::vector<std::unique_ptr<NodeRun>>& runs_;
  const Surroundings& around_;
  const Told told_;
  const Found found_;
  std::vector<std::unique_ptr<TileStates>> states_;
  std::vector<bool> made_, resolved_;
  std::vector<Workspace> workspaces_;  // of each thread
  std::atomic<std::int64_t> row_{0};
};

// Evicts chunks to files when memory is short: those whose next reader is farthest ahead.
class Eviction {
 public:
  // Files lie in `folder`. `row` tells the row of cells that the pass is at.
  Eviction(const schedule::Order& order, const std::filesystem::path& folder, std::function<std::int64_t()> row);

  // A layer of the run; it may go to files from now on.
  void add(const graph::Link& link, const std::shared_ptr<Layer>& layer);
  // The node that the run has come to.
  void now_at(std::size_t node) { node_.store(node, std::memory_order_relaxed); }

  // Puts a few chunks into files; false: there are none that could go. Any thread.
  bool make_room();

 private:
  struct Known {
    std::weak_ptr<Layer> layer;
    std::vector<std::size_t> readers;  // nodes in whose passes it is read, rising; a file comes after all
  };
  std::size_t next_reader(const Known& known, std::size_t after) const;

  const schedule::Order& order_;
  const std::function<std::int64_t()> row_;
  const std::shared_ptr<store::Spill> spill_;
  std::atomic<std::size_t> node_{0};
  std::vector<Known> layers_;
};

}  // namespace terrawright::engine
