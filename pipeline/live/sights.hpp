// SPDX-License-Identifier: Apache-2.0
// Lists the layers to look at: those of the outputs, and of any other node.
#pragma once
#include <string>
#include <vector>

#include "graph/graph.hpp"
#include "live/json.hpp"

namespace terrawright::live {

struct Sight {
  std::string name;   // of the layer in its output
  std::string title;  // "node" or "node.port", as a config names it
  graph::Link from;
};
// Each once, in the order of the outputs.
std::vector<Sight> sights_of(const graph::Graph& graph);

// Every layer that a node of the config can give, whether something needs it or not: {title, doc}.
Json ports_of(const graph::Graph& graph);

}  // namespace terrawright::live
