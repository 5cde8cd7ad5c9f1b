// SPDX-License-Identifier: Apache-2.0
// A trial from inside its process.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "check/trial/trial.hpp"
#include "check/watch.hpp"
#include "engine/engine.hpp"
#include "engine/nodes/checking.hpp"

namespace terrawright::check {

class Trying {
 public:
  Trying(const Trial& trial, const Snapshot& snapshot, const Surroundings& around, Shown& shown, Answer& answer);
  void run();

 private:
  std::optional<graph::Graph> assembled(const std::vector<std::string>& set, report::Diagnostics& diagnostics) const;
  // Content of `outputs`; nothing if the run did not end.
  std::optional<std::vector<engine::Product>> made(const graph::Graph& graph, const Way& way);
  std::optional<std::vector<engine::Product>> made(const graph::Graph& graph, const Way& way,
                                                   engine::Observer& observer);
  void look_at_flows(const graph::Graph& graph);
  void look_at_memory(const graph::Graph& graph);
  void measure(const graph::Graph& graph);
  std::string node_in(const graph::Graph& graph) const;  // that is at trial
  // False where the run did not come to its end. Memory that it leaves behind is looked at.
  bool go(const graph::Graph& graph, const Way& way);
  bool make_and_compare(const graph::Graph& graph, const Way& way);
  void compare(const graph::Graph& graph, const Way& way, const std::vector<engine::Product>& made);
  void go_apart(const graph::Graph& graph);
  std::optional<graph::Graph> assembled_after(std::optional<graph::Graph> graph);
  void judge(const graph::Graph& graph, const std::vector<engine::Product>& made);
  void look_for_leaks();
  void grows(const graph::Graph& graph, double bytes);
  void stop_in_the_middle(const graph::Graph& graph);

  void refused(const report::Diagnostics& diagnostics);
  void found(const std::string& stage, const std::string& node, const std::string& symptom, const std::string& details);
  static std::string stage_of(const graph::Graph& graph, const std::string& node);

  const Trial& trial_;
  const Snapshot& snapshot_;
  const Surroundings& around_;
  Answer& answer_;
  std::set<std::string> told_;
  const std::shared_ptr<engine::Memory> memory_ = std::make_shared<engine::Memory>();  // of all runs
  bool differs_ = false;  // from the snapshot, already reported
  std::mutex reporting_;
  std::atomic<bool> stop_{false};
  Watch watch_;
};

}  // namespace terrawright::check
