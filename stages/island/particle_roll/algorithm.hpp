// SPDX-License-Identifier: Apache-2.0
// The two ways to roll particles, and what is usual of each.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "nolithius.hpp"
#include "rolling.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::island {

enum class Algorithm { roll, nolithius };

// Nolithius' constants, on a square with as many nodes as his map of 88 x 32.
inline Rolling usual(Algorithm algorithm) {
  if (algorithm == Algorithm::roll) return {33, 33, 13, 400, 25, 2, Connectivity::eight, Stuck::stay};
  return {53, 53, 12, 3000, 50, 1, Connectivity::eight, Stuck::stay};
}

// Throws Failure.
inline void refuse_impossible(Algorithm algorithm, const Rolling& rolling) {
  if (2 * rolling.start_edge >= std::min(rolling.columns, rolling.rows)) {
    throw Failure("start_edge", "no node of the grid is that far from every edge");
  }
  if (rolling.start_edge < rolling.margin) throw Failure("margin", "particles would start inside the margin");
  if (rolling.particles * rolling.life > INT64_C(1) << 31) {
    throw Failure("particles", "particles x life is more than 2^31 deposits");
  }
  if (algorithm == Algorithm::roll) return;
  if (rolling.margin < 1) throw Failure("margin", "nolithius looks at all 8 neighbours, which needs a margin of 1");
  if (rolling.connectivity != Connectivity::eight) {
    throw Failure("connectivity", "nolithius looks at all 8 neighbours");
  }
  if (rolling.stuck != Stuck::stay) {
    throw Failure("stuck", "nolithius lets a particle stay where no neighbour is lower");
  }
}

template <class Poll>
std::vector<std::uint32_t> rolled(Algorithm algorithm, const Rolling& rolling, std::uint64_t stream, Poll poll) {
  return algorithm == Algorithm::roll ? roll(rolling, stream, poll) : roll_nolithius(rolling, stream, poll);
}

// Heights as 0..1, in float32; all 0 where they are equal.
inline void normalise(std::vector<float>& heights) {
  const auto [lowest, highest] = std::minmax_element(heights.begin(), heights.end());
  const float low = *lowest, range = *highest - *lowest;
  for (float& height : heights) height = range > 0.0f ? (height - low) / range : 0.0f;
}

}  // namespace terrawright::island
