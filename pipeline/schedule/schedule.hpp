// SPDX-License-Identifier: Apache-2.0
// The run of a graph as a value, known before any cell exists: its order in passes, how long layers live, and the bytes
// of it all. The engine runs it, `plan` prints it, `--memory` is compared with it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "graph/graph.hpp"
#include "schedule/order.hpp"

namespace terrawright::schedule {

// Resources that a run may use.
struct Machine {
  std::int64_t tile = 512;  // a side in cells, or whole_world
  int threads = 1;
  std::uint64_t memory = std::numeric_limits<std::uint64_t>::max();  // bytes
  std::uint64_t processes = 1;
  bool remembers = false;  // earlier builds: files may be written from the beginning
};

// Bytes of one pass, at most.
struct PassBytes {
  std::uint64_t stored = 0;   // of layers that live beyond it, or come from before
  std::uint64_t passing = 0;  // of layers that live inside it: a few rows of chunks of each
  std::uint64_t beside = 0;   // what stages and files take beside layers
};

struct Schedule {
  Order order;
  std::vector<PassBytes> passes;  // of order.passes
  std::uint64_t fixed = 0;        // bytes of the program, its libraries and what writes files
  std::uint64_t peak = 0;         // bytes of all, at most; no more than the machine's memory
  std::size_t peak_pass = 0;      // the pass that runs then
  std::uint64_t layers = 0;    // bytes that layers have to do with, at most: the others go to files until they are read
  std::uint64_t to_files = 0;  // bytes of layers that do not fit in memory, at the peak
  std::uint64_t least = 0;     // bytes without which it cannot run
  std::size_t least_node = 0;  // the node that needs so much
  std::uint64_t made = 0;      // bytes of the cells of all layers
  std::uint64_t stored = 0;    // of those that are whole at some time
  std::uint64_t moved = 0;     // of all that are painted and read, and of those that are stored
};

Schedule schedule_of(const graph::Graph& graph, const Machine& machine);

}  // namespace terrawright::schedule
