// SPDX-License-Identifier: Apache-2.0
// Points at which a tile needs something of all tiles: inputs that must be complete before a node's first cell is
// painted.
#pragma once
#include <cstdint>
#include <vector>

#include "graph/graph.hpp"

namespace terrawright::schedule {

struct Barrier {
  enum class Why { number, grid, table, whole, survey, statistics };
  std::uint32_t port = 0;  // the node's input
  graph::Link from;        // what feeds it
  Why why = Why::number;
};

// Barriers of the inputs of `node`, in the order of its ports.
std::vector<Barrier> barriers_of(const graph::Node& node);

// "its number", "its exact minimum and maximum", "the rounds survey all of it"
const char* reason(Barrier::Why why);

}  // namespace terrawright::schedule
