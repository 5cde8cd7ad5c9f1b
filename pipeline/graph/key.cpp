// SPDX-License-Identifier: Apache-2.0
#include "config/quantity.hpp"
#include "graph/linking.hpp"
#include "graph/sha256.hpp"

namespace terrawright::graph {

std::vector<std::string> keys(const Node& node, const std::vector<Node>& before, const config::World& world) {
  const terrawright_stage& stage = node.stage();

  // Everything but the port; a fact of the world only where the stage reads it.
  std::string text = "terrawright key 1\n";
  const auto line = [&](const std::string& name, const std::string& value) { text += name + "=" + value + "\n"; };
  line("stage", Catalogue::name(stage));
  line("revision", std::to_string(stage.revision));
  line("build", node.offer->build);
  line("size", std::to_string(world.width) + "x" + std::to_string(world.height));
  if (stage.reads & TERRAWRIGHT_READS_CELL) line("cell", config::canonical(world.cell));
  if (stage.reads & TERRAWRIGHT_READS_LATITUDE) line("latitude", config::canonical(world.latitude));
  if (stage.reads & TERRAWRIGHT_READS_RANDOM) {
    line("seed", std::to_string(world.seed));
    line("random", node.written->random_name);
  }
  text += node.parameters.canonical();
  for (const auto& raster : node.rasters) line("file", raster->digest());
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (node.numbers[i])
      line(std::string("in.") + stage.ports[i].name, config::canonical(*node.numbers[i]) + " " + node.flows[i].unit);
    if (!node.inputs[i]) continue;
    line(std::string("in.") + stage.ports[i].name, before[node.inputs[i]->node].keys[node.inputs[i]->port]);
  }

  std::vector<std::string> keys(stage.n_ports);
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i].direction == TERRAWRIGHT_OUTPUT) keys[i] = sha256(text + "port=" + stage.ports[i].name + "\n");
  }
  return keys;
}

}  // namespace terrawright::graph
