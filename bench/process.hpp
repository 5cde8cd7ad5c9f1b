// SPDX-License-Identifier: Apache-2.0
// Programs run in processes of their own.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace terrawright::bench {

struct Cost {
  double wall = 0, processor = 0;  // seconds
  std::uint64_t peak = 0;          // bytes, of the largest process
  double system = 0;               // of `processor`
  std::uint64_t faults = 0;        // pages that the system had to give

  // One after the other.
  Cost& operator+=(const Cost& next);
};

// The least of each, and the highest peak.
Cost best_of(const Cost& a, const Cost& b);

// Is it on the path?
bool is_installed(const std::string& program);

// To be called before this process takes memory, which would count as that of those it runs.
void stay_small();

// Runs a command in a folder, what it prints thrown away unless it is to be shown, and waits; its own children are
// counted too. Throws std::runtime_error if it fails.
Cost run_process(const std::vector<std::string>& command, const std::string& folder, bool shown = false);

}  // namespace terrawright::bench
