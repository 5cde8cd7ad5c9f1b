// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "graph/linking.hpp"

namespace terrawright::graph {
namespace {

// Ports of nodes with a reader. Numbers cost nothing, and the manifest lists them.
std::vector<std::vector<bool>> wanted_ports(const Linked& linked, const std::vector<std::size_t>& order) {
  std::vector<std::vector<bool>> wanted;
  for (const Node& node : linked.nodes) wanted.emplace_back(node.inputs.size(), false);
  for (const std::size_t place : order) {
    const Node& node = linked.nodes[place];
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.stage().ports[i]->kinds == 1u << TERRAWRIGHT_KIND_NUMBER) wanted[place][i] = true;
    }
    for (const auto& input : node.inputs) {
      if (input) wanted[input->node][input->port] = true;
    }
  }
  for (const Output& output : linked.outputs) {
    for (const OutputLayer& layer : output.layers) wanted[layer.from.node][layer.from.port] = true;
  }
  for (const Expectation& expectation : linked.expectations) {
    for (const auto& link : expectation.links) {
      if (link) wanted[link->node][link->port] = true;
    }
  }
  return wanted;
}

// Whether something was refused that may have needed any of the nodes.
bool lacks_links(const config::World& world, const Linked& linked) {
  for (const Node& node : linked.nodes) {
    if (node.offer == nullptr || !node.links_good || !node.written->complete) return true;
  }
  for (const Output& output : linked.outputs) {
    if (!output.written->complete || output.layers.size() != output.written->layers.size()) return true;
  }
  for (const Expectation& expectation : linked.expectations) {
    for (const auto& link : expectation.links) {
      if (!link) return true;
    }
    if (expectation.links.empty()) return true;
  }
  return world.outputs.empty();
}

// Whether all is known that decides its bits.
bool keyed(const Node& node, const std::vector<Node>& before) {
  for (const auto& input : node.inputs) {
    if (input && before[input->node].keys.empty()) return false;
  }
  return node.is_arranged();
}

std::shared_ptr<const Catalogue> with_composites(const config::World& world, const Catalogue& catalogue,
                                                 report::Diagnostics& diagnostics) {
  if (world.composites.empty()) return {std::shared_ptr<const Catalogue>(), &catalogue};  // which outlives the graph
  auto all = std::make_shared<Catalogue>(catalogue);
  add_composites(world.composites, {}, *all, diagnostics);
  return all;
}

// The world with composites in the place of the nodes that use them.
std::shared_ptr<const config::World> with_parts(config::World world, const Catalogue& catalogue,
                                                report::Diagnostics& diagnostics) {
  std::vector<config::Reference*> outputs;
  for (config::Output& output : world.outputs) {
    for (config::Layer& layer : output.layers) outputs.push_back(&layer.from);
  }
  for (config::Expectation& expectation : world.expectations) {
    for (config::Measure& measure : expectation.measures) outputs.push_back(&measure.from);
  }
  expand(world.nodes, outputs, world.cell, catalogue, diagnostics);
  return std::make_shared<const config::World>(std::move(world));
}

// False if the world has too many nodes; reports the composite that has most of them.
bool is_small_enough(const config::World& world, const Catalogue& catalogue, report::Diagnostics& diagnostics) {
  if (count_nodes(world.nodes, catalogue) <= most_nodes) return true;
  const config::Node* largest = &world.nodes.front();
  std::uint64_t most = 1;
  for (const config::Node& node : world.nodes) {
    const Offer* offer = node.readable ? catalogue.find(node.id) : nullptr;
    if (offer == nullptr || offer->composed == nullptr || offer->composed->nodes <= most) continue;
    most = offer->composed->nodes;
    largest = &node;
  }
  // A composite that has too many by itself was reported at its place.
  if (most > most_nodes) return false;
  return diagnostics.error(
      largest->position,
      "the world has more than " + std::to_string(most_nodes) + " nodes, those of the composites in it counted",
      most == 1 ? "make it of fewer"
                : "most are in " + report::quote(largest->name) + ": " + largest->id + "@" +
                      std::to_string(largest->version) + " has " + std::to_string(most));
}

// A user who sets all outputs from outside, or takes none of the config's, wants to see a node, and knows that others
// do not run.
bool is_a_look(const config::World& world) {
  return std::all_of(world.outputs.begin(), world.outputs.end(), [](const config::Output& output) {
    return !output.position || output.position.source->name == "--set";
  });
}

// Warns of nodes that do not run, but for those of a world that is extended; of a composite, where none of its parts
// does.
void warn_of_unneeded(const Graph& graph, const std::vector<const config::Node*>& unneeded,
                      report::Diagnostics& diagnostics) {
  const bool is_extended = graph.world->document.find("extends") != nullptr;
  std::set<std::string> told;
  for (const Node& node : graph.nodes) told.insert(name_in_config(node.name));
  for (const config::Node* node : unneeded) {
    const bool is_others = is_extended && node->position.source != graph.world->document.position.source;
    if (is_others || !told.insert(name_in_config(node->name)).second) continue;
    diagnostics.warning(node->position,
                        "no output needs " + report::quote(name_in_config(node->name)) + ", so it does not run",
                        "write one of its layers to an output, or delete it");
  }
}

}  // namespace

std::string Graph::name(const Link& link) const {
  const Node& node = nodes[link.node];
  const terrawright_stage& stage = node.stage();
  const auto is_main = [](const terrawright_port* port) {
    return port->direction == TERRAWRIGHT_PORT_OUTPUT && !(port->flags & TERRAWRIGHT_PORT_BY_NAME);
  };
  const terrawright_port* const port = stage.ports[link.port];
  const bool alone = is_main(port) && std::count_if(stage.ports, stage.ports + stage.n_ports, is_main) == 1;
  return alone ? node.name : node.name + "." + port->name;
}

Graph assemble_what_is_good(config::World written, const Catalogue& catalogue, report::Diagnostics& diagnostics,
                            const InputFileOpener* opener) {
  Graph graph;
  graph.catalogue = with_composites(written, catalogue, diagnostics);
  if (!is_small_enough(written, *graph.catalogue, diagnostics)) {
    graph.world = std::make_shared<const config::World>(std::move(written));
    return graph;
  }
  graph.world = with_parts(std::move(written), *graph.catalogue, diagnostics);
  const config::World& world = *graph.world;
  Linked linked =
      link(world.nodes, world.outputs, world.cell, *graph.catalogue, diagnostics, world.expectations, world.document);
  const auto order = running_order(linked, lacks_links(world, linked), diagnostics);

  const auto wanted = wanted_ports(linked, order);
  const std::size_t nowhere = linked.nodes.size();
  std::vector<std::size_t> place_in_graph(linked.nodes.size(), nowhere);
  for (const std::size_t place : order) {
    if (linked.nodes[place].offer == nullptr) continue;  // said already
    Node node = std::move(linked.nodes[place]);
    for (auto& input : node.inputs) {
      if (!input) continue;
      input->node = place_in_graph[input->node];
      if (input->node != nowhere) continue;
      input.reset();  // of a circle
      node.links_good = false;
    }
    arrange(node, graph.nodes, wanted[place], world, opener, diagnostics);
    if (keyed(node, graph.nodes)) add_identities(node, graph.nodes, world);
    place_in_graph[place] = graph.nodes.size();
    graph.nodes.push_back(std::move(node));
  }
  std::vector<const config::Node*> unneeded;
  for (std::size_t place = 0; place < place_in_graph.size(); ++place) {
    if (place_in_graph[place] != nowhere) continue;
    graph.unneeded.push_back(linked.nodes[place].name);
    unneeded.push_back(linked.nodes[place].written);
  }
  // The node that needs them may only be broken.
  if (!diagnostics.has_errors() && !is_a_look(world)) warn_of_unneeded(graph, unneeded, diagnostics);
  for (Output& output : linked.outputs) {
    for (OutputLayer& layer : output.layers) layer.from.node = place_in_graph[layer.from.node];
    graph.outputs.push_back(std::move(output));
  }
  for (Expectation& expectation : linked.expectations) {
    for (auto& link : expectation.links) {
      if (!link) continue;
      link->node = place_in_graph[link->node];
      if (link->node == nowhere) link.reset();
    }
    graph.expectations.push_back(std::move(expectation));
  }
  check_expectations(graph, diagnostics);
  return graph;
}

std::optional<Graph> assemble(config::World written, const Catalogue& catalogue, report::Diagnostics& diagnostics,
                              const InputFileOpener* opener) {
  Graph graph = assemble_what_is_good(std::move(written), catalogue, diagnostics, opener);
  if (diagnostics.has_errors()) return std::nullopt;
  return graph;
}

}  // namespace terrawright::graph
