// SPDX-License-Identifier: Apache-2.0
// Reports the progress of a run to its observer. With several processes the first one reports all: the others send
// their messages to it.
#pragma once
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "engine/nodes/node_run.hpp"

namespace terrawright::engine {

// Any thread may call anything at any time.
class ProgressReporter {
 public:
  ProgressReporter(const graph::Graph& graph, Observer& observer, report::Diagnostics& diagnostics);
  ~ProgressReporter();
  ProgressReporter(const ProgressReporter&) = delete;
  ProgressReporter& operator=(const ProgressReporter&) = delete;
  // From now on one of several.
  void with(Ranks& ranks);

  Listener listener(std::size_t n);
  void begins(std::size_t n);
  // `done` of its tiles, in what it does now; what the last of them took, on the wall over the threads there are.
  void progress(std::size_t n, std::size_t done, std::size_t of, const Spent& spent);
  void round_ends(std::size_t n, const Round& round, const Spent& spent);
  // For a node that had begun.
  void node_ends(std::size_t n);
  void sink_ends(const std::string& name, const Spent& spent);
  void fails(std::size_t n, const StageFailed& failure);
  void warns(std::size_t n, const border::Message& said);

 private:
  enum class What : char { progress = 'p', line = 'l', warning = 'w' };
  bool is_first() const { return ranks_ == nullptr || ranks_->rank() == 0; }
  void to_first(What what, std::size_t n, const std::string& said);
  void heard(std::size_t rank, const std::string& said);
  void says(std::size_t n, std::uint32_t level, const std::string& line);
  void report_progress(std::size_t n);

  struct Node {
    bool begun = false;
    std::size_t done = 0, of = 0;  // tiles
    Spent spent;
  };
  const graph::Graph& graph_;
  Observer& observer_;
  report::Diagnostics& diagnostics_;
  Ranks* ranks_ = nullptr;
  std::mutex mutex_;
  std::vector<Node> nodes_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> others_;  // tiles that are done, by node and process
};

}  // namespace terrawright::engine
