// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <set>

#include "cli/describing.hpp"
#include "cli/json_text.hpp"
#include "cli/reasons.hpp"
#include "cli/session.hpp"
#include "cli/verbs.hpp"
#include "engine/budget.hpp"
#include "graph/kind.hpp"
#include "report/progress.hpp"

namespace terrawright::cli {
namespace {

std::string bytes_text(std::uint64_t bytes) { return report::bytes_text(static_cast<double>(bytes)); }

// "land.level (sea), island-42.exr": who reads the node.
std::string needed_by(const std::vector<Reader>& readers) {
  std::vector<std::string> names;
  std::set<std::string> told;
  for (const Reader& reader : readers) {
    const std::string name = reader.is_file ? reader.name : reader.name + "." + reader.input;
    if (told.insert(name).second) names.push_back(name);
  }
  return report::join(names);
}

std::string waits_for(const graph::Graph& graph, std::size_t node) {
  std::string text;
  for (const Barrier& barrier : barriers_of(graph, node)) {
    text += (text.empty() ? "" : "; ") + barrier.from + " (" + barrier.why + ")";
  }
  return text;
}

void print(const Session& session, const engine::Budget& budget) {
  const graph::Graph& graph = session.graph;
  std::printf("%s: %lld x %lld cells of %g m, seed %s\n\n", graph.world->name.c_str(),
              static_cast<long long>(graph.world->width), static_cast<long long>(graph.world->height),
              graph.world->cell, graph.world->seed_text.c_str());
  std::size_t widest = 4;
  for (const graph::Node& node : graph.nodes) widest = std::max(widest, node.name.size());
  const int width = static_cast<int>(widest);
  const auto readers = readers_of(graph);
  std::printf("  #  %-*s  %-10s  %10s  stage\n", width, "node", "shape", "memory");
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    std::printf("%3zu  %-*s  %-10s  %10s  %s\n", n + 1, width, node.name.c_str(), shape_name(node.stage()),
                bytes_text(budget.during[n]).c_str(), graph::Catalogue::name(node.stage()).c_str());
    std::printf("     %*s  for %s\n", width, "", needed_by(readers[n]).c_str());
    const std::string waits = waits_for(graph, n);
    if (!waits.empty()) std::printf("     %*s  waits for all of %s\n", width, "", waits.c_str());
  }
  if (!graph.unneeded.empty())
    std::printf("\nnot run, as no output needs it: %s\n", report::join(graph.unneeded).c_str());
  std::printf("\nmemory at most %s, while %s runs\n", bytes_text(budget.peak).c_str(),
              graph.nodes[budget.peak_node].name.c_str());
  std::printf("\nfiles\n");
  for (std::size_t i = 0; i < session.files.size(); ++i) {
    for (const auto& file : images::files_of(session.files[i])) std::printf("  %s\n", file.c_str());
    for (const graph::OutputLayer& layer : graph.outputs[i].layers) {
      std::printf("      %s: %s, from %s\n", layer.name.c_str(), flow_text(graph.flow(layer.from)).c_str(),
                  graph.name(layer.from).c_str());
    }
  }
}

Json flow_json(const graph::Flow& flow) { return {{"kind", graph::kind_name(flow.kind)}, {"unit", flow.unit}}; }

Json node_json(const graph::Graph& graph, std::size_t n, const engine::Budget& budget,
               const std::vector<Reader>& readers, const std::vector<std::string>& files) {
  const graph::Node& node = graph.nodes[n];
  Json json = {{"name", node.name},
               {"stage", graph::Catalogue::name(node.stage())},
               {"shape", shape_name(node.stage())},
               {"memory", budget.during[n]}};
  json["inputs"] = Json::object();
  json["outputs"] = Json::object();
  for (std::size_t i = 0; i < node.flows.size(); ++i) {
    if (node.flows[i].kind == 0) continue;
    const bool input = node.inputs[i].has_value();
    Json flow = flow_json(node.flows[i]);
    if (input) flow["from"] = graph.name(*node.inputs[i]);
    json[input ? "inputs" : "outputs"][node.stage().ports[i].name] = flow;
  }
  json["needed_by"] = Json::array();
  for (const Reader& reader : readers) {
    Json entry = {{"output", reader.port}, {reader.is_file ? "file" : "node", reader.name}};
    entry[reader.is_file ? "layer" : "input"] = reader.input;
    json["needed_by"].push_back(entry);
  }
  json["files"] = files;
  json["waits_for"] = Json::array();
  for (const Barrier& barrier : barriers_of(graph, n)) {
    json["waits_for"].push_back({{"input", barrier.input}, {"from", barrier.from}, {"why", barrier.why}});
  }
  return json;
}

Json plan_json(const Session& session, const engine::Budget& budget) {
  const graph::Graph& graph = session.graph;
  Json json = {{"name", graph.world->name}};
  json["world"] = {{"width", graph.world->width},
                   {"height", graph.world->height},
                   {"cell_metres", graph.world->cell},
                   {"seed", graph.world->seed_text}};
  json["nodes"] = Json::array();
  const auto readers = readers_of(graph);
  const auto files = files_needing(graph);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    json["nodes"].push_back(node_json(graph, n, budget, readers[n], files[n]));
  json["unneeded"] = graph.unneeded;
  json["memory"] = {{"peak", budget.peak}, {"node", graph.nodes[budget.peak_node].name}};
  json["outputs"] = Json::array();
  for (std::size_t i = 0; i < session.files.size(); ++i) {
    Json output;
    for (const auto& file : images::files_of(session.files[i])) output["files"].push_back(file.string());
    for (const graph::OutputLayer& layer : graph.outputs[i].layers) {
      output["layers"][layer.name] = flow_json(graph.flow(layer.from));
      output["layers"][layer.name]["from"] = graph.name(layer.from);
    }
    json["outputs"].push_back(output);
  }
  return json;
}

}  // namespace

Exit plan(const Arguments& arguments) {
  const graph::Catalogue catalogue = load_catalogue(arguments);
  const Session session = load_session(arguments, catalogue);
  const auto budget = engine::budget_of(session.graph, session.tile, session.threads);
  if (arguments.json) {
    std::fputs(json_text(plan_json(session, budget)).c_str(), stdout);
  } else {
    print(session, budget);
  }
  return done;
}

}  // namespace terrawright::cli
