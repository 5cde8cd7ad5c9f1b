// SPDX-License-Identifier: Apache-2.0
#include "border/kind.hpp"
#include "cli/describe.hpp"
#include "cli/stage_sentences.hpp"
#include "cli/value_json.hpp"

namespace terrawright::cli {
namespace {

Json halo_json(const std::optional<Halo>& halo) {
  if (!halo) return nullptr;
  return {{"left", halo->left}, {"up", halo->up}, {"right", halo->right}, {"down", halo->down}};
}

Json kinds_json(std::uint64_t kinds) {
  Json names = Json::array();
  for (std::uint32_t kind = 1; kind < 32; ++kind) {
    if (kinds & (1u << kind)) names.push_back(border::kind_name(kind));
  }
  return names;
}

Json ports_json(const terrawright_stage& stage, const InputWindows& windows, std::uint32_t direction) {
  Json ports = Json::array();
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction != direction) continue;
    Json json = {{"name", port.name}, {"kinds", kinds_json(port.kinds)}};
    if (port.unit != nullptr) json["unit"] = port.unit;
    if (port.like_port != nullptr) json["like"] = port.like_port;
    if (direction == TERRAWRIGHT_PORT_INPUT) {
      json["optional"] = (port.flags & TERRAWRIGHT_PORT_OPTIONAL) != 0;
      json["statistics"] = port.statistics != 0;
      const bool tiled = windows.known && !(stage.flags & TERRAWRIGHT_STAGE_WHOLE);
      if (tiled && windows.ports[i].survey) json["halo"]["survey"] = halo_json(windows.ports[i].survey);
      if (tiled && windows.ports[i].paint) json["halo"]["paint"] = halo_json(windows.ports[i].paint);
    } else {
      json["main"] = !(port.flags & TERRAWRIGHT_PORT_BY_NAME);
    }
    const bool points = (port.flags & TERRAWRIGHT_PORT_POINTS) != 0, lines = (port.flags & TERRAWRIGHT_PORT_LINES) != 0;
    if (points || lines) json["places"] = points && lines ? "points or lines" : points ? "points" : "lines";
    json["doc"] = port.doc;
    ports.push_back(json);
  }
  return ports;
}

}  // namespace

Json stage_json(const graph::Offer& offer, const InputWindows& windows) {
  const terrawright_stage& stage = *offer.stage;
  Json json = {{"stage", graph::Catalogue::name(stage)},
               {"id", stage.id},
               {"version", stage.version},
               {"revision", has_revision(offer) ? Json(stage.revision) : Json(nullptr)},
               {"doc", stage.doc},
               {"source", stage.source}};
  for (const Part& part : parts_of(offer)) {
    json["parts"].push_back({{"node", part.node}, {"stage", part.stage}});
    if (!part.times.empty()) json["parts"].back()["repeat"] = part.times;
  }
  json["plugin"] = {{"id", offer.plugin}, {"version", offer.version}};
  if (!offer.file.empty()) json["plugin"]["file"] = offer.file;
  json["shape"] = {{"name", shape_name(stage)},
                   {"whole", (stage.flags & TERRAWRIGHT_STAGE_WHOLE) != 0},
                   {"surveys", (stage.flags & TERRAWRIGHT_STAGE_SURVEYS) != 0},
                   {"resolves", (stage.flags & TERRAWRIGHT_STAGE_RESOLVES) != 0},
                   {"merges", (stage.flags & TERRAWRIGHT_STAGE_MERGES) != 0},
                   {"text", shape_text(stage)}};
  json["world"] = size_text(stage, windows);
  if (windows.known) {
    json["answer_bytes"] = {{"1025x1025", windows.memory}, {"8193x8193", windows.memory_of_large}};
  }
  json["reads"] = {{"seed", (stage.reads & TERRAWRIGHT_READS_RANDOM) != 0},
                   {"cell", (stage.reads & TERRAWRIGHT_READS_CELL) != 0},
                   {"latitude", (stage.reads & TERRAWRIGHT_READS_LATITUDE) != 0},
                   {"longitude", (stage.reads & TERRAWRIGHT_READS_LONGITUDE) != 0}};
  json["inputs"] = ports_json(stage, windows, TERRAWRIGHT_PORT_INPUT);
  json["outputs"] = ports_json(stage, windows, TERRAWRIGHT_PORT_OUTPUT);
  json["parameters"] = Json::array();
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    json["parameters"].push_back(parameter_json(*stage.parameters[i]));
  }
  const std::string example = example_of(offer);
  json["example"] = example.empty() ? Json(nullptr) : Json(example);
  return json;
}

Json writer_json(const graph::WriterOffer& offer) {
  const terrawright_stage& described = offer.description->stage();
  const terrawright_writer& writer = offer.writer();
  Json json = {{"writer", graph::Catalogue::name(writer)},
               {"id", writer.id},
               {"version", writer.version},
               {"revision", writer.revision},
               {"doc", writer.doc},
               {"source", writer.source},
               {"plugin", {{"id", offer.plugin}, {"version", offer.version}}},
               {"endings", Json::array()},
               {"inputs", Json::array()},
               {"parameters", Json::array()}};
  if (!offer.file.empty()) json["plugin"]["file"] = offer.file;
  for (std::uint64_t i = 0; i < writer.n_endings; ++i) json["endings"].push_back(writer.endings[i]);
  for (std::uint64_t i = 0; i < writer.n_ports; ++i) {
    const terrawright_port& port = *writer.ports[i];
    json["inputs"].push_back({{"name", port.name},
                              {"kinds", kinds_json(port.kinds)},
                              {"optional", (port.flags & TERRAWRIGHT_PORT_OPTIONAL) != 0},
                              {"many", (port.flags & TERRAWRIGHT_PORT_MANY) != 0},
                              {"doc", port.doc}});
    if (port.unit != nullptr) json["inputs"].back()["unit"] = port.unit;
  }
  for (std::uint64_t i = 0; i < described.n_parameters; ++i)
    json["parameters"].push_back(parameter_json(*described.parameters[i]));
  json["example"] = writer.example == nullptr ? Json(nullptr) : Json(writer.example);
  return json;
}

}  // namespace terrawright::cli
