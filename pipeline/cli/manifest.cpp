// SPDX-License-Identifier: Apache-2.0
#include "cli/manifest.hpp"

#include <nlohmann/json.hpp>

#include "config/quantity.hpp"
#include "engine/class_shares.hpp"
#include "graph/kind.hpp"
#include "graph/sha256.hpp"

namespace terrawright::cli {
namespace {

using Json = nlohmann::ordered_json;

// The world after defaults, knobs, includes and overrides.
Json resolved(const graph::Graph& graph) {
  const config::World& world = *graph.world;
  Json json;
  json["terrawright"] = 1;
  json["name"] = world.name;
  json["world"] = {{"size", {world.width, world.height}},
                   {"cell_metres", world.cell},
                   {"seed", world.seed},
                   {"latitude_degrees", world.latitude}};
  Json& stages = json["stages"] = Json::object();
  for (const graph::Node& node : graph.nodes) {
    Json& stage = stages[node.name];
    stage["use"] = graph::Catalogue::name(node.stage());
    if (node.written->random_name != node.name) stage["random"] = node.written->random_name;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i]) stage["in"][node.stage().ports[i].name] = graph.name(*node.inputs[i]);
    }
    for (const auto& parameter : node.parameters.all()) stage["with"][parameter.name] = parameter.text;
  }
  Json& outputs = json["outputs"] = Json::array();
  for (const graph::Output& output : graph.outputs) {
    Json entry = Json::object();
    if (!output.written->final_file.empty()) entry["file"] = output.written->final_file;
    if (output.written->print) entry["print"] = true;
    entry["layers"] = Json::object();
    for (const graph::OutputLayer& layer : output.layers) {
      (layer.written->is_legend ? entry : entry["layers"])[layer.name] = graph.name(layer.from);
    }
    if (output.written->range) entry["range"] = {output.written->range->first.text, output.written->range->second.text};
    outputs.push_back(entry);
  }
  return json;
}

Json nodes(const graph::Graph& graph) {
  Json json = Json::object();
  for (const graph::Node& node : graph.nodes) {
    Json& entry = json[node.name];
    entry = {{"stage", graph::Catalogue::name(node.stage())},
             {"revision", node.stage().revision},
             {"plugin", node.offer->plugin},
             {"plugin_version", node.offer->version}};
    if (!node.offer->file.empty()) entry["plugin_sha256"] = node.offer->build;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      if (node.flows[i].kind != 0 && !node.keys[i].empty()) entry["keys"][node.stage().ports[i].name] = node.keys[i];
    }
  }
  return json;
}

Json layer(const graph::Flow& flow, const config::World& world, const engine::PortRecord& record) {
  Json json = {{"kind", graph::kind_name(flow.kind)}, {"unit", flow.unit}, {"shape", {world.height, world.width}}};
  if (flow.kind != TERRAWRIGHT_COLOUR) {
    json["minimum"] = record.statistics.minimum;
    json["maximum"] = record.statistics.maximum;
    json["nans"] = record.statistics.nans;
  }
  if (!flow.legend.empty()) {
    Json& legend = json["legend"] = Json::array();
    for (const engine::ClassShare& of : engine::class_shares(flow.legend, record.classes)) {
      Json entry = {{"code", of.code}};
      if (of.entry) {
        const Colour& colour = of.entry->colour;
        entry["name"] = of.entry->name;
        entry["colour"] = {colour.red, colour.green, colour.blue};
      }
      entry["cells"] = of.cells;
      entry["share"] = of.share;
      legend.push_back(std::move(entry));
    }
  }
  json["xxh3_128"] = engine::hex(record.digest);
  return json;
}

}  // namespace

std::string config_hash(const graph::Graph& graph) { return graph::sha256(resolved(graph).dump()); }

std::string manifest(const graph::Graph& graph, const engine::Outcome& outcome,
                     const std::map<std::string, std::string>& sha256) {
  Json json;
  json["generator"] = "terrawright " TERRAWRIGHT_VERSION;
  json["config_hash"] = config_hash(graph);
  json["config"] = resolved(graph);
  json["nodes"] = nodes(graph);
  Json& layers = json["layers"] = Json::object();
  Json& numbers = json["numbers"] = Json::object();
  Json texts = Json::object(), tables = Json::object();
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    for (std::uint32_t i = 0; i < node.flows.size(); ++i) {
      const graph::Flow& flow = node.flows[i];
      if (node.stage().ports[i].direction != TERRAWRIGHT_OUTPUT) continue;
      const std::string name = graph.name({n, i});
      if (flow.kind == TERRAWRIGHT_NUMBER) {
        numbers[name] = {{"value", outcome.records[n][i].number}, {"unit", flow.unit}};
      } else if (flow.kind == TERRAWRIGHT_PLAIN_TEXT) {
        texts[name] = {{"xxh3_128", engine::hex(outcome.records[n][i].digest)}};
      } else if (flow.kind == TERRAWRIGHT_RECORDS) {
        const engine::PortRecord& record = outcome.records[n][i];
        tables[name] = {{"rows", record.rows}, {"xxh3_128", engine::hex(record.digest)}};
      } else if (graph::is_layer(flow.kind)) {
        layers[name] = layer(flow, *graph.world, outcome.records[n][i]);
        if (const auto found = sha256.find(name); found != sha256.end()) layers[name]["sha256"] = found->second;
      }
    }
  }
  if (!texts.empty()) json["texts"] = std::move(texts);
  if (!tables.empty()) json["tables"] = std::move(tables);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace terrawright::cli
