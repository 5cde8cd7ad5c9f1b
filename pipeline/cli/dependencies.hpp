// SPDX-License-Identifier: Apache-2.0
// Why a node of a graph runs, and what it has to wait for.
#pragma once
#include <string>
#include <vector>

#include "graph/graph.hpp"

namespace terrawright::cli {

// Who reads an output of a node.
struct Reader {
  std::string port;   // the output that is read
  std::string name;   // of the node, or of the file
  std::string input;  // of the node, or the layer of the file
  bool is_file = false;
};
// Of every node.
std::vector<std::vector<Reader>> readers_of(const graph::Graph& graph);

// An input of which all must be there before the node's first cell can be painted.
struct Barrier {
  std::string input, from;  // the port, and "node" or "node.port" that feeds it
  std::string why;          // "its number", "its exact minimum and maximum", "the rounds survey all of it"
};
std::vector<Barrier> barriers_of(const graph::Graph& graph, std::size_t node);

// Of every node the files that are not made without it, directly or through others.
std::vector<std::vector<std::string>> files_needing(const graph::Graph& graph);

// The file of an output, "the terminal" where it is only printed.
std::string output_name(const graph::Output& output);

// "height in m": kind and unit of what flows.
std::string flow_text(const graph::Flow& flow);

}  // namespace terrawright::cli
