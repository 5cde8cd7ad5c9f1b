// SPDX-License-Identifier: Apache-2.0
// Which trials a stage or a world goes through.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "check/check.hpp"
#include "check/trial.hpp"

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
    std::int64_t tile, other_tile;  // sides
    bool small;
  };
  static Size as_size(std::int64_t width, std::int64_t height);
  std::vector<Size> sizes_for(const Feed& feed) const;
  static bool is_own(const Feed& feed, const Size& size);  // as the feed's world is written
  static std::vector<std::string> set_for(const Size& size);

  // Whether there is nothing more to do: something was found, or the user stops.
  bool is_over() const { return found_ || summary_.stopped; }
  // True if the world ran.
  bool check_at(const Feed& feed, const Size& size, const std::vector<std::string>& set, const std::string& name);
  void check_setting(const Feed& feed, const Setting& setting);
  void check_stops(const terrawright_stage& stage, const Feed& feed);
  void check_leaks(const Feed& feed);
  Result tried(const Trial& trial, const Snapshot& snapshot, const std::string& world);

  const Options& options_;
  const Surroundings around_;
  Summary summary_;
  bool found_ = false;          // of the stage at hand
  std::string refused_;         // why it could not be run
  std::set<std::string> told_;  // stage and symptom
};

}  // namespace terrawright::check
