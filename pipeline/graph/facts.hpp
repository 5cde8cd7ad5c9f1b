// SPDX-License-Identifier: Apache-2.0
// What a node's bits are made of but its inputs and its code, one by one: for keys, and to tell what changed.
#pragma once
#include <string>
#include <vector>

#include "graph/graph.hpp"

namespace terrawright::graph {

struct Fact {
  enum class Of { stage, world, parameter, file, plugin };
  Of of;
  std::string name, text;  // "percentile", "60 %"
};
std::vector<Fact> facts_of(const Node& node, const config::World& world);

}  // namespace terrawright::graph
