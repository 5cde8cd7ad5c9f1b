// SPDX-License-Identifier: Apache-2.0
// In which order a graph is made, known before any cell exists: what has to be there as a whole before a node begins,
// and the passes over the tiles that come of it. Within a pass cells are painted when they are needed.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/graph.hpp"

namespace terrawright::schedule {

// Points at which a tile needs something of all tiles: inputs that must be complete before a node's first cell is
// painted.

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

// Dependencies of one node. Nodes begin one after the other, in the order of the graph.
struct Step {
  std::vector<Barrier> barriers;
  std::vector<std::size_t> complete_before;  // nodes that must be painted to their last cell
  bool paint_at_once = false;                // as one tile, which gives work away by itself
  std::size_t pass = 0;                      // the next pass when it begins; as many as there are: none
};

// Everything that runs between two barriers.
struct Pass {
  enum class Why { survey, statistics, whole, table, rest };
  Why why = Why::rest;
  std::size_t node = 0;             // that the pass is for; of the rest: none
  std::vector<std::size_t> paints;  // nodes whose cells are first needed in it, in the order of the graph
  std::vector<graph::Link> reads;   // layers that it reads, those of before and its own
};

struct Order {
  std::vector<Step> steps;  // one per node
  std::vector<Pass> passes;
  // By node and port, of layers: the last pass that reads it; the one that paints it if none does, or only files do.
  std::vector<std::vector<std::size_t>> last_pass;
  // By node and port: whether a pass after the one that paints it reads the layer, or a file does. Others live inside
  // one pass and are never whole.
  std::vector<std::vector<bool>> stored, in_file;
};

// `tile` is a side in cells or whole_world. Asks stages for windows alone.
Order order_of(const graph::Graph& graph, std::int64_t tile);

// "the survey of", "the exact minimum and maximum for", ...
const char* reason(Pass::Why why);

}  // namespace terrawright::schedule
