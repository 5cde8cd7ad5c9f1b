// SPDX-License-Identifier: Apache-2.0
// Feeds stages and runs them in many ways, and reports their mistakes.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "check/trial/trial_id.hpp"
#include "graph/catalogue.hpp"
#include "graph/input_file.hpp"

namespace terrawright::check {

// The arguments that run a trial of a stage again, or of the world, in a process of its own; may be empty.
using Command = std::function<std::vector<std::string>(const std::string& stage, const std::string& trial)>;

struct Options {
  bool quick = false;                              // fewer sizes, inputs and parameters
  double limit = 60.0;                             // seconds; a call that takes longer is an endless loop
  double budget = 0.0;                             // seconds for each stage, then the rest is left out; 0: any
  const graph::InputFileOpener* opener = nullptr;  // of files that a world reads
  std::function<bool()> goes_on;                   // asked now and then; false: the user stops
  std::function<void(const Finding&)> found;       // each symptom of a stage once
  std::function<void(const Finding&)> remarked;    // what is worth knowing, and not wrong
  Command command;
};

struct Summary {
  std::size_t findings = 0, trials = 0;
  bool stopped = false;
  std::string unwatched;  // why it was not seen whether stages open files by themselves; may be empty
};

// The stages that feed others, which the catalogue of a check has to have.
void add_sources(graph::Catalogue& catalogue);

// The library's stages, after a child has survived loading it; or what is wrong with it.
std::vector<const graph::Offer*> add_library(const std::string& file, graph::Catalogue& catalogue,
                                             const Options& options, Summary& summary);

// `example`: a small world with the stage; empty: none.
struct Checked {
  const graph::Offer* offer;
  std::string example;
};
// `begins(i)`: stage i is next.
Summary check_stages(const std::vector<Checked>& stages, const graph::Catalogue& catalogue, const Options& options,
                     const std::function<void(std::size_t)>& begins);

// A config, which was found good.
Summary check_world(const std::string& path, const std::string& text, std::pair<std::int64_t, std::int64_t> size,
                    const graph::Catalogue& catalogue, const Options& options);

// One trial in this process, so that a debugger stops where a stage breaks. Throws std::invalid_argument where `trial`
// is none of these feeds.
struct Again {
  std::vector<Finding> findings;
  std::string refused;  // why it did not come to its end
  std::string made;     // a digest, where the trial is to end by end_there()
};
Again try_again(const Checked& stage, const std::string& trial, const graph::Catalogue& catalogue,
                const Options& options);
Again try_world_again(const std::string& path, const std::string& text, const std::string& trial,
                      const graph::Catalogue& catalogue, const Options& options);

// The world of a trial up to the inputs of the stage: a text, what is set in it, and an output for each input.
struct Inputs {
  std::string text;
  std::vector<std::string> set;
};
Inputs inputs_of(const Checked& stage, const std::string& trial, const graph::Catalogue& catalogue);

// Runs the trials of a stage or a world.
class Checker {
 public:
  Checker(const graph::Catalogue& catalogue, const Options& options);

  void check_stage(const terrawright_stage& stage, const std::vector<TrialWorld>& worlds);
  void check_world(const TrialWorld& world);
  const Summary& summary() const { return summary_; }

 private:
  struct Size {
    std::int64_t width, height;
    bool is_small() const { return std::max(width, height) <= 300; }
  };
  std::vector<Size> sizes_for(const TrialWorld& trial_world) const;

  void begin(const std::string& stage, const std::vector<TrialWorld>& worlds);
  // Whether there is nothing more to do: something was found, the time is over, or the user stops.
  bool is_over();
  bool check_feeds(const terrawright_stage& stage);
  // True if the world ran.
  bool check_at(std::size_t trial_world, const Size& size, const std::vector<std::string>& set);
  void check_edges();
  void check_shapes(const terrawright_stage& stage);
  void check_settings(const terrawright_stage& stage);
  void check_thresholds(const terrawright_stage& stage);
  void check_stops(const terrawright_stage& stage);
  void check_leaks(std::size_t trial_world);
  void measure();
  bool is_too_slow(const Size& size) const;
  Result tried(const TrialId& id, const Snapshot& snapshot, double most_seconds = 0.0);
  Result tried(const TrialId& id) { return tried(id, Snapshot()); }
  void found(const std::string& symptom, const std::string& details, const std::optional<TrialId>& id = {});
  // A trial at a parameter's value, once; in a smaller world where that takes too long.
  const Result& tried_setting(TrialId id);
  void remark(const std::string& symptom, const std::string& details);

  const Options& options_;
  const Surroundings around_;
  Summary summary_;
  std::set<std::string> told_;  // stage and symptom
  // State of the current stage or world:
  std::string name_;
  const std::vector<TrialWorld>* worlds_ = nullptr;
  std::vector<std::size_t> good_;  // feeds that ran
  std::chrono::steady_clock::time_point began_;
  bool found_ = false, is_late_ = false;
  std::map<std::tuple<std::size_t, std::int64_t, Setting>, Result> of_settings_;  // by feed and width
  std::string last_;                                                              // trial, for people
  std::string refused_;                                                           // why it could not be run
  std::optional<Cost> small_, large_;                                             // what it costs in two worlds
};

}  // namespace terrawright::check
