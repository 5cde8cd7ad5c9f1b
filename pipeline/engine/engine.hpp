// SPDX-License-Identifier: Apache-2.0
// Runs a graph: each node once, tile by tile on all threads, and hands layers to whoever writes them.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/layers/memory.hpp"
#include "engine/nodes/levels.hpp"
#include "engine/processes/ranks.hpp"
#include "engine/product.hpp"
#include "engine/tables/collected_rows.hpp"
#include "engine/threads/stopwatch.hpp"
#include "graph/graph.hpp"
#include "schedule/reuse.hpp"
#include "schedule/schedule.hpp"
#include "schedule/tiling.hpp"
#include "store/store.hpp"

namespace terrawright::engine {

// Thrown by a sink that needs cells after all, or what was kept and is gone: the run is of no use.
struct Lost {};

// Somebody who takes finished ports, a file writer for one. Sinks run beside the nodes, several at once.
struct Sink {
  std::string name;
  std::vector<graph::Link> needs;
  // Given what `needs` lists. Throws std::exception, Stopped once `stop` is set, or Lost.
  std::function<void(const std::vector<Product>& made)> take;
  bool keeps = false;  // the layers' cells stay for as long as somebody has the layers, else until `take` is done
  // By `needs`: whether it reads no cell, only the record of the layer; empty: it reads all.
  std::vector<bool> without_cells = {};
  bool is_kept_as_layers = false;  // later runs make again what it takes: the store keeps all cells of `needs`
  bool reads(std::size_t need) const { return without_cells.empty() || !without_cells[need]; }
};

struct Checking;

struct Options {
  std::int64_t tile = schedule::chunk_side;      // side of a tile in cells; schedule::whole_world: one tile
  int threads = 0;                               // 0: all of the machine
  const std::atomic<bool>* stop = nullptr;       // set: stop within a tile
  std::shared_ptr<Memory> memory;                // that layers are taken from, run after run; empty: the run's own
  const schedule::Schedule* schedule = nullptr;  // of this tile; layers take no more memory than it says. None: any
  std::filesystem::path folder;                  // for swapped layers, with a schedule; and for rows
  std::uint64_t rows_in_memory = usual_rows_in_memory;  // bytes, of each table by tile; the others wait in the folder
  std::shared_ptr<store::Store> store;                  // of what earlier runs kept; empty: none
  Ranks* ranks = nullptr;              // several processes, with a store and no window; none: this one alone
  std::optional<Rect> window;          // sinks read these cells of layers alone; none: all
  int levels = 0;                      // of stages that combine notes, at most; 0: as many as the world asks
  const Checking* checking = nullptr;  // watches for stages that break their word, which takes its time
};

// Called from any thread, one call at a time. Several nodes may be begun and not ended.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void node_begins(std::size_t /*node*/) {}
  virtual void progress(std::size_t /*node*/, std::size_t /*tiles done*/, std::size_t /*tiles*/) {}
  // Messages of a stage, in its own words; also of the run's end, or of a problem.
  virtual void node_fails(std::size_t /*node*/, const border::Message& /*said*/) {}
  virtual void node_warns(std::size_t /*node*/, const border::Message& /*said*/) {}
  // A line of a stage for the terminal; and a line of detail.
  virtual void says(std::size_t /*node*/, const std::string& /*line*/) {}
  virtual void details(std::size_t /*node*/, const std::string& /*line*/) {}
  virtual void round_ends(std::size_t /*node*/, const Round& /*round*/) {}
  // Time of its calls; wall time of tiles is divided by the threads.
  virtual void node_ends(std::size_t /*node*/, const Spent& /*spent*/) {}
  virtual void sink_ends(const std::string& /*name*/, const Spent& /*spent*/) {}
};

struct Outcome {
  bool done = false;
  bool interrupted = false;
  std::vector<std::vector<PortRecord>> records;                   // per node, per port; of a window none of layers
  std::vector<std::pair<std::string, std::string>> failed_sinks;  // name, reason
  std::vector<schedule::Doing> doing;                             // per node
  bool lost = false;              // a cached entry was damaged or gone, and was deleted: run once more
  std::uint64_t peak_memory = 0;  // bytes of layers at the highest
  // With several processes: the sinks that this one took, and the painted tiles of each, by rank.
  std::vector<bool> written_here;
  std::vector<std::string> painted;
};

// A stage that fails is reported at its place in the config.
Outcome run(const graph::Graph& graph, const std::vector<Sink>& sinks, const Options& options, Observer& observer,
            report::Diagnostics& diagnostics);

class Execution;

// A run that stays. Cells are made where somebody asks for them, and stay: in memory, or with a schedule in its folder.
// They are those of a whole run, bit by bit. The graph, the observer and `options.stop` must outlive it.
class OnDemand {
 public:
  OnDemand(const graph::Graph& graph, const Options& options, Observer& observer);
  ~OnDemand();
  OnDemand(const OnDemand&) = delete;
  OnDemand& operator=(const OnDemand&) = delete;
  // Once, before anything else: makes all numbers, grids, texts and tables of `links`, and what their layers' cells
  // wait for. The outcome has no records of layers.
  Outcome resolve(const std::vector<graph::Link>& links, report::Diagnostics& problems);
  const Product& product(const graph::Link& link) const;
  // Paints what is missing of the cells of a layer in `area`; then the layer may be read there. Any thread; one of them
  // paints at a time. False where a stage failed, which `problems` say, where the options' `stop` is set, or where
  // `stops` says so, which is asked before each row of tiles.
  bool make(const graph::Link& link, const Rect& area, const std::function<bool()>& stops,
            report::Diagnostics& problems);

 private:
  void tell(report::Diagnostics& problems);

  const graph::Graph& graph_;
  const Options options_;
  Observer& observer_;
  const std::vector<Sink> no_sinks_;
  report::Diagnostics said_;  // by stages, since it was last told
  int threads_ = 1;
  std::unique_ptr<Execution> execution_;
  std::mutex painting_;
};

}  // namespace terrawright::engine
