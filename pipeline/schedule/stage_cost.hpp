// SPDX-License-Identifier: Apache-2.0
// How long a stage takes compared with others: from it a build estimates the time that is left, and knows which layers
// are cheaper to make than to read.
#pragma once
#include <cstdint>
#include <vector>

#include "graph/graph.hpp"
#include "report/time_left.hpp"
#include "terrawright/abi.h"

namespace terrawright::schedule {

// Nanoseconds per cell on one thread of some machine; of a stage of a plugin a guess from its shape.
double nanoseconds_per_cell(const terrawright_stage& stage);
// How much of that painting takes, without rounds.
double painting_share(const terrawright_stage& stage);
// Of a layer in the cache, for each cell, a chunk's file among it.
struct KeepingCost {
  double writing = 0, reading = 0;  // nanoseconds
  double bytes = 0;                 // of the disk
};
KeepingCost cost_of_keeping(const terrawright_stage& stage, std::uint32_t kind);
// Bytes of arrays that a thread keeps from tile to tile, a cell of a tile, beside what the stage says that it needs.
std::uint64_t kept_bytes_per_cell(const terrawright_stage& stage);
// The nodes, with what each takes beside the others.
std::vector<report::Step> steps_of(const graph::Graph& graph);

}  // namespace terrawright::schedule
