// SPDX-License-Identifier: Apache-2.0
// One of our stages and a peer, taking turns: the minima of both.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>

namespace terrawright::bench {

struct Match {
  const char *stage, *peer;
  double target;  // times as fast as the peer
  double ours = 1e9, theirs = 1e9;
  void add(double our_seconds, double their_seconds) {
    ours = std::min(ours, our_seconds);
    theirs = std::min(theirs, their_seconds);
  }
};

inline void print(const Match& match, std::int64_t size) {
  const double cells = static_cast<double>(size) * static_cast<double>(size);
  std::printf("%-24s %5ld %9.3f %9.3f %7.1f  %s%s\n", match.stage, static_cast<long>(size), match.ours * 1e9 / cells,
              match.theirs * 1e9 / cells, match.theirs / match.ours, match.peer,
              match.theirs < match.target * match.ours ? "  (short of the target)" : "");
  std::fflush(stdout);
}

}  // namespace terrawright::bench
