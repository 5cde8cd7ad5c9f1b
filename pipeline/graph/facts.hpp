// SPDX-License-Identifier: Apache-2.0
// Lists the facts that decide a node's bits beside its inputs and its code, one by one: for keys, and to report
// changes.
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
