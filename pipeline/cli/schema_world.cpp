// SPDX-License-Identifier: Apache-2.0
#include "cli/schema_world.hpp"

#include "cli/schema_choice.hpp"
#include "cli/schema_value.hpp"
#include "cli/stage_sentences.hpp"

namespace terrawright::cli {
namespace {

std::string as_written(const config::Value& value) { return value.is_scalar() ? value.text : value.description(); }

Json knob_choices(const config::World& world) {
  Json any = Json::array();
  for (const config::Knob& knob : world.knobs) {
    std::string value = as_written(knob.value);
    if (knob.range) value += "; range " + knob.range->first.text + " to " + knob.range->second.text;
    const std::string doc = knob.doc.empty() ? "A knob of this world." : knob.doc;
    any.push_back(choice_schema("$" + knob.name, "knob " + knob.name + ": " + as_written(knob.value),
                                doc + "\n\n" + value, doc + "\n\n`" + value + "`"));
  }
  return any;
}

Json node_choices(const config::World& world, const graph::Catalogue& catalogue) {
  Json any = Json::array();
  for (const config::Node& node : world.nodes) {
    const graph::Offer* offer = node.readable ? catalogue.find(node.id, node.version) : nullptr;
    const std::string use = node.id + "@" + std::to_string(node.version);
    const std::string doc = offer == nullptr ? "A node of this world." : offer->stage->doc;
    any.push_back(choice_schema(node.name, node.name + ": " + use, doc));
    for (std::uint64_t i = 0; offer != nullptr && i < offer->stage->n_ports; ++i) {
      const terrawright_port& port = *offer->stage->ports[i];
      if (port.direction != TERRAWRIGHT_PORT_OUTPUT) continue;
      const std::string name = node.name + "." + port.name;
      any.push_back(
          choice_schema(name, name + ": " + use, std::string(port.doc) + "\n\n" + port_text(*offer->stage, port)));
    }
  }
  return any;
}

// Documentation of the value as a whole stays outside of the alternatives.
Json either(const Json& choices, Json schema) {
  Json both = Json::object();
  for (const char* key : {"description", "markdownDescription", "default"}) {
    if (!schema.contains(key)) continue;
    both[key] = schema[key];
    schema.erase(key);
  }
  both["anyOf"] = choices;
  both["anyOf"].push_back(schema);
  return both;
}

bool is_one_of(const std::string& pattern, std::initializer_list<const char*> begins) {
  for (const char* begin : begins)
    if (pattern.compare(0, std::string(begin).size(), begin) == 0) return true;
  return false;
}

void offer_choices(Json& schema, bool knobs, bool nodes) {
  if (schema.is_array())
    for (Json& item : schema) offer_choices(item, knobs, nodes);
  if (!schema.is_object()) return;
  for (const auto& [key, value] : schema.items()) {
    // Times are a parameter of a composite.
    if (key != "repeat" && key != "propertyNames" && key != "if") offer_choices(schema[key], knobs, nodes);
  }
  if (!schema.contains("pattern") || !schema["pattern"].is_string()) return;
  const std::string pattern = schema["pattern"];
  const bool is_input = is_one_of(pattern, {input_pattern});
  const bool is_reference = is_input || is_one_of(pattern, {reference_pattern});
  const bool is_knob = is_input ? schema.value("type", Json()).is_array()  // where a number may stand
                                : !is_reference && pattern.find(knob_pattern) != std::string::npos;
  Json choices = Json::array();
  if (is_reference && nodes) choices.push_back({{"$ref", "#/definitions/named"}});
  if (is_knob && knobs) choices.push_back({{"$ref", "#/definitions/knob"}});
  if (!choices.empty()) schema = either(choices, schema);
}

}  // namespace

Json schema_for(Json schema, const config::World& world, const graph::Catalogue& catalogue) {
  offer_choices(schema, !world.knobs.empty(), !world.nodes.empty());
  schema["title"] = "A world of Terrawright: " + world.name;
  // After all others, so that nothing is offered in them.
  if (!world.knobs.empty()) schema["definitions"]["knob"] = {{"anyOf", knob_choices(world)}};
  if (!world.nodes.empty()) schema["definitions"]["named"] = {{"anyOf", node_choices(world, catalogue)}};
  return schema;
}

}  // namespace terrawright::cli
