// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "config/check.hpp"
#include "config/quantity.hpp"
#include "graph/kind.hpp"
#include "graph/linking.hpp"
#include "terrawright/random.h"

namespace terrawright::graph {
namespace {

using report::quote;

std::string shown(const std::string& unit) { return unit.empty() || unit == "1" ? "no unit (1)" : unit; }

// The stage; of a part of a composite with the node's name, as the config does not show it.
std::string name_in_texts(const Node& node) {
  const std::string stage = Catalogue::name(node.stage());
  return node.is_part() ? stage + " (the part " + quote(node.name) + ")" : stage;
}

// What the stage may ask for while it is arranged.
struct Call {
  Node* node;
  const config::World* world;
  const RasterOpener* opener;
  report::Diagnostics* diagnostics;  // for what the stage refuses
  report::Diagnostics* certain;      // for what is wrong whatever stands in for refused values
};

std::uint64_t stream(void* handle, const char* suffix) {
  const Call& call = *static_cast<Call*>(handle);
  const std::string name = call.node->written->random_name + suffix;
  return terrawright_stream(call.world->seed, name.data(), name.size());
}

void fail(void* handle, const char* where, std::int64_t, std::int64_t, const char* text) {
  const Call& call = *static_cast<Call*>(handle);
  call.diagnostics->error(call.node->position(where), name_in_texts(*call.node) + ": " + text);
}

std::int64_t raster(void* handle, const char* parameter, const terrawright_raster_request* request,
                    terrawright_raster* facts) {
  const Call& call = *static_cast<Call*>(handle);
  std::string written;
  const terrawright_stage& stage = call.node->stage();
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    if (std::string(stage.parameters[i].name) == parameter) written = call.node->parameters.values()[i].text;
  }
  report::Diagnostics* to = call.certain;
  try {
    if (call.opener == nullptr) throw std::runtime_error("this build of the program reads no files");
    const std::string path = confined(*call.world, written, call.node->position(parameter));
    to = call.diagnostics;
    auto opened = call.opener->open(path, *request);
    *facts = opened->facts();
    call.node->rasters.push_back(std::move(opened));
    return static_cast<std::int64_t>(call.node->rasters.size()) - 1;
  } catch (const std::exception& error) {
    to->error(call.node->position(parameter), "cannot read " + quote(written) + ": " + error.what());
    return -1;
  }
}

terrawright_layer plain(const Flow& flow, std::vector<terrawright_class>& legend) {
  for (const LegendEntry& e : flow.legend) {
    legend.push_back({sizeof(terrawright_class),
                      e.code,
                      {e.colour.red, e.colour.green, e.colour.blue, e.colour.alpha},
                      e.name.c_str(),
                      e.glyph.c_str()});
  }
  return {sizeof(terrawright_layer), flow.kind, flow.unit.c_str(), legend.data(), legend.size()};
}

// What else the node makes that the port takes: "write sea.level"; empty: nothing.
std::string outputs_for(const terrawright_port& port, const Node& from) {
  std::vector<std::string> fitting;
  if (from.is_part()) return "";  // its ports have other names in the config
  for (std::uint64_t i = 0; i < from.stage().n_ports; ++i) {
    const terrawright_port& output = from.stage().ports[i];
    const std::uint32_t kind = single_kind(output.kinds);
    const bool unit = port.unit == nullptr || output.unit == nullptr || std::string(port.unit) == output.unit;
    if (output.direction == TERRAWRIGHT_OUTPUT && kind != 0 && (port.kinds & (1u << kind)) && unit)
      fitting.push_back(from.name + "." + output.name);
  }
  return fitting.empty() ? "" : "what fits of " + quote(from.name) + ": " + report::join(fitting);
}

bool check_input(const Node& node, const terrawright_port& port, const Flow& flow, const Node& from,
                 report::Diagnostics& diagnostics) {
  const auto complain = [&](const std::string& what, const std::string& remedy) {
    const report::Position position = node.position(port.name);
    // One input of a composite feeds several parts.
    if (!node.is_part() || !diagnostics.has_error_at(position)) diagnostics.error(position, what, remedy);
    return false;
  };
  const std::string input = "input " + quote(port.name) + " of " + name_in_texts(node);
  if (!(port.kinds & (1u << flow.kind))) {
    const std::string others = outputs_for(port, from);
    return complain(input + " takes the kind " + kind_names(port.kinds) + ", and this is " + kind_name(flow.kind),
                    others.empty() ? port.doc : others);
  }
  if (port.unit != nullptr && flow.unit != port.unit && !flow.guessed) {
    const bool metres = std::string(port.unit) == "m" && flow.unit == "1";
    return complain(input + " is in " + shown(port.unit) + ", and this is in " + shown(flow.unit),
                    metres ? "shape.metres turns heights into metres" : port.doc);
  }
  return true;
}

// A number as it stands, in the unit of the port; where that takes any, in that of another input which fits, so that
// `0.12 km` beside heights in metres is 120 m. False after an error.
bool read_number(Node& node, std::uint64_t i, report::Diagnostics& diagnostics) {
  const terrawright_port& port = node.stage().ports[i];
  const config::Value& written = *node.literals[i];
  const config::Check check(diagnostics);
  const std::string input = "input " + quote(port.name) + " of " + name_in_texts(node);
  const bool said = node.is_part() && diagnostics.has_error_at(written.position);
  if (!(port.kinds & 1u << TERRAWRIGHT_NUMBER)) {
    if (!said)
      check.error(written,
                  input + " takes the kind " + kind_names(port.kinds) + ", and this is the number " + written.text,
                  port.doc);
    return false;
  }
  std::string unit = port.unit == nullptr ? config::unit_of(written.text) : port.unit;
  if (unit.empty()) unit = "1";
  auto reading = config::read_real(written.text, unit);
  for (std::size_t k = 0; reading && port.unit == nullptr && unit != "1" && k < node.flows.size(); ++k) {
    if (!node.inputs[k] || !config::unit_fits(unit, node.flows[k].unit)) continue;
    unit = node.flows[k].unit;
    reading = config::read_real(written.text, unit);
    break;
  }
  if (!reading) {
    if (!said) check.error(written, input + ": " + reading.problem, reading.hint.empty() ? port.doc : reading.hint);
    return false;
  }
  check.warn_if_bare(written, unit);
  node.numbers[i] = reading.value;
  node.flows[i] = {TERRAWRIGHT_NUMBER, unit, {}, false};
  return true;
}

// What the outputs are for as long as nobody but the ports has said it.
void declare_outputs(Node& node, const std::vector<bool>& wanted_ports) {
  const terrawright_stage& stage = node.stage();
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = stage.ports[i];
    if (port.direction != TERRAWRIGHT_OUTPUT || !wanted_ports[i]) continue;
    Flow& flow = node.flows[i];
    flow.kind = single_kind(port.kinds);
    flow.unit = port.unit == nullptr ? "" : port.unit;
    flow.guessed = port.unit == nullptr || flow.kind == TERRAWRIGHT_CLASS;
    if (port.like_port == nullptr) continue;
    const terrawright_port* like = find_port(stage, port.like_port, TERRAWRIGHT_INPUT);
    if (like == nullptr) continue;
    const Flow& input = node.flows[port_index(stage, *like)];
    if (flow.kind == 0) flow.kind = input.kind;
    if (port.unit == nullptr) flow.unit = input.unit;
    if (flow.kind == TERRAWRIGHT_CLASS) flow.legend = input.legend;
  }
}

// Of "rules[2].code" the place of that cell, or of what holds it; of "bounds[2]" of that item.
const config::Value* find_cell(const config::Stage& written, const terrawright_stage& stage, const std::string& where) {
  const std::size_t bracket = where.find('['), end = where.find(']', bracket);
  if (end == std::string::npos) return nullptr;
  const std::string name = where.substr(0, bracket), column = where.substr(std::min(end + 2, where.size()));
  const config::Value* at = nullptr;
  for (const config::Entry& entry : written.parameters)
    if (entry.key == name) at = &entry.value;
  std::size_t row = 0;
  std::from_chars(where.data() + bracket + 1, where.data() + end, row);
  if (at == nullptr || row >= at->items.size()) return at;
  at = &at->items[row];
  if (const config::Entry* entry = at->find(column)) return &entry->value;
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    const terrawright_parameter& declared = stage.parameters[i];
    for (std::uint64_t c = 0; declared.name == name && c < declared.n_columns; ++c)
      if (declared.columns[c].name == column && c < at->items.size()) return &at->items[c];
  }
  return at;
}

}  // namespace

report::Position Node::position(const std::string& parameter_or_port) const {
  if (const config::Value* cell = find_cell(*written, stage(), parameter_or_port)) return cell->position;
  for (const config::Input& input : written->inputs) {
    if (input.port == parameter_or_port) return input.from.position;
  }
  for (const auto& parameter : parameters.all()) {
    if (parameter.name == parameter_or_port && parameter.given) return parameter.position;
  }
  return written->use_position;
}

void arrange(Node& node, const std::vector<Node>& before, const std::vector<bool>& wanted_ports,
             const config::World& world, const RasterOpener* opener, report::Diagnostics& diagnostics) {
  const terrawright_stage& stage = node.stage();

  // Inputs: what flows in, and whether it may. What comes from a broken node may not be known.
  bool good = node.links_good, sure = node.parameters_good && world.facts_good;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (!node.inputs[i]) continue;
    node.flows[i] = before[node.inputs[i]->node].flows[node.inputs[i]->port];
    good = good && node.flows[i].kind != 0;
    sure = sure && !node.flows[i].guessed;
    if (node.flows[i].kind == 0) continue;
    good = check_input(node, stage.ports[i], node.flows[i], before[node.inputs[i]->node], diagnostics) && good;
  }
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (node.literals[i]) good = read_number(node, i, diagnostics) && good;
  }
  declare_outputs(node, wanted_ports);
  if (!good) return;

  // The stage decides the rest.
  std::vector<std::vector<terrawright_class>> legends(stage.n_ports);
  std::vector<terrawright_layer> layers;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) layers.push_back(plain(node.flows[i], legends[i]));
  terrawright_arrangement arrangement{};
  arrangement.size = sizeof arrangement;
  arrangement.world = {sizeof(terrawright_world), 0, world.width, world.height, 0.0, 0.0};
  if (stage.reads & TERRAWRIGHT_READS_CELL) arrangement.world.cell = world.cell;
  if (stage.reads & TERRAWRIGHT_READS_LATITUDE) arrangement.world.latitude = world.latitude;
  arrangement.values = node.parameters.values();
  arrangement.layers = layers.data();
  terrawright_host host{};
  host.size = sizeof host;
  host.stream = stream;
  host.fail = fail;
  host.raster = raster;
  host.extension = [](void*, const char*) -> const void* { return nullptr; };
  // Of what stands in for refused values nothing more is said.
  report::Diagnostics unsaid;
  report::Diagnostics& said = sure ? diagnostics : unsaid;
  // A file that is not there is not there, unless it was the file's name that was refused.
  report::Diagnostics& certain = node.written->complete ? diagnostics : said;
  Call call{&node, &world, opener, &said, &certain};
  const std::size_t errors = said.error_count();
  node.instance = Instance(stage.create(&host, &call, &arrangement), Release{stage.destroy});
  if (!node.instance) {
    if (said.error_count() == errors) {
      said.error(node.written->use_position, name_in_texts(node) + " refused without a reason");
    }
    return;
  }
  node.memory = arrangement.memory;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i].direction != TERRAWRIGHT_OUTPUT || node.flows[i].kind == 0) continue;
    node.flows[i].unit = layers[i].unit == nullptr ? "" : layers[i].unit;
    node.flows[i].guessed = node.flows[i].guessed && !sure;
    node.flows[i].legend.clear();
    for (std::uint64_t k = 0; k < layers[i].n_legend; ++k) {
      const terrawright_class& c = layers[i].legend[k];
      node.flows[i].legend.push_back({c.code, c.name, {c.colour[0], c.colour[1], c.colour[2], c.colour[3]}, c.glyph});
    }
  }
}

}  // namespace terrawright::graph
