// SPDX-License-Identifier: Apache-2.0
#include "config/quantity.hpp"
#include "graph/graph.hpp"
#include "graph/linking.hpp"
#include "graph/sha256.hpp"

namespace terrawright::graph {
namespace {

// All that a node's bits are made of but its inputs and its code.
std::string own_part(const Node& node, const config::World& world) {
  std::string text = "terrawright recipe 1\n";
  for (const Fact& fact : facts_of(node, world)) text += fact.name + "=" + fact.text + "\n";
  return text;
}

// Names and colours of classes reach pictures and tables, and may come from the stage's code alone.
std::string legend_part(const Flow& flow) {
  std::string text;
  for (const LegendEntry& entry : flow.legend) {
    text += "class=" + std::to_string(entry.code);
    const Colour& of = entry.colour;
    for (const int channel : {of.red, of.green, of.blue, of.alpha}) text += " " + std::to_string(channel);
    text += " " + std::to_string(entry.name.size()) + " " + entry.name + " " + entry.glyph + "\n";
  }
  return text;
}

}  // namespace

// A fact of the world only where the stage reads it.
std::vector<Fact> facts_of(const Node& node, const config::World& world) {
  const terrawright_stage& stage = node.stage();
  std::vector<Fact> facts = {{Fact::Of::stage, "stage", Catalogue::name(stage)},
                             {Fact::Of::stage, "revision", std::to_string(stage.revision)}};
  if (!node.written->revisions.empty()) facts.push_back({Fact::Of::stage, "composites", node.written->revisions});
  const auto add = [&](const char* name, const std::string& text) { facts.push_back({Fact::Of::world, name, text}); };
  add("size", std::to_string(world.width) + "x" + std::to_string(world.height));
  if (world.wrap != 0) add("wrap", std::to_string(world.wrap));
  if (stage.reads & TERRAWRIGHT_READS_CELL) add("cell", config::canonical(world.cell));
  if (stage.reads & TERRAWRIGHT_READS_LATITUDE) add("latitude", config::canonical(world.latitude));
  if (stage.reads & TERRAWRIGHT_READS_LONGITUDE) add("longitude", config::canonical(world.longitude));
  if (stage.reads & TERRAWRIGHT_READS_RANDOM) {
    add("seed", std::to_string(world.seed));
    add("random", node.written->random_name);
  }
  for (const auto& parameter : node.parameters.all())
    facts.push_back({Fact::Of::parameter, parameter.name, parameter.text});
  for (const auto& file : node.files) facts.push_back({Fact::Of::file, "file", file->digest()});
  if (!node.depends.empty()) facts.push_back({Fact::Of::plugin, "plugin data", node.depends});
  return facts;
}

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
    const std::string port = legend_part(node.flows[i]) + "port=" + stage.ports[i]->name + "\n";
    node.recipes[i] = sha256(recipe + port);
    node.keys[i] = sha256(key + port);
  }
}

}  // namespace terrawright::graph
