// SPDX-License-Identifier: Apache-2.0
// Values of a config as JSON Schema (draft 7). Every schema here is flat: `minimum` looks at numbers only, `pattern` at
// texts only, so that a number, a quantity, a word and a knob share one short rule.
#pragma once
#include <string>
#include <vector>

#include "cli/terminal/standard_output.hpp"
#include "graph/catalogue.hpp"
#include "terrawright/abi.h"

namespace terrawright::cli {

// Choices that explain themselves in an editor's list: a constant, a title and a description each.

// Hover text of `value` in an editor: the title in bold, then the text; `markdown` if it can show that.
Json choice_schema(const Json& value, const std::string& title, const std::string& text,
                   const std::string& markdown = {});

struct Choice {
  Json value;
  std::string text;
};
// Any of them; titles are "key: value".
Json choices_schema(const std::string& key, const std::vector<Choice>& choices);

// The same with a description.
Json described(const char* description, const Json& schema);

// `$name`, or `= EXPRESSION`, and a text that is nothing but that.
inline constexpr char knob_pattern[] = "(\\$[a-z][a-z0-9_]*|= .+)";
inline constexpr char name_pattern[] = "^[a-z][a-z0-9_]{0,99}$";
// `node` or `node.port`.
inline constexpr char reference_pattern[] = "^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)?$";
// The same, or `$input` inside a composite; whether it is inside one, no flat schema sees.
inline constexpr char input_pattern[] = "^(\\$[a-z][a-z0-9_]*|[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)?)$";
// `family.word@1`.
inline constexpr char stage_pattern[] = "^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+@[1-9][0-9]*$";

// A parameter or a column: type, unit, range, choices, word, default and documentation.
Json parameter_schema(const terrawright_parameter& parameter);
// A number of `unit` in minimum .. maximum (infinite where open), a quantity or a knob.
Json number_schema(const char* unit, double minimum, double maximum);
// Texts for an input that takes a literal number of `unit` (null: of any); empty without a unit.
std::string quantities_pattern(const char* unit);
// A number of any unit.
Json any_number_schema(bool or_a_knob);
// `type` (null: none more), or a knob in its place.
Json or_knob(const char* type);

// Optional and required keys of `in` and `with` for a node of this stage.
Json stage_schema(const terrawright_stage& stage);
// Any node: `use` names a stage or composite, and for those of the catalogue the rest follows from it.
Json node_schema(const graph::Catalogue& catalogue);
// Stages for nodes if the config brings no composites: the names of the catalogue.
Json uses_schema(const graph::Catalogue& catalogue);

// The shapes of outputs: files of writers, a folder for a game engine, a page with the world in 3-D. `reference`: of a
// node.

Json outputs_schema(const graph::Catalogue& catalogue);
// Spellings of old configs in the place of a writer: pyramid: {...}, scene: {...} and pack: program.
Json pyramid_schema(const graph::Catalogue& catalogue);
Json view_schema(const graph::Catalogue& catalogue, const Json& reference);
Json pack_schema(const graph::Catalogue& catalogue, const Json& reference);

// A parameter beside `file`: of a list one value will do.
Json key_schema(const terrawright_parameter& parameter);
// A node, or some classes of it.
Json of_classes_schema(const Json& reference);
// Schema of a port of many: one node, a list of them, or a map with titles.
Json items_schema(const Json& reference);

}  // namespace terrawright::cli
