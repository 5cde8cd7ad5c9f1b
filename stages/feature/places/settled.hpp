// SPDX-License-Identifier: Apache-2.0
// Selects settlements among the candidates: the best first, with room around each.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "candidates.hpp"

namespace terrawright::feature {

// So many places of a rank, each so many metres from all that are before it, and each with so much of what the best
// place has for it: no town in a desert only because there was room.
struct Rank {
  std::int64_t count;
  double apart, share = 0;
};

struct Settled {
  std::size_t candidate;
  std::int64_t rank;  // from 1
};

// `candidates`: the best first. `cell`: metres. poll() is called for each of them.
template <class Poll>
std::vector<Settled> settled(const std::vector<Candidate>& candidates, const std::vector<Rank>& ranks, double cell,
                             Poll poll) {
  std::vector<Settled> all;
  std::vector<std::uint8_t> taken(candidates.size(), 0);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const double least = ranks[rank].apart / cell;
    std::int64_t count = 0;
    for (std::size_t i = 0; i < candidates.size() && count < ranks[rank].count; ++i) {
      poll();
      bool is_free =
          taken[i] == 0 && candidates[i].score > 0 && candidates[i].score >= ranks[rank].share * candidates[0].score;
      for (std::size_t k = 0; k < all.size() && is_free; ++k) {
        const double dx = candidates[all[k].candidate].x - candidates[i].x;
        const double dy = candidates[all[k].candidate].y - candidates[i].y;
        is_free = dx * dx + dy * dy >= least * least;
      }
      if (!is_free) continue;
      taken[i] = 1;
      all.push_back({i, static_cast<std::int64_t>(rank) + 1});
      ++count;
    }
  }
  return all;
}

}  // namespace terrawright::feature
