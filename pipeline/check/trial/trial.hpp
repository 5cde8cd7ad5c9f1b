// SPDX-License-Identifier: Apache-2.0
// One trial: a world run in several ways, whose results have to be the same.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "check/trial/child.hpp"
#include "check/trial_world.hpp"
#include "engine/product.hpp"
#include "graph/graph.hpp"

namespace terrawright::check {

// All that a run made, kept for other processes to compare with.

// First difference of two runs, in running order: later ones may only follow from it.
struct Difference {
  std::size_t output = 0;  // of build::outputs_made
  bool has_cell = false;
  std::int64_t x = 0, y = 0;
  std::vector<unsigned char> before, now;  // the cell
};

class Snapshot {
 public:
  bool is_taken() const { return file_.size() != 0; }
  void take(const std::vector<engine::Product>& made) const;
  // Throws std::runtime_error where it was taken of a world of another shape.
  std::optional<Difference> difference(const std::vector<engine::Product>& made) const;
  std::string digest() const;  // of all that was taken

 private:
  TemporaryFile file_;
};

// One way to run a world.
struct Way {
  std::int64_t tile = 64;
  int threads = 1;
  bool watched = true;             // with what follows; else as `build` runs it
  unsigned char around = 0xff;     // windows
  unsigned char unwritten = 0xff;  // what nobody has written
  std::uint64_t tile_order = 0, merge_order = 0;
  int levels = 0;  // of notes that are combined; 0: as the world asks
  // Meaning of a result that differs from the snapshot's: "two runs differ". Empty: it becomes the snapshot where there
  // is none.
  std::string differs;
  bool judges_values = false;  // what cells may hold
};

struct Trial {
  const TrialWorld* trial_world = nullptr;
  std::vector<std::string> set;     // beside the feed's
  std::optional<Way> first;         // becomes the snapshot where there is none
  std::vector<std::string> before;  // overrides of a world that runs before, in the same process; none: none does
  std::vector<std::string> beside;  // overrides of a world whose stages are there meanwhile; none: none is
  std::vector<Way> ways;
  std::vector<Way> apart;       // what the last way does at once, one by one: who makes something else there goes them
  std::size_t environment = 0;  // of the whole trial; 0: as it is
  double patience = 30.0;       // seconds, after which only the last way is still gone
  // Seconds after which the trial ends without a judgement if the stage does, asked to stop: at a parameter's end
  // honest work may take days. 0: never.
  double gives_up_after = 0.0;
  bool is_elsewhere = false;  // from the first way on another environment: variables, rounding, one processor
  bool tells_what_it_made = false;
  // In the place of ways:
  bool leaks = false;                     // whether memory grows from run to run
  bool measures = false;                  // what a cell costs
  std::optional<std::uint32_t> stops_in;  // a phase: the user stops as soon as the node is there
};

struct Surroundings {
  const graph::Catalogue& catalogue;
  const graph::InputFileOpener* opener;  // of files on the disk
  Limits limits;
  std::function<bool()> goes_on;
};

// Cost of one run on one thread, of the stage alone.
struct Cost {
  double seconds = 0.0;  // of the processor
  std::int64_t cells = 0;
  std::uint64_t memory = 0;  // bytes at the highest, with its inputs and outputs
};

struct Result {
  std::vector<Finding> findings;  // `world` is empty
  std::vector<Finding> remarks;   // what is worth knowing, and not wrong
  bool ran = false;               // the world was run at least once to its end
  bool gave_up = false;           // the trial's time was over
  bool is_slow = false;           // the stage was asked to stop as its time was over, and did
  std::string made;               // a digest of what is compared, where it tells
  std::optional<Cost> cost;       // where it measures
  std::string refused;            // why not, in the words of whoever refused it
  bool stopped = false;           // by the user
  std::string unwatched;          // why calls of the system were not; may be empty
};

// Does the work of each process's first run here, for all forks of this one. No thread stays.
void run_before_all(const graph::Catalogue& catalogue);
// `snapshot`: what the ways are compared with; the first one fills it where it is empty.
Result run_trial(const Trial& trial, const Snapshot& snapshot, const Surroundings& around);
// The same in this process: what a stage breaks is broken here.
Result run_trial_here(const Trial& trial, const Surroundings& around);

}  // namespace terrawright::check
