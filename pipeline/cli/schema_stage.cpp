// SPDX-License-Identifier: Apache-2.0
#include "cli/schema_stage.hpp"

#include "border/twin.hpp"
#include "cli/schema_value.hpp"
#include "cli/stage_sentences.hpp"
#include "config/world.hpp"

namespace terrawright::cli {
namespace {

constexpr char expected_reference[] = "write the name of a node, or node.port";

Json input_schema(const terrawright_stage& stage, const terrawright_port& port) {
  Json schema = {{"description", std::string(port.doc) + "\n\n" + port_text(stage, port)}, {"type", "string"}};
  schema["pattern"] = input_pattern;
  schema["patternErrorMessage"] = expected_reference;
  const terrawright_parameter* twin = border::twin_of(stage, port);
  if (!(port.kinds & 1u << TERRAWRIGHT_KIND_NUMBER) && twin == nullptr) return schema;
  if (twin != nullptr) {
    const Json number = parameter_schema(*twin);
    for (const char* bound : {"minimum", "maximum"})
      if (number.contains(bound)) schema[bound] = number[bound];
  }
  schema["type"] = {"number", "string"};
  const std::string quantities = quantities_pattern(port.unit);
  if (!quantities.empty()) schema["pattern"] = std::string(input_pattern) + "|^" + quantities + "$";
  schema["patternErrorMessage"] = std::string(expected_reference) + ", or a number";
  return schema;
}

Json inputs_schema(const terrawright_stage& stage) {
  Json properties = Json::object(), required = Json::array();
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction != TERRAWRIGHT_PORT_INPUT) continue;
    properties[port.name] = input_schema(stage, port);
    if (!(port.flags & TERRAWRIGHT_PORT_OPTIONAL)) required.push_back(port.name);
  }
  Json schema = {{"type", required.empty() ? Json{"object", "null"} : Json("object")}};
  schema["properties"] = properties;
  if (!required.empty()) schema["required"] = required;
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace

Json stage_schema(const terrawright_stage& stage) {
  Json with = {{"type", {"object", "null", "string"}}, {"properties", Json::object()}};
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    with["properties"][stage.parameters[i]->name] = parameter_schema(*stage.parameters[i]);
  }
  with["additionalProperties"] = false;
  with.update(Json{{"pattern", or_knob(nullptr)["pattern"]}});
  Json schema = {{"description", stage.doc}};
  schema["properties"] = {{"in", inputs_schema(stage)}, {"with", with}};
  if (schema["properties"]["in"].contains("required")) schema["required"] = {"in"};
  return schema;
}

Json uses_schema(const graph::Catalogue& catalogue) {
  Json any = Json::array();
  for (const graph::Offer* offer : catalogue.all()) {
    const terrawright_stage& stage = *offer->stage;
    std::string inputs, outputs, parameters;
    const auto add = [](std::string& list, const char* name) {
      list += (list.empty() ? "`" : ", `") + (name + std::string("`"));
    };
    for (std::uint64_t i = 0; i < stage.n_ports; ++i)
      add(stage.ports[i]->direction == TERRAWRIGHT_PORT_INPUT ? inputs : outputs, stage.ports[i]->name);
    for (const terrawright_parameter* parameter : parameters_of(stage)) add(parameters, parameter->name);
    std::string markdown = stage.doc;
    for (const auto& [what, list] :
         {std::pair("in", &inputs), std::pair("with", &parameters), std::pair("gives", &outputs)})
      if (!list->empty()) markdown += std::string("\n\n") + what + ": " + *list;
    any.push_back(choice_schema(graph::Catalogue::name(stage),
                                std::string(stage.id) + (offer->composed ? ", a composite" : ""), stage.doc, markdown));
  }
  return {{"anyOf", any}};
}

Json node_schema(const graph::Catalogue& catalogue) {
  Json rules = Json::array();
  for (const graph::Offer* offer : catalogue.all()) {
    const std::string name = graph::Catalogue::name(*offer->stage);
    const Json is_it = {{"properties", {{"use", {{"const", name}}}}}, {"required", {"use"}}};
    rules.push_back({{"if", is_it}, {"then", {{"$ref", "#/definitions/" + name}}}});
  }
  Json schema = {{"description", "A node: a named use of a stage."}, {"type", "object"}, {"required", {"use"}}};
  const Json listed = {{"$ref", "#/definitions/stage"}};
  const Json own = {{"type", "string"}, {"pattern", stage_pattern}};
  schema["properties"] = {
      {"use",
       {{"description", "The stage: family.word@version. `terrawright stages` lists them."}, {"anyOf", {listed, own}}}},
      {"in", {{"description", "Inputs: port: node, or port: node.port; a number where one is taken."}}},
      {"with", {{"description", "Parameters of the stage; those left out keep their defaults."}}},
      {"random",
       {{"description", "Key of the random numbers, in the place of the node's name."},
        {"type", {"string", "number", "boolean"}}}},
      {"repeat",
       {{"description",
         "In a composite: how often the node stands there, one time after the other: 12, or $steps with a parameter of "
         "the composite, with: {steps: {value: 12}}."},
        {"type", {"integer", "string"}},
        {"minimum", 1},
        {"maximum", config::most_times},
        {"pattern", "^(\\$[a-z][a-z0-9_]*|[1-9][0-9]*)$"}}},
      {"then",
       {{"description",
         "For a repeated node: inputs from the second repetition on. Its own name means the time before."},
        {"type", "object"},
        {"additionalProperties", {{"type", {"string", "number"}}}}}}};
  schema["dependencies"]["then"] = {"repeat"};
  schema["dependencies"]["repeat"] = {"then"};
  schema["additionalProperties"] = false;
  schema["allOf"] = rules;
  return schema;
}

}  // namespace terrawright::cli
