// SPDX-License-Identifier: Apache-2.0
// Runs the trials of a stage or a world.
#pragma once
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "check/check.hpp"
#include "check/trial_id.hpp"

namespace terrawright::check {

class Checker {
 public:
  Checker(const graph::Catalogue& catalogue, const Options& options);

  void check_stage(const terrawright_stage& stage, const std::vector<Feed>& feeds);
  void check_world(const Feed& world);
  const Summary& summary() const { return summary_; }

 private:
  struct Size {
    std::int64_t width, height;
    bool is_small() const { return std::max(width, height) <= 300; }
  };
  std::vector<Size> sizes_for(const Feed& feed) const;

  void begin(const std::string& stage, const std::vector<Feed>& feeds);
  // Whether there is nothing more to do: something was found, the time is over, or the user stops.
  bool is_over();
  bool check_feeds(const terrawright_stage& stage);
  // True if the world ran.
  bool check_at(std::size_t feed, const Size& size, const std::vector<std::string>& set);
  void check_edges();
  void check_shapes(const terrawright_stage& stage);
  void check_settings(const terrawright_stage& stage);
  void check_thresholds(const terrawright_stage& stage);
  void check_stops(const terrawright_stage& stage);
  void check_leaks(std::size_t feed);
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
  const std::vector<Feed>* feeds_ = nullptr;
  std::vector<std::size_t> good_;  // feeds that ran
  std::chrono::steady_clock::time_point began_;
  bool found_ = false, is_late_ = false;
  std::map<std::tuple<std::size_t, std::int64_t, Setting>, Result> of_settings_;  // by feed and width
  std::string last_;                                                              // trial, for people
  std::string refused_;                                                           // why it could not be run
  std::optional<Cost> small_, large_;                                             // what it costs in two worlds
};

}  // namespace terrawright::check
