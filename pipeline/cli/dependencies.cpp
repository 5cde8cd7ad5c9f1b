// SPDX-License-Identifier: Apache-2.0
#include "cli/dependencies.hpp"

#include "border/kind.hpp"

namespace terrawright::cli {
std::vector<std::vector<Reader>> readers_of(const graph::Graph& graph) {
  std::vector<std::vector<Reader>> readers(graph.nodes.size());
  const auto add = [&](const graph::Link& from, const std::string& name, const std::string& input, bool is_file) {
    readers[from.node].push_back({graph.nodes[from.node].stage().ports[from.port]->name, name, input, is_file, false});
  };
  for (const graph::Node& node : graph.nodes) {
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i]) add(*node.inputs[i], node.name, node.stage().ports[i]->name, false);
    }
  }
  for (const graph::Output& output : graph.outputs) {
    for (const graph::OutputLayer& layer : output.layers) add(layer.from, output_name(output), layer.name, true);
  }
  for (const graph::Expectation& expectation : graph.expectations) {
    for (std::size_t i = 0; i < expectation.measured.size(); ++i) {
      const graph::Link& from = expectation.measured[i].from;
      readers[from.node].push_back({graph.nodes[from.node].stage().ports[from.port]->name, expectation.written->name,
                                    expectation.written->measures[i].text, false, true});
    }
  }
  return readers;
}

std::vector<std::vector<std::string>> files_needing(const graph::Graph& graph) {
  std::vector<std::vector<std::string>> files(graph.nodes.size());
  std::vector<std::size_t> reached_for(graph.nodes.size(), 0), open;  // up to which output, from 1
  for (std::size_t i = 1; i <= graph.outputs.size(); ++i) {
    const graph::Output& output = graph.outputs[i - 1];
    const auto reach = [&](std::size_t node) {
      if (reached_for[node] == i) return;
      reached_for[node] = i;
      files[node].push_back(output_name(output));
      open.push_back(node);
    };
    for (const graph::OutputLayer& layer : output.layers) reach(layer.from.node);
    while (!open.empty()) {
      const std::size_t node = open.back();
      open.pop_back();
      for (const auto& input : graph.nodes[node].inputs) {
        if (input) reach(input->node);
      }
    }
  }
  return files;
}

std::string output_name(const graph::Output& output) {
  return output.written->final_file.empty() ? "the terminal" : output.written->final_file;
}

std::string flow_text(const graph::Flow& flow) {
  const bool bare = flow.unit.empty() || flow.unit == "1";
  return std::string(border::kind_name(flow.kind)) + (bare ? "" : " in " + flow.unit);
}

}  // namespace terrawright::cli
