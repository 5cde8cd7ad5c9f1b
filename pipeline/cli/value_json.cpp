// SPDX-License-Identifier: Apache-2.0
#include "cli/value_json.hpp"

#include <cmath>
#include <limits>

#include "cli/value_text.hpp"

namespace terrawright::cli {
namespace {

const char* type_word(std::uint32_t kind) {
  constexpr const char* words[] = {"",           "number", "integer", "boolean", "choice", "text",
                                   "percentage", "list",   "table",   "file",    "colour"};
  return kind <= TERRAWRIGHT_PARAMETER_COLOUR ? words[kind] : "";
}

}  // namespace

Json value_json(const terrawright_parameter& parameter, const terrawright_value& value) {
  if (value.is_word) return parameter.word;
  Json list = Json::array();
  switch (parameter.kind) {
    case TERRAWRIGHT_PARAMETER_REAL:
      if (has_unit(parameter)) return value_text(parameter, value);
      return number_json(value.real);
    case TERRAWRIGHT_PARAMETER_INTEGER:
      if (has_unit(parameter)) return value_text(parameter, value);
      return value.integer;
    case TERRAWRIGHT_PARAMETER_BOOLEAN:
      return value.integer != 0;
    case TERRAWRIGHT_PARAMETER_TEXT:
    case TERRAWRIGHT_PARAMETER_FILE:
      return value.text;
    case TERRAWRIGHT_PARAMETER_COLOUR: {
      const std::string quoted = value_text(parameter, value);
      return quoted.substr(1, quoted.size() - 2);
    }
    case TERRAWRIGHT_PARAMETER_LIST: {
      terrawright_parameter item = parameter;
      item.kind = parameter.item_kind;
      for (std::uint64_t i = 0; i < value.n_items; ++i) list.push_back(value_json(item, value.items[i]));
      return list;
    }
    case TERRAWRIGHT_PARAMETER_ROWS:
      for (std::uint64_t i = 0; i < value.n_items; ++i) {
        Json row = Json::array();
        for (std::uint64_t c = 0; c < parameter.n_columns; ++c)
          row.push_back(value_json(*parameter.columns[c], value.items[i].items[c]));
        list.push_back(row);
      }
      return list;
    default:
      return value_text(parameter, value);  // a choice, a percentage
  }
}

Json parameter_json(const terrawright_parameter& parameter) {
  Json json = {{"name", parameter.name}, {"type", type_word(parameter.kind)}};
  if (has_unit(parameter)) json["unit"] = parameter.unit;
  if (parameter.kind == TERRAWRIGHT_PARAMETER_LIST) json["items"] = type_word(parameter.item_kind);
  if (is_whole(parameter)) {
    using Whole = std::numeric_limits<std::int64_t>;
    if (parameter.integer_minimum != Whole::min()) json["minimum"] = parameter.integer_minimum;
    if (parameter.integer_maximum != Whole::max()) json["maximum"] = parameter.integer_maximum;
  } else {
    if (std::isfinite(parameter.minimum)) json["minimum"] = number_json(parameter.minimum);
    if (std::isfinite(parameter.maximum)) json["maximum"] = number_json(parameter.maximum);
  }
  if (parameter.flags & TERRAWRIGHT_PARAMETER_ADVANCED) json["advanced"] = true;
  if (parameter.flags & TERRAWRIGHT_PARAMETER_DEPRECATED) json["deprecated"] = true;
  if (parameter.word != nullptr) json["word"] = parameter.word;
  for (std::uint64_t i = 0; i < parameter.n_choices; ++i) json["choices"].push_back(parameter.choices[i]);
  for (std::uint64_t i = 0; parameter.choice_docs != nullptr && i < parameter.n_choices; ++i)
    json["choice_docs"].push_back(parameter.choice_docs[i]);
  for (std::uint64_t c = 0; c < parameter.n_columns; ++c)
    json["columns"].push_back(parameter_json(*parameter.columns[c]));
  json["default"] = value_json(parameter, parameter.fallback);
  json["doc"] = parameter.doc;
  return json;
}

}  // namespace terrawright::cli
