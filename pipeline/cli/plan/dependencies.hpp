// SPDX-License-Identifier: Apache-2.0
// Why a node of a graph runs: who reads it, and which files are not made without it.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "graph/graph.hpp"

namespace terrawright::cli {

// A consumer of an output of a node.
struct Consumer {
  std::string port;   // the output that is read
  std::string name;   // of the node, or of the file
  std::string input;  // of the node, or the layer of the file
  bool is_file = false;
  bool is_expectation = false;  // then `name` is its
};
// Consumers of every node.
std::vector<std::vector<Consumer>> consumers_of(const graph::Graph& graph);

// For every node the files that depend on it, directly or through others.
std::vector<std::vector<std::string>> files_needing(const graph::Graph& graph);

// The file of an output, "the terminal" where it is only printed.
std::string output_name(const graph::Output& output);

// "height in m": kind and unit of what flows.
std::string flow_text(const graph::Flow& flow);

// Nodes that a composite repeats, as one: what is said of one time holds for all.

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
