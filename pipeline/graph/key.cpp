// SPDX-License-Identifier: Apache-2.0
#include "config/quantity.hpp"
#include "graph/linking.hpp"
#include "graph/sha256.hpp"

namespace terrawright::graph {
namespace {

// All that a node's bits are made of but its inputs and its code; a fact of the world only where the stage reads it.
std::string own_part(const Node& node, const config::World& world) {
  const terrawright_stage& stage = node.stage();
  std::string text = "terrawright recipe 1\n";
  const auto line = [&](const std::string& name, const std::string& value) { text += name + "=" + value + "\n"; };
  line("stage", Catalogue::name(stage));
  line("revision", std::to_string(stage.revision));
  line("size", std::to_string(world.width) + "x" + std::to_string(world.height));
  if (world.wrap != 0) line("wrap", std::to_string(world.wrap));
  if (stage.reads & TERRAWRIGHT_READS_CELL) line("cell", config::canonical(world.cell));
  if (stage.reads & TERRAWRIGHT_READS_LATITUDE) line("latitude", config::canonical(world.latitude));
  if (stage.reads & TERRAWRIGHT_READS_RANDOM) {
    line("seed", std::to_string(world.seed));
    line("random", node.written->random_name);
  }
  text += node.parameters.canonical();
  for (const auto& file : node.files) line("file", file->digest());
  return text;
}

}  // namespace

void add_identities(Node& node, const std::vector<Node>& before, const config::World& world) {
  const terrawright_stage& stage = node.stage();
  std::string recipe = own_part(node, world);
  std::string key = "terrawright key 2\nbuild=" + node.offer->build + "\n" + recipe;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const std::string name = std::string("in.") + stage.ports[i]->name + "=";
    if (node.numbers[i]) {
      const std::string number = name + config::canonical(*node.numbers[i]) + " " + node.flows[i].unit + "\n";
      recipe += number;
      key += number;
    }
    if (!node.inputs[i]) continue;
    const Node& from = before[node.inputs[i]->node];
    recipe += name + from.recipes[node.inputs[i]->port] + "\n";
    key += name + from.keys[node.inputs[i]->port] + "\n";
  }
  node.recipes.resize(stage.n_ports);
  node.keys.resize(stage.n_ports);
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i]->direction != TERRAWRIGHT_PORT_OUTPUT) continue;
    const std::string port = std::string("port=") + stage.ports[i]->name + "\n";
    node.recipes[i] = sha256(recipe + port);
    node.keys[i] = sha256(key + port);
  }
}

}  // namespace terrawright::graph
