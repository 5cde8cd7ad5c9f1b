// SPDX-License-Identifier: Apache-2.0
// Notes and verdicts of the tiles in one round of a node.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace terrawright::engine {

// Cost of one level, if notes are combined.
struct LevelCost {
  std::size_t tiles = 0;          // or unions
  std::uint64_t notes = 0;        // bytes of all of theirs
  std::uint64_t own = 0;          // bytes of their own verdicts
  double combine = 0, split = 0;  // processor seconds of the calls for these unions
};

struct Round {
  std::uint64_t notes = 0;        // bytes that all tiles told; of notes that merge or combine those that are left
  std::uint64_t own = 0;          // bytes of the tiles' own verdicts
  std::uint64_t everybody = 0;    // bytes of the verdict for all tiles
  double seconds = 0;             // of resolve, and of split
  std::vector<LevelCost> levels;  // from the tiles up; none where nothing is combined
};

}  // namespace terrawright::engine
