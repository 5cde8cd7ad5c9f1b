// SPDX-License-Identifier: Apache-2.0
// How far a long build is: a bar on a terminal, now and then a line elsewhere.
#pragma once
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace terrawright::report {

class Progress {
 public:
  // The steps in order, by name. Quiet shows nothing.
  Progress(std::vector<std::string> steps, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void begin(std::size_t step);
  void update(std::size_t step, std::size_t done, std::size_t all);
  void end(std::size_t step, double seconds);
  // Wipes the bar, so that other lines can follow.
  void clear();
  // Seconds and share of each step, the longest first; empty if quiet.
  std::string table() const;

 private:
  void show(std::size_t step, double share);

  std::vector<std::string> steps_;
  std::vector<double> seconds_;
  bool quiet_, terminal_, drawn_ = false;
  std::chrono::steady_clock::time_point last_shown_;
};

// "0.31 s", "420 ms".
std::string seconds_text(double seconds);
// "36.2 MB".
std::string bytes_text(double bytes);

}  // namespace terrawright::report
