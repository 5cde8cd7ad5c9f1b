// SPDX-License-Identifier: Apache-2.0
// One node while its world is made: its rounds of survey and resolve, and the painting of any of its tiles.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "border/host.hpp"
#include "engine/nodes/levels.hpp"
#include "engine/nodes/stage_call.hpp"
#include "engine/nodes/stage_inputs.hpp"
#include "engine/nodes/windows.hpp"
#include "engine/processes/ranks.hpp"
#include "engine/product.hpp"
#include "graph/graph.hpp"

namespace terrawright::engine {

// A stage said that it cannot go on.
using StageFailed = border::Message;
// The user asked to stop.
struct Interrupted {};

struct Checking;

// State that all nodes of a run share.
struct Surroundings {
  std::shared_ptr<Memory> memory;
  std::int64_t width = 0, height = 0;        // of the world
  std::int64_t tile = schedule::chunk_side;  // side of a tile; schedule::whole_world: one tile
  std::size_t threads = 1;                   // that go over tiles
  std::uint32_t wrap = 0;                    // axes of the world that join, of TERRAWRIGHT_WRAP_
  const std::atomic<bool>* stop = nullptr;
  int levels = 0;                                 // at most, of notes that are combined; 0: as the world asks
  std::shared_ptr<store::Spill> spill = nullptr;  // where these wait; none: in memory
  const Shares* shares = nullptr;                 // of the processes that make the run; none: this one makes all
  std::size_t rank = 0;                           // of this process
  const Checking* checking = nullptr;             // none: nobody watches
  std::filesystem::path folder;  // for rows of tables that do not fit in memory; empty: they stay in memory
  std::uint64_t rows_in_memory = usual_rows_in_memory;  // bytes, of each table that comes by tile

  schedule::Tiles tiles(bool whole) const;  // `whole`: one tile is all of the world
};

// Receives the messages of a node. Any thread.
struct Listener {
  std::function<void(double share)> share;  // of resolve, and of a node of one tile
  std::function<void(const border::Message&)> warning;
  std::function<void(std::uint32_t level, const std::string&)> line;
};

// Throws StageFailed, or Interrupted.
class NodeRun {
 public:
  // The layers of its outputs are there at once, without cells.
  NodeRun(const graph::Node& node, const Surroundings& around, const terrawright_world_facts& world, Listener listener);

  const graph::Node& node() const { return node_; }
  const schedule::Tiles& tiles() const { return tiles_; }
  bool paints() const { return paints_; }
  // Whether somebody wants a table whose rows come by tile: all tiles are painted then.
  bool has_rows() const;
  bool resolves() const { return (node_.stage().flags & TERRAWRIGHT_STAGE_RESOLVES) != 0; }
  bool surveys() const { return (node_.stage().flags & TERRAWRIGHT_STAGE_SURVEYS) != 0; }
  const std::vector<Product>& products() const { return products_; }

  // Layers of the inputs, one per port: enough for windows().
  void connect(std::vector<Product> inputs) { inputs_ = std::move(inputs); }
  const std::vector<Product>& inputs() const { return inputs_; }
  const Windows& windows() const { return windows_; }
  // From here on all numbers, grids and statistics of the inputs are there.
  void begin(std::vector<Product> inputs);

  // The result of an earlier run, in the place of rounds. It has the node's numbers, the grids, texts and tables with a
  // reader, and the verdict, without which no tile can be painted again.
  void recall(std::vector<Product> products);
  void recall_verdict(std::uint64_t rounds, Verdict verdict);
  std::uint64_t rounds() const { return rounds_; }
  const Verdict& verdict() const { return resolved_.verdict; }
  // Nobody needs its cells.
  void never_paint() { paints_ = false; }

  // One round: survey() of the tiles that it visits, any order, any thread, each once; then resolve().
  std::size_t visited() const { return visits_all_ ? tiles_.size() : visited_.size(); }
  std::size_t visited(std::size_t i) const { return visits_all_ ? i : visited_[i]; }
  void survey(std::size_t tile, Workspace& space);
  // True if there is to be another round. Reports the bytes of the notes and verdicts in this one.
  bool resolve(Workspace& space, Round& round);

  // In a run of several processes (node_words.cpp) one resolves. These return the notes of the tiles that this one has
  // surveyed, which are then released; take those of another one; and exchange the result of resolve, with its answer
  // `more`. hear_resolved() answers that again.
  std::string notes_as_bytes(Workspace& space);
  void hear_notes(const std::string& bytes, Workspace& space);
  std::string resolved_as_bytes(bool more) const;
  bool hear_resolved(const std::string& bytes, bool is_own);
  // And the rows of its tiles, a file for each table, which the first process reads; that one alone has tables by tile.
  // Throw std::runtime_error.
  std::size_t tables_by_tile() const;
  void write_rows(std::size_t table, const std::filesystem::path& file);
  void read_rows(std::size_t table, const std::filesystem::path& file);

  // After the rounds. Any order, any thread, each tile once.
  void paint(std::size_t tile, Workspace& space);
  // When all is painted: what is left of it are its products. Throws StageFailed if it did not give them.
  void end();

 private:
  void prepare(StageCall& call, Workspace& space);
  terrawright_job job_for(StageCall& call) const;
  template <class Body>
  void guarded_call(StageCall& call, const Body& body);
  bool gives_rows(const Rect& tile) const;
  void put_rows_together();

  bool reorders() const;
  std::vector<Buffer> collected(Workspace& space);
  // node_levels.cpp
  void begin_levels();
  Buffer combined(const Union& parts, Workspace& space);
  std::vector<Buffer> split(const Union& parts, const Buffer& own, Workspace& space);
  void split_verdict(Round& round);
  void read_tables();
  std::vector<RowGeometry> places_of_tables() const;
  void fold_in_another_order(std::vector<Buffer>& notes, Workspace& space);
  std::optional<StageFailed> fold(std::optional<Buffer>& into, Buffer note, Workspace& space);

  void set_targets(terrawright_job& job, Workspace& space, std::vector<bool>& in_place);
  void keep_painted(const terrawright_job& job, StageCall& call, const Workspace& space,
                    const std::vector<bool>& in_place);
  bool can_share(std::uint32_t output, std::uint32_t input) const;

  const graph::Node& node_;
  const terrawright_stage& stage_;
  const Surroundings& around_;
  const terrawright_world_facts world_;
  const Listener listener_;
  std::vector<Product> inputs_, products_;
  std::vector<std::unique_ptr<CollectedRows>> collected_;  // by port; of tables that come by tile until they are there
  bool rows_are_together_ = false;
  const Windows windows_;
  NodeFiles files_;
  const schedule::Tiles tiles_;
  bool paints_ = false, is_recalled_ = false;
  std::vector<double> numbers_;
  std::vector<terrawright_blob> grids_;
  std::optional<InputTables> input_tables_;                          // while there are rounds
  std::vector<Statistics> statistics_[TERRAWRIGHT_PHASE_SPLIT + 1];  // by phase; in create nothing has been counted
  std::vector<terrawright_view> no_inputs_;
  std::vector<terrawright_target> no_outputs_;

  std::uint64_t rounds_ = 0;                   // that are finished
  bool visits_all_ = true;                     // tiles, in this round
  std::vector<std::size_t> visited_;           // else
  std::vector<Buffer> notes_;                  // of this round, one per tile
  std::vector<std::uint8_t> is_surveyed_;      // in this round, by tile, where there are notes of each
  std::vector<std::optional<Buffer>> folded_;  // where they merge, of each thread
  std::optional<Levels> levels_;               // where they combine, in the place of notes_
  Resolved resolved_;                          // of the last round
};

}  // namespace terrawright::engine
