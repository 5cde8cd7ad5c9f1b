// SPDX-License-Identifier: Apache-2.0
// The run of a graph as a value, known before any cell exists: which node waits for what, how long layers live, and the
// bytes of it all. The engine runs it, `plan` prints it, `--memory` is compared with it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/graph.hpp"
#include "schedule/barriers.hpp"

namespace terrawright::schedule {

// What one node does. Nodes run one after the other, in the order of the graph.
struct Step {
  std::vector<Barrier> barriers;
  std::uint64_t made = 0;             // bytes of the layers that it makes
  std::uint64_t read = 0;             // bytes of the layers that it reads, halos left out
  std::uint64_t during = 0;           // bytes that are alive while it runs, at most
  std::vector<std::size_t> releases;  // nodes that this one is the last to read; a file may still wait for them
};

struct Schedule {
  std::vector<Step> steps;    // one per node
  std::uint64_t peak = 0;     // bytes, at most
  std::size_t peak_node = 0;  // the node that runs then
  std::uint64_t stored = 0;   // bytes of all layers that are made
  std::uint64_t moved = 0;    // bytes of all layers that are made and read, by nodes and by files
};

// The lifetimes alone, as Step::releases of each node; asks no stage for anything.
std::vector<std::vector<std::size_t>> releases_of(const graph::Graph& graph);

// An upper bound of memory: what files take is held to be alive to the end, as a file may be slow. `tile` is a side in
// cells or whole_world.
Schedule schedule_of(const graph::Graph& graph, std::int64_t tile, int threads);

}  // namespace terrawright::schedule
