// SPDX-License-Identifier: Apache-2.0
// Shows the progress of a long build, the running node and the remaining time: a bar on a terminal, occasional lines
// elsewhere.
#pragma once
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "report/time_left.hpp"

namespace terrawright::cli {

class Progress {
 public:
  // The steps in their order. Quiet shows nothing.
  Progress(std::vector<report::WorkItem> steps, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void begin(std::size_t step);
  void update(std::size_t step, std::size_t done, std::size_t all);
  void end(std::size_t step, double seconds);
  // Other lines, from where the bar was; it goes on below them.
  void aside(const std::function<void()>& lines);
  // Wipes the bar, so that other lines can follow; nothing is shown from here on.
  void clear();
  // Seconds and share of each step, the longest first; empty if quiet.
  std::string table() const;

 private:
  double now() const;
  void show();
  void wipe();

  const std::vector<report::WorkItem> steps_;
  const bool quiet_, terminal_;
  const std::chrono::steady_clock::time_point began_;

  mutable std::mutex mutex_;  // of all below
  std::vector<double> seconds_;
  report::TimeLeft time_left_;
  bool drawn_ = false, cleared_ = false;
  std::condition_variable wake_;
  std::thread clock_;  // a step may say nothing for minutes
};

}  // namespace terrawright::cli
