// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "border/description.hpp"
#include "cli/describe/stage_sentences.hpp"
#include "cli/schema/schema_parts.hpp"
#include "config/plain_value.hpp"
#include "config/quantity.hpp"
#include "config/world.hpp"
#include "report/diagnostic.hpp"
#include "terrawright/abi.h"

namespace terrawright::cli {

Json choice_schema(const Json& value, const std::string& title, const std::string& text, const std::string& markdown) {
  return {{"const", value},
          {"title", title},
          {"description", text},
          {"markdownDescription", markdown.empty() ? text : markdown}};
}

Json choices_schema(const std::string& key, const std::vector<Choice>& choices) {
  Json any = Json::array();
  for (const Choice& choice : choices) {
    const std::string word = choice.value.is_string() ? choice.value.get<std::string>() : choice.value.dump();
    any.push_back(choice_schema(choice.value, key + ": " + word, choice.text));
  }
  return {{"anyOf", any}};
}

Json described(const char* description, const Json& schema) {
  Json with_text = {{"description", description}};
  with_text.update(schema);
  return with_text;
}

namespace {

// Documentation of each choice of a parameter.

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// "line" of "free: it stays. line: from the mean", where the doc has it: a sentence that begins with names.
struct Sentence {
  std::vector<std::string> names;
  std::size_t begin, text;  // of the names, behind the colon
};

// The names before a colon, back to the begin of the sentence; none where other words stand there.
Sentence before_colon(const std::string& doc, std::size_t colon, const std::vector<std::string>& choices) {
  Sentence sentence{{}, colon, colon + 2};
  for (std::size_t end = colon;;) {
    std::size_t begin = end;
    while (begin > 0 && is_letter(doc[begin - 1])) --begin;
    const std::string name = doc.substr(begin, end - begin);
    if (std::find(choices.begin(), choices.end(), name) == choices.end()) return {};
    sentence.names.push_back(name);
    sentence.begin = begin;
    const std::string_view before = std::string_view(doc).substr(0, begin);
    const auto ends_in = [&](std::string_view word) {
      return before.size() >= word.size() && before.substr(before.size() - word.size()) == word;
    };
    if (before.empty() || ends_in(". ") || ends_in("; ")) return sentence;
    if (!ends_in(", ") && !ends_in(" and ")) return {};
    end = begin - (ends_in(", ") ? 2 : 5);
  }
}

// One text for each choice: its own where the stage has one; else what the parameter's doc says behind "choice: "; else
// all that the doc says.
std::vector<std::string> choice_docs(const terrawright_parameter& parameter) {
  const std::vector<std::string> choices(parameter.choices, parameter.choices + parameter.n_choices);
  if (parameter.choice_docs != nullptr) return {parameter.choice_docs, parameter.choice_docs + parameter.n_choices};
  const std::string doc = parameter.doc;
  std::vector<Sentence> sentences;
  for (std::size_t colon = doc.find(": "); colon != std::string::npos; colon = doc.find(": ", colon + 1)) {
    Sentence sentence = before_colon(doc, colon, choices);
    if (!sentence.names.empty()) sentences.push_back(std::move(sentence));
  }
  std::vector<std::string> docs(choices.size(), doc);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const std::size_t end = i + 1 < sentences.size() ? sentences[i + 1].begin : doc.size();
    std::string text = doc.substr(sentences[i].text, end - sentences[i].text);
    while (!text.empty() && (text.back() == ' ' || text.back() == ';')) text.pop_back();
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    for (const std::string& name : sentences[i].names)
      docs[static_cast<std::size_t>(std::find(choices.begin(), choices.end(), name) - choices.begin())] = text;
  }
  return docs;
}

constexpr char below_zero_too[] = "-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?";
constexpr char from_zero[] = "(-0(\\.0+)?|(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?)";
// Numbers with an exponent are left to the program.
constexpr char to_hundred[] =
    "(-0(\\.0+)?|100(\\.0+)?|[1-9]?[0-9](\\.[0-9]+)?|(0|[1-9][0-9]*)(\\.[0-9]+)?[eE][-+]?[0-9]+)";

// Characters that mean something in a pattern.
std::string literal(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string("\\^$.|?*+()[]{}/").find(c) != std::string::npos && c != '/') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string unit_of(const terrawright_parameter& parameter) { return parameter.unit ? parameter.unit : ""; }

// "(m|km)"; empty without a unit.
std::string units_pattern(const std::string& unit) {
  std::string any;
  for (const std::string& spelling : config::unit_spellings(unit)) any += (any.empty() ? "" : "|") + literal(spelling);
  return any.empty() ? "" : "(" + any + ")";
}

// A quantity as a text: "8 km", "60%".
std::string quantity_pattern(const std::string& unit, double minimum, double maximum) {
  const std::string units = units_pattern(unit);
  if (units.empty()) return "";
  std::string number = minimum >= 0 ? from_zero : below_zero_too;
  if (unit == "%" && minimum >= 0 && maximum <= 100) number = to_hundred;
  return number + "\\s*" + units;
}

// Texts in the place of a number.
void add_texts(Json& schema, const std::string& quantity, const std::string& unit, const char* word) {
  std::string pattern = knob_pattern, message = "a number";
  if (!quantity.empty()) {
    pattern += "|" + quantity;
    message += ", or one with a unit: " + config::units_fitting(unit);
  }
  if (word != nullptr) {
    pattern += "|" + literal(word);
    message += std::string(", or ") + word;
  }
  schema["pattern"] = "^(" + pattern + ")$";
  schema["patternErrorMessage"] = "write " + message + ", or a $knob";
}

void add_bounds(Json& schema, double minimum, double maximum) {
  if (std::isfinite(minimum)) schema["minimum"] = number_json(minimum);
  if (std::isfinite(maximum)) schema["maximum"] = number_json(maximum);
}

Json numeric(const terrawright_parameter& parameter, const char* type) {
  Json schema = {{"type", {type, "string"}}};
  add_bounds(schema, parameter.minimum, parameter.maximum);
  const std::string unit = unit_of(parameter);
  add_texts(schema, quantity_pattern(unit, parameter.minimum, parameter.maximum), unit, parameter.word);
  if (parameter.word != nullptr) schema["examples"] = {parameter.word};
  return schema;
}

// `connectivity: 8` is a number to YAML, `true` a truth.
Json choice(const terrawright_parameter& parameter) {
  const std::vector<std::string> docs = choice_docs(parameter);
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < docs.size(); ++i) {
    choices.push_back({parameter.choices[i], docs[i]});
    const Json plain = report::json_or_none(parameter.choices[i]);
    if (plain.is_number() || plain.is_boolean()) choices.push_back({plain, docs[i]});
  }
  Json schema = choices_schema(parameter.name, choices);
  schema["anyOf"].push_back(or_knob(nullptr));
  return schema;
}

Json of_kind(const terrawright_parameter& parameter);

Json list(const terrawright_parameter& parameter) {
  Json schema = or_knob("array");
  schema["items"] = of_kind(config::item_of(parameter));
  return schema;
}

Json colour(const terrawright_parameter& parameter) {
  std::string pattern = std::string("^(") + knob_pattern + "|#[0-9a-fA-F]{6}";
  if (parameter.word != nullptr) pattern += "|" + literal(parameter.word);
  Json schema = {{"type", "string"}, {"pattern", pattern + ")$"}};
  schema["patternErrorMessage"] = std::string("write a colour as \"#rrggbb\", in quotes") +
                                  (parameter.word != nullptr ? std::string(", or ") + parameter.word : "") +
                                  ", or a $knob";
  return schema;
}

// Rows are maps, or lists that may be short.
Json table(const terrawright_parameter& parameter) {
  Json row = {{"type", {"object", "array", "string"}}, {"properties", Json::object()}};
  row["additionalProperties"] = false;
  row["items"] = Json::array();
  row["additionalItems"] = false;
  row["pattern"] = std::string("^") + knob_pattern + "$";
  for (std::uint64_t c = 0; c < parameter.n_columns; ++c) {
    row["properties"][parameter.columns[c]->name] = parameter_schema(*parameter.columns[c]);
    row["items"].push_back(of_kind(*parameter.columns[c]));
  }
  Json schema = or_knob("array");
  schema["items"] = row;
  // Or a file that has them.
  schema["type"] = {"array", "object", "string"};
  schema["properties"]["file"] = {
      {"description", "A YAML file beside this one, with the rows under the parameter's name."},
      {"type", "string"},
      {"pattern", std::string("^(") + knob_pattern + "|[^/].*\\.ya?ml)$"}};
  schema["required"] = {"file"};
  schema["additionalProperties"] = false;
  return schema;
}

Json of_kind(const terrawright_parameter& parameter) {
  switch (parameter.kind) {
    case TERRAWRIGHT_PARAMETER_REAL:
      if (border::unit_of_port(parameter.unit)) return any_number_schema(true);  // of a list's items
      return numeric(parameter, "number");
    case TERRAWRIGHT_PARAMETER_PERCENTAGE:
      return numeric(parameter, "number");
    case TERRAWRIGHT_PARAMETER_INTEGER:
      return numeric(parameter, "integer");
    case TERRAWRIGHT_PARAMETER_BOOLEAN:
      return or_knob("boolean");
    case TERRAWRIGHT_PARAMETER_CHOICE:
      return choice(parameter);
    case TERRAWRIGHT_PARAMETER_COLOUR:
      return colour(parameter);
    case TERRAWRIGHT_PARAMETER_LIST:
      return list(parameter);
    case TERRAWRIGHT_PARAMETER_ROWS:
      return table(parameter);
    default:
      return {{"type", {"string", "number", "boolean"}}};  // a text may look like either
  }
}

}  // namespace

Json or_knob(const char* type) {
  if (type == nullptr) return {{"type", "string"}, {"pattern", std::string("^") + knob_pattern + "$"}};
  return {{"type", {type, "string"}}, {"pattern", std::string("^") + knob_pattern + "$"}};
}

Json number_schema(const char* unit, double minimum, double maximum) {
  Json schema = {{"type", {"number", "string"}}};
  add_bounds(schema, minimum, maximum);
  add_texts(schema, quantity_pattern(unit, minimum, maximum), unit, nullptr);
  return schema;
}

std::string quantities_pattern(const char* unit) {
  const double open = std::numeric_limits<double>::infinity();
  if (unit != nullptr) return quantity_pattern(unit, -open, open);
  return std::string(below_zero_too) + "\\s*[^0-9.eE+\\s-]\\S*";
}

Json any_number_schema(bool or_a_knob) {
  const std::string quantity = quantities_pattern(nullptr);
  const std::string pattern = (or_a_knob ? std::string(knob_pattern) : std::string("= .+")) + "|" + quantity;
  return {{"type", {"number", "string"}},
          {"pattern", "^(" + pattern + ")$"},
          {"patternErrorMessage",
           std::string("write a number, with its unit if it has one") + (or_a_knob ? ", or a $knob" : "")}};
}

Json parameter_schema(const terrawright_parameter& parameter) {
  Json schema = {{"description", std::string(parameter.doc) + "\n\n" + type_text(parameter)}};
  schema["default"] = value_json(parameter, parameter.fallback);
  schema.update(of_kind(parameter));
  return schema;
}

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
