// SPDX-License-Identifier: Apache-2.0
// A config's shape as JSON Schema, draft 7: what editors complete and check with. It never refuses what the program
// takes; what only the program can see (names of nodes, kinds and units that meet, sums of knobs) it leaves to
// validate.
#include <algorithm>
#include <limits>

#include "cli/describe/stage_sentences.hpp"
#include "cli/schema/schema_parts.hpp"
#include "cli/session.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "config/world.hpp"
#include "graph/catalogue.hpp"

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

// The schema of configs made for one of them: where a knob may stand its knobs are choices with their documentation,
// and where a node is named its nodes are. It takes what the other one takes.
Json schema_for(Json schema, const config::World& world, const graph::Catalogue& catalogue) {
  offer_choices(schema, !world.knobs.empty(), !world.nodes.empty());
  schema["title"] = "A world of Terrawright: " + world.name;
  // After all others, so that nothing is offered in them.
  if (!world.knobs.empty()) schema["definitions"]["knob"] = {{"anyOf", knob_choices(world)}};
  if (!world.nodes.empty()) schema["definitions"]["named"] = {{"anyOf", node_choices(world, catalogue)}};
  return schema;
}

Json world_schema() {
  Json side = number_schema("cells", 1, static_cast<double>(config::longest_side));
  side["type"] = {"integer", "string"};
  Json size = or_knob("array");
  size.update(Json{{"items", side}, {"minItems", 2}, {"maxItems", 2}, {"examples", Json::array({{1025, 1025}})}});
  const Json seed = {{"type", {"integer", "string", "boolean"}},
                     {"minimum", std::numeric_limits<std::int64_t>::min()},
                     {"maximum", std::numeric_limits<std::uint64_t>::max()}};
  Json cell = number_schema("m", 0.001, 1e6), latitude = number_schema("deg", -90, 90);
  cell["default"] = "1 km";
  latitude["default"] = "40 deg";
  Json longitude = number_schema("deg", -180, 180);
  longitude["default"] = "0 deg";
  Json wrap =
      choices_schema("wrap", {{"none", "The world ends at its edges."},
                              {"x", "The right edge goes on at the left one."},
                              {"y", "The lower edge goes on at the upper one."},
                              {"both", "Left and right, top and bottom are joined, as a texture that repeats."}});
  wrap["anyOf"].push_back(or_knob(nullptr));
  wrap["default"] = "none";
  Json schema = {{"description", "The grid that all layers share, and what the world's randomness begins with."}};
  schema.update(or_knob("object"));
  schema["required"] = {"size", "seed"};
  schema["properties"] = {
      {"size", described("Width and height in cells: [1025, 1025].", size)},
      {"cell", described("Metres a side of one cell, 0.001 to 1000000.", cell)},
      {"seed", described("Another seed is another world of the same kind: a whole number, or any text.", seed)},
      {"latitude", described("Latitude of the centre row, north up: -90 to 90 degrees.", latitude)},
      {"longitude",
       described("Longitude of the centre column, for the position of rasters and tables on the map: -180 to 180 "
                 "degrees. The cells are the same, but for those that source.vector makes of a drawing in degrees.",
                 longitude)},
      {"wrap", described("Axes of which the end joins the begin, for stages that look beyond a tile.", wrap)}};
  Json widths = {{"type", "object"}, {"required", {"from", "to"}}, {"additionalProperties", false}};
  const Json name = {{"type", "string"}};
  widths["properties"] = {{"from", described("Width of the narrowest map.", number_schema("m", 0.001, 1e12))},
                          {"to", described("Width of the widest map.", number_schema("m", 0.001, 1e12))},
                          {"narrower", described("World to take for a narrower map.", name)},
                          {"wider", described("World to take for a wider map.", name)}};
  schema["properties"]["widths"] = described(
      "Widths of the map at which the world keeps what its knobs promise; validate warns beyond them.", widths);
  schema["additionalProperties"] = false;
  return schema;
}

Json range_schema() {
  Json schema = {{"type", "array"}};
  schema["items"] = any_number_schema(false);
  schema["minItems"] = schema["maxItems"] = 2;
  return schema;
}

Json knobs_schema() {
  const Json text = {{"type", {"string", "number", "boolean"}}};
  Json knob = {{"type", {"object", "array", "string", "number", "boolean"}}, {"required", {"value"}}};
  knob["properties"] = {{"value", described("Replaces $name; any value, but no other knob.",
                                            {{"type", {"object", "array", "string", "number", "boolean"}}})},
                        {"doc", described("One sentence for the person who turns it.", text)},
                        {"range", described("Lowest and highest value: [10 %, 90 %].", range_schema())}};
  knob["additionalProperties"] = false;
  return {{"description",
           "The few things a person turns: name: value, or name: {value, doc, range}. $name stands for a knob as a "
           "whole value in world, in in, in with and in range; --set knobs.name=value changes it."},
          {"type", {"object", "null"}},
          {"propertyNames", {{"pattern", name_pattern}}},
          {"additionalProperties", knob}};
}

Json stages_schema() {
  return {{"description", "Nodes by name; their order means nothing."},
          {"type", "object"},
          {"propertyNames", {{"pattern", name_pattern}}},
          {"additionalProperties",
           {{"allOf", Json::array({{{"$ref", "#/definitions/node"}}})},
            {"properties", {{"repeat", false}, {"then", false}}}}}};
}

Json composites_schema() {
  const Json text = {{"type", {"string", "number", "boolean"}}};
  const auto named = [](const char* description, const Json& value) {
    return Json{{"description", description},
                {"type", "object"},
                {"propertyNames", {{"pattern", name_pattern}}},
                {"additionalProperties", value}};
  };
  const Json reference = {{"type", "string"}, {"pattern", reference_pattern}};
  Json composite = {{"type", "object"}, {"required", {"stages", "out"}}};
  Json& keys = composite["properties"];
  keys["revision"] = described("Up when its pixels change, though those of no part do.",
                               {{"type", "integer"}, {"minimum", 1}, {"maximum", 1'000'000}});
  keys["doc"] = described("One sentence for a person.", text);
  keys["source"] = described("Paper, text or formula.", text);
  keys["in"] = named("Its inputs, each with what it is; $name in the inputs of its nodes.",
                     {{"type", {"string", "number", "boolean", "null"}}});
  keys["stages"] = named("Its nodes.", {{"$ref", "#/definitions/node"}});
  const Json times = {{"type", "integer"}, {"minimum", 1}, {"maximum", config::most_times}};
  Json count = {{"type", "object"}, {"required", {"value"}}, {"additionalProperties", false}};
  count["properties"] = {{"value", described("Default number of repetitions.", times)},
                         {"range", {{"type", "array"}, {"items", times}, {"minItems", 2}, {"maxItems", 2}}},
                         {"doc", described("One sentence for a person.", text)}};
  const Json of_node = {{"type", "string"}, {"pattern", "^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$"}};
  keys["with"] = named("Its parameters: name: node.parameter, or name: {value, range, doc} for repeat: $name.",
                       {{"anyOf", {of_node, count}}});
  keys["out"] = named("Its outputs: name: node, or name: node.port.", reference);
  keys["main"] = described("The output that a node means by its name alone.", {{"type", "string"}});
  for (const char* filled : {"stages", "out"}) keys[filled]["minProperties"] = 1;
  for (const char* maybe : {"in", "with"}) keys[maybe]["type"] = {"object", "null"};
  composite["additionalProperties"] = false;
  return {{"description",
           "Named subgraphs with ports of their own, used like stages: family.word@version: {in, stages, with, out, "
           "main}."},
          {"type", {"object", "null"}},
          {"propertyNames", {{"pattern", stage_pattern}}},
          {"additionalProperties", composite}};
}

Json expect_schema() {
  const Json text = {{"type", {"string", "number", "boolean"}}};
  Json one = {{"type", "object"}, {"required", {"name", "that"}}};
  one["properties"] = {
      {"name", described("Name in reports; one line.",
                         {{"type", {"string", "number", "boolean"}}, {"pattern", "\\S"}, {"maxLength", 100}})},
      {"that",
       described(
           "Two sides that are compared (<, <=, >, >=, ==, !=, in low .. high): numbers of the world, min(layer), max, "
           "mean, sum, nans and percentile(layer, 99 %), the same of table columns (node.table.column). Also "
           "share(layer, class), share(mask, frame), count(table), $knobs and numbers with units.",
           {{"type", "string"},
            {"pattern", "[<>=]|\\sin\\s"},
            {"examples",
             {"land.land_share in 30 % .. 40 %", "max(rivers.table.length) >= 40 km",
              "share(biomes, desert) <= 10 %"}}})},
      {"reason", described("Shown where it does not hold.", text)},
      {"warn",
       described("It does not fail a build, unless with --strict.", {{"type", "boolean"}, {"default", false}})}};
  one["additionalProperties"] = false;
  return {{"description",
           "Conditions for the world: checked once its files are written, with exit code 4 if one does not hold."},
          {"type", {"array", "null"}},
          {"maxItems", 1000},
          {"items", one}};
}

// Schema of a world that extends another one: any part of a whole world, and keys without a value.
Json changes_schema() {
  const auto map = [](const char* description) {
    return described(description, {{"type", {"object", "null"}}, {"propertyNames", {{"minLength", 1}}}});
  };
  const auto or_nothing = [](const Json& schema) {
    Json either = Json::object();
    either["anyOf"] = Json::array();
    either["anyOf"].push_back({{"type", "null"}});
    either["anyOf"].push_back(schema);
    return either;
  };
  Json world = world_schema(), composites = composites_schema();
  world.erase("required");
  for (const auto& [key, fact] : world["properties"].items()) world["properties"][key] = or_nothing(fact);
  composites["additionalProperties"] = or_nothing(composites["additionalProperties"]);
  Json node = {{"type", {"object", "null"}}, {"additionalProperties", false}};
  node["properties"] = {
      {"use", described("The node's stage. Another one than before makes a new node.",
                        {{"type", "string"}, {"pattern", stage_pattern}})},
      {"in", map("Inputs that are other nodes' here. A key without a value deletes the old one.")},
      {"with", map("Parameters that have other values here. One with nothing behind it has its default again.")},
      {"random", described("Key of the node's random numbers.", {{"type", {"string", "null"}}})}};
  Json stages =
      map("Nodes by name: what is changed in one of the other world, or a new one. A key without a value deletes the "
          "old one.");
  stages["additionalProperties"] = node;
  const auto list_or_map = [&](const char* key, const char* description) {
    return Json{{"if", {{"type", "array"}}},
                {"then", {{"$ref", std::string("#/definitions/") + key}}},
                {"else", map(description)}};
  };
  return {{"world", or_nothing(world)},
          {"composites", composites},
          {"knobs", map("Values of the other world's knobs, or new ones: name: value.")},
          {"stages", stages},
          {"outputs", list_or_map("outputs", "The other world's files by their names: what is changed, or a new one.")},
          {"expect", list_or_map("expect", "Expectations of the other world, by name: changes, or new ones.")}};
}

Json config_schema(const graph::Catalogue& catalogue) {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "A world of Terrawright"}};
  schema["type"] = "object";
  schema["required"] = {"terrawright", "name"};
  Json& keys = schema["properties"];
  keys["terrawright"] = {{"description", "The version of the config's language."}, {"enum", {1, "1"}}};
  keys["name"] = {{"description", "Files are named after it: letters, digits, '-' and '_'."},
                  {"type", {"string", "integer", "boolean"}},
                  {"pattern", "^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$"},
                  {"minimum", 0}};
  keys["extends"] = {{"description",
                      "The world that this one begins with: one that comes with the program by its name, or a file "
                      "beside this one. The rest of this file changes it."},
                     {"type", "string"},
                     {"minLength", 1}};
  keys["include"] = {{"description", "Files beside this one whose stages are added."},
                     {"type", "array"},
                     {"items", {{"type", "string"}, {"pattern", "^[^/]"}}}};
  for (const char* key : {"world", "knobs", "composites", "stages", "outputs", "expect"}) keys[key] = Json::object();
  schema["additionalProperties"] = false;
  // A config that brings no composites can only use what there is.
  const Json extends = {{"required", {"extends"}}};
  const Json brings = {{"anyOf", {{{"required", {"composites"}}}, {{"required", {"include"}}}, extends}}};
  const Json only = {{"properties", {{"use", {{"$ref", "#/definitions/stage"}}}}}};
  schema["if"] = {{"not", brings}};
  schema["then"] = {{"properties", {{"stages", {{"additionalProperties", only}}}}}};
  Json whole = {{"required", {"world", "outputs"}}};
  whole["anyOf"] = {{{"required", {"stages"}}, {"properties", {{"stages", {{"minProperties", 1}}}}}},
                    {{"required", {"include"}}}};
  whole["properties"] = {{"world", world_schema()},
                         {"knobs", knobs_schema()},
                         {"composites", composites_schema()},
                         {"stages", stages_schema()},
                         {"outputs", {{"$ref", "#/definitions/outputs"}}},
                         {"expect", {{"$ref", "#/definitions/expect"}}}};
  schema["allOf"] = Json::array({{{"if", extends}, {"then", {{"properties", changes_schema()}}}, {"else", whole}}});
  Json& definitions = schema["definitions"];
  definitions["outputs"] = outputs_schema(catalogue);
  definitions["expect"] = expect_schema();
  definitions["node"] = node_schema(catalogue);
  definitions["stage"] = uses_schema(catalogue);
  for (const graph::Offer* offer : catalogue.all()) {
    definitions[graph::Catalogue::name(*offer->stage)] = stage_schema(*offer->stage);
  }
  return schema;
}

}  // namespace

Exit schema(const Arguments& arguments) {
  const graph::Catalogue catalogue = load_whole_catalogue(arguments);
  Json schema = config_schema(catalogue);
  if (!arguments.config.empty()) {
    report::Diagnostics problems;
    const auto world = config::load(arguments.config, {}, problems);
    // One that is only half written has knobs and nodes all the same; validate says what is wrong with it.
    if (!world) {
      show(problems);
      return refused;
    }
    schema = schema_for(std::move(schema), *world, catalogue);
  }
  if (json_lines()) {
    print_event("schema", {{"schema", schema}});
  } else {
    print(readable_json(schema));
  }
  return done;
}

}  // namespace terrawright::cli
