// SPDX-License-Identifier: Apache-2.0
// The parts of the bench.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace terrawright::bench {

struct Options {
  std::vector<std::int64_t> sizes = {1025, 4097, 8193};
  std::vector<std::string> only;  // beginnings of names
  int threads = 1, repeat = 5;
  std::string folder;  // where pictures go

  bool wants(const std::string& name) const;
  // A millisecond is soon disturbed: small sides are run more often.
  int repeat_at(std::int64_t side) const {
    return repeat * static_cast<int>(std::clamp<std::int64_t>(8193 / side, 1, 8));
  }
};

// Threads of the machine, two at least.
int all_threads();

// Every stage in its own example world.
void stages(const Options& options);
// Against textbook, OpenCV and the standard library.
void against_peers(const Options& options);
// Against priority flood and a queue.
void drainage(const Options& options);
// Against GRASS and SAGA, where they are installed.
void programs(const Options& options);
// Against OpenImageIO's defaults.
void pictures(const Options& options);
// The program itself, images included.
void builds(const Options& options);
// Erosion by tiles and whole.
void erosion(const Options& options);
// A part of a world beside all of it.
void windows(const Options& options);
// Memory of a build with a low limit.
void memories(const Options& options);
// Builds that remember.
void caches(const Options& options);
// Processes that build a world together.
void ranks(const Options& options);
// Bytes that tiles tell, and that layers have.
void notes(const Options& options);
// Notes that are combined, at one level beside more.
void levels(const Options& options);
// Cost against cells, up to 2^20 a side.
void scale(const Options& options);
// The program where next to nothing is to be done, beside others.
void starts(const Options& options);
// Calls across the border, beside a virtual one.
void crossings(const Options& options);
// A loop of the C library after foreign code.
void vectors(const Options& options);

}  // namespace terrawright::bench
