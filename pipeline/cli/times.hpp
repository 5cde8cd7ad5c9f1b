// SPDX-License-Identifier: Apache-2.0
// Nodes that a composite repeats, as one: what is said of one time holds for all.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "graph/graph.hpp"

namespace terrawright::cli {

class Times {
 public:
  explicit Times(const graph::Graph& graph);

  // "eroded/step/1..12/route" of any of them, or of a port "eroded/step/3/route.receivers".
  std::string all_of(const std::string& name) const;
  // Places of nodes in the graph, those of all times together, by where the first one stands.
  const std::vector<std::vector<std::size_t>>& groups() const { return groups_; }

 private:
  std::map<std::string, std::vector<std::string>> last_;  // numbers in the name of the last time
  std::vector<std::vector<std::size_t>> groups_;
};

// Each once, in the order in which they came first.
std::vector<std::string> each_once(const std::vector<std::string>& texts);

}  // namespace terrawright::cli
