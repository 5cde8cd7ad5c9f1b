// SPDX-License-Identifier: Apache-2.0
// The config of a world after defaults, knobs, includes and overrides.
#include "border/description.hpp"
#include "build/manifest/manifest.hpp"
#include "build/outputs/outputs.hpp"
#include "config/quantity.hpp"
#include "graph/sha256.hpp"
#include "report/json.hpp"

namespace terrawright::build {
namespace {

using report::Json;

// Keys beside `file`, or with a port, if they differ from their default. Lists in metres are numbers.
void add_key(Json& entry, const terrawright_parameter& declared, const terrawright_value& value,
             const std::string& text, const std::string& unit) {
  const std::string name = declared.name;
  switch (declared.kind) {
    case TERRAWRIGHT_PARAMETER_BOOLEAN:
      if (value.integer != declared.fallback.integer) entry[name] = value.integer != 0;
      return;
    case TERRAWRIGHT_PARAMETER_CHOICE:
      if (value.integer != declared.fallback.integer) entry[name] = text;
      return;
    case TERRAWRIGHT_PARAMETER_INTEGER:
      entry[name] = value.integer;
      return;
    case TERRAWRIGHT_PARAMETER_LIST: {
      if (declared.item_kind == TERRAWRIGHT_PARAMETER_INTEGER) {
        for (std::uint64_t k = 0; k < value.n_items; ++k) entry[name].push_back(value.items[k].integer);
        return;
      }
      if (declared.item_kind != TERRAWRIGHT_PARAMETER_REAL) break;
      const bool is_in_unit = border::unit_of_port(declared.unit).has_value();
      if (!is_in_unit && std::string_view(declared.unit) != "m") break;
      for (std::uint64_t k = 0; k < value.n_items; ++k) {
        if (is_in_unit && value.n_items == 1) {
          entry[name] = config::with_unit(value.items[k].real, unit);
        } else if (is_in_unit) {
          entry[name].push_back(config::with_unit(value.items[k].real, unit));
        } else {
          entry[name + "_metres"].push_back(value.items[k].real);
        }
      }
      return;
    }
    default:
      break;
  }
  entry[name] = text;
}

// each(declared, value, text) of the parameters of a writer that goes without saying, where they are among the keys.
template <class Each>
void each_key(const WriterUse& use, const std::vector<config::Entry>& keys, Each each) {
  if (use.offer == nullptr || use.is_named) return;
  for (std::uint64_t i = 0; i < use.offer->writer().n_parameters; ++i) {
    const config::Parameters::Parameter& parameter = use.parameters->all()[i];
    const auto is_it = [&](const config::Entry& key) { return key.key == parameter.name; };
    if (std::any_of(keys.begin(), keys.end(), is_it))
      each(*use.offer->writer().parameters[i], use.parameters->values()[i], parameter.text);
  }
}

// Unit of a parameter in the unit of a port's layer.
std::string unit_of(const WriterUse& use, const terrawright_parameter& declared) {
  const auto port = border::unit_of_port(declared.unit);
  return port && use.units.count(*port) != 0 ? use.units.at(*port) : "";
}

Json of_classes(const graph::OutputLayer& layer, const std::string& node) {
  Json json = {{"layer", node}};
  for (const config::Value& one : layer.written->classes.items) json["classes"].push_back(one.text);
  return json;
}

// Names of the items in a list of a port.
void add_items_of_port(Json& json, const graph::Graph& graph, const graph::OutputLayer& layer) {
  const std::string& node = graph.name(layer.from);
  Json item = node;
  if (!layer.written->classes.is_null()) item = of_classes(layer, node);
  json[layer.written->port].push_back(layer.written->title.empty() ? item : Json{{layer.written->title, item}});
}

void add_scene(Json& entry, const WriterUse& use, const graph::Graph& graph, const graph::Output& output) {
  Json& json = entry["scene"];
  for (const graph::OutputLayer& layer : output.layers) {
    const std::string& port = layer.written->port;
    const auto* described = graph::find_port(use.offer->description->stage(), port, TERRAWRIGHT_PORT_INPUT);
    if (described->flags & TERRAWRIGHT_PORT_TITLES) {
      add_items_of_port(json, graph, layer);
    } else {
      json[port] = graph.name(layer.from);
    }
  }
  each_key(use, output.written->writer.parameters, [&](const auto& declared, const auto& value, const auto& text) {
    add_key(json, declared, value, text, "");
  });
}

void add_pack(Json& entry, const WriterUse& use, const config::Output& output) {
  Json given = {{"program", "generic"}};  // which goes without saying
  each_key(use, output.writer.parameters, [&](const auto& declared, const auto& value, const auto& text) {
    add_key(given, declared, value, text, unit_of(use, declared));
  });
  entry["pack"] = given["program"];
  entry["folder"] = output.final_file;
  if (given.contains("fit")) entry["fit"] = given["fit"];
  for (const char* tiles : {"side", "overlap"})
    if (given.contains(tiles)) entry["tiles"][tiles] = given[tiles];
  // The rest has no layer.
  std::vector<std::string> textures;
  for (const config::Layer& layer : output.layers)
    if (layer.port == "weights") textures.push_back(layer.name);
  for (const config::Entry& parameter : output.writer.parameters) {
    if (parameter.key != "textures") continue;
    textures.clear();
    for (const config::Value& texture : parameter.value.items) textures.push_back(texture.text);
  }
  for (const std::string& texture : textures) {
    const auto is_it = [&](const config::Layer& layer) { return layer.port == "weights" && layer.name == texture; };
    const auto weight = std::find_if(output.layers.begin(), output.layers.end(), is_it);
    Json& of = entry["weights"][texture] = weight == output.layers.end() ? Json("rest") : Json::object();
    if (weight == output.layers.end()) continue;
    for (const config::Value& code : weight->classes.items) of["classes"].push_back(code.text);
  }
}

void add_pyramid(Json& entry, const WriterUse& use, const std::string& file) {
  Json& json = entry["pyramid"] = {{"file", file + (use.offer->endings().empty() ? "/{z}/{x}/{y}.png" : "")}};
  for (std::uint64_t i = 0; i < use.offer->writer().n_parameters; ++i) {
    const terrawright_parameter& declared = *use.offer->writer().parameters[i];
    add_key(json, declared, use.parameters->values()[i], use.parameters->all()[i].text, unit_of(use, declared));
  }
}

// A writer that is named with all its parameters; of another one those that stand beside `file`. Values in the unit of
// a layer come after the layers: `after`.
void add_writer(Json& entry, const WriterUse& use, const config::Output& output, bool after) {
  if (use.is_named && !after) {
    entry["write"] = use.name;
    for (const auto& parameter : use.parameters->all()) entry["with"][parameter.name] = parameter.text;
  }
  std::vector<config::Entry> keys = output.keys;
  if (output.form == config::Form::layers || output.form == config::Form::sheet)
    keys.insert(keys.end(), output.writer.parameters.begin(), output.writer.parameters.end());
  each_key(use, keys, [&](const auto& declared, const auto& value, const std::string& text) {
    if (border::unit_of_port(declared.unit).has_value() == after)
      add_key(entry, declared, value, text, unit_of(use, declared));
  });
}

// `legend: node`, or with the parameters that stand there.
Json port_of(const WriterUse& use, const config::Layer& written, const std::string& node) {
  Json with = {{"layer", node}};
  const std::size_t own = with.size();
  each_key(use, written.keys, [&](const auto& declared, const auto& value, const std::string& text) {
    add_key(with, declared, value, text, "");
  });
  return with.size() == own ? Json(node) : with;
}

Json resolved_outputs(const graph::Graph& graph) {
  Json outputs = Json::array();
  for (const graph::Output& output : graph.outputs) {
    if (!output.written->position) continue;  // a program keeps it: it is none of the config's
    Json entry = Json::object();
    const WriterUse use = writer_use(graph, output);
    const bool is_pack = output.written->form == config::Form::pack;
    if (is_pack) {
      add_pack(entry, use, *output.written);
    } else if (const auto& tiles = output.written->tiles) {
      entry["tiles"] = {{"side", tiles->side},
                        {"overlap", tiles->overlap},
                        {"edge", tiles->repeats ? "repeat" : "cut"},
                        {"file", output.written->final_file}};
    } else if (output.written->form == config::Form::pyramid) {
      add_pyramid(entry, use, output.written->final_file);
    } else if (!output.written->final_file.empty()) {
      entry["file"] = output.written->final_file;
    }
    if (output.written->form == config::Form::view) {
      add_scene(entry, use, graph, output);
      outputs.push_back(entry);
      continue;
    }
    const bool is_sheet = output.written->form == config::Form::sheet;
    if (is_sheet && !output.layers.empty()) entry["sheet"] = graph.name(output.layers.front().from);
    if (output.written->coarsen > 1) entry["coarsen"] = output.written->coarsen;
    if (is_pack) entry["sidecar"] = false;  // as the hashes of configs have always had it
    if (output.written->print) entry["print"] = true;
    add_writer(entry, use, *output.written, false);
    if (!is_sheet) entry["layers"] = Json::object();
    for (const graph::OutputLayer& layer : output.layers) {
      const std::string& node = graph.name(layer.from);
      if (!layer.written->port.empty() && !is_pack) {
        add_items_of_port(layer.written->is_key ? entry : entry["layers"], graph, layer);
      } else if (layer.written->is_key) {
        entry[layer.name] = port_of(use, *layer.written, node);
      } else if (!is_sheet) {
        const bool all = is_pack || layer.written->classes.is_null();
        entry["layers"][layer.name] = all ? Json(node) : of_classes(layer, node);
      }
    }
    add_writer(entry, use, *output.written, true);
    if (is_pack) {
      each_key(use, output.written->writer.parameters, [&](const auto& declared, const auto& value, const auto& text) {
        if (border::unit_of_port(declared.unit)) add_key(entry, declared, value, text, unit_of(use, declared));
      });
    }
    outputs.push_back(entry);
  }
  return outputs;
}

}  // namespace

Json resolved(const graph::Graph& graph) {
  const config::World& world = *graph.world;
  Json json;
  json["terrawright"] = 1;
  json["name"] = world.name;
  json["world"] = {{"size", {world.width, world.height}},
                   {"cell_metres", world.cell},
                   {"seed", world.seed},
                   {"latitude_degrees", world.latitude}};
  if (world.longitude != 0) json["world"]["longitude_degrees"] = world.longitude;
  if (world.wrap != 0) json["world"]["wrap"] = world.wrap == 3 ? "both" : world.wrap == 1 ? "x" : "y";
  Json stages = Json::object();
  for (const graph::Node& node : graph.nodes) {
    Json stage;
    stage["use"] = graph::Catalogue::name(node.stage());
    if (node.written->random_name != node.name) stage["random"] = node.written->random_name;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const std::string port = node.stage().ports[i]->name;
      if (node.inputs[i]) stage["in"][port] = graph.name(*node.inputs[i]);
      if (node.numbers[i]) stage["in"][port] = config::with_unit(*node.numbers[i], node.flows[i].unit);
    }
    for (const auto& parameter : node.parameters.all()) stage["with"][parameter.name] = parameter.text;
    stages.append(node.name, std::move(stage));
  }
  json["stages"] = std::move(stages);
  json["outputs"] = resolved_outputs(graph);
  return json;
}

std::string resolved_config(const graph::Graph& graph) { return resolved(graph).dump(); }

std::string config_hash(const graph::Graph& graph) { return graph::sha256(resolved_config(graph)); }

std::vector<std::string> outputs_of(const graph::Graph& graph) {
  std::vector<std::string> all;
  for (const Json& output : resolved_outputs(graph)) all.push_back(output.dump());
  return all;
}

}  // namespace terrawright::build
