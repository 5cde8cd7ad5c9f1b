// SPDX-License-Identifier: Apache-2.0
// The rows of world_rows.hpp over all shipped lands, and over the worlds with faults of world_faults.hpp.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace terrawright::metrics {

struct WorldScope {
  std::uint64_t first_seed = 1;  // 0: the usual one of each land
  int seeds = 24, faulty_seeds = 6;
  int side = 1025;   // cells
  double slack = 0;  // share of a range's width by which one world may miss it where the median of many does not; a
                     // mark may pass then
  std::vector<std::string> only;  // names of lands; all if empty
};

// Prints rows x lands and what is marked. True if every row holds where it is not marked, and fails where it is.
bool lands_hold(const WorldScope& scope);

// Prints rows x faults. True if in each seed each fault is caught: a row holds in the sound world and fails in the
// other.
bool faults_are_caught(const WorldScope& scope);

}  // namespace terrawright::metrics
