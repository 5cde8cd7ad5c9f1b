// SPDX-License-Identifier: Apache-2.0
// How much memory a build needs, before anything runs.
#pragma once
#include <cstdint>
#include <vector>

#include "graph/graph.hpp"

namespace terrawright::engine {

struct Budget {
  std::uint64_t peak = 0;             // bytes
  std::size_t peak_node = 0;          // the node that is running then
  std::vector<std::uint64_t> during;  // per node: bytes while it runs
};

// An upper bound: layers that are written to files are taken to live to the end, as a file may be slow.
Budget budget_of(const graph::Graph& graph, std::int64_t tile, int threads);

// For every node, the last node that reads one of its outputs; itself if none does.
std::vector<std::size_t> last_readers(const graph::Graph& graph);

// Bytes of the machine's memory that are free to take.
std::uint64_t available_memory();

}  // namespace terrawright::engine
