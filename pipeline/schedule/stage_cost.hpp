// SPDX-License-Identifier: Apache-2.0
// Relative cost of stages: a build uses it to estimate the remaining time, and to find layers that are cheaper to make
// than to read.
#pragma once
#include <cstdint>
#include <vector>

#include "graph/graph.hpp"
#include "report/time_left.hpp"
#include "terrawright/abi.h"

namespace terrawright::schedule {

// Nanoseconds per cell on one thread of some machine; of a stage of a plugin a guess from its shape.
double nanoseconds_per_cell(const terrawright_stage& stage);
// The share of painting in that, without rounds.
double painting_share(const terrawright_stage& stage);
// Cost of a layer in the cache, for each cell, with its share of a chunk's file.
struct KeepingCost {
  double writing = 0, reading = 0;  // nanoseconds
  double bytes = 0;                 // of the disk
};
KeepingCost cost_of_keeping(const terrawright_stage& stage, std::uint32_t kind);
// Bytes of arrays that a thread keeps from tile to tile, a cell of a tile, beside what the stage says that it needs.
std::uint64_t kept_bytes_per_cell(const terrawright_stage& stage);
// The nodes, with what each takes beside the others.
std::vector<report::WorkItem> steps_of(const graph::Graph& graph);

}  // namespace terrawright::schedule
