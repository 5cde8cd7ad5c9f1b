// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "border/description.hpp"
#include "cli/describe/stage_sentences.hpp"
#include "config/plain_value.hpp"
#include "config/quantity.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::cli {
namespace {

const char* type_name(const terrawright_parameter& parameter) {
  switch (parameter.kind) {
    case TERRAWRIGHT_PARAMETER_REAL:
      return "number";
    case TERRAWRIGHT_PARAMETER_INTEGER:
      return "whole number";
    case TERRAWRIGHT_PARAMETER_BOOLEAN:
      return "true or false";
    case TERRAWRIGHT_PARAMETER_CHOICE:
      return "one of ";
    case TERRAWRIGHT_PARAMETER_TEXT:
      return "text";
    case TERRAWRIGHT_PARAMETER_FILE:
      return "path of a file beside the config";
    case TERRAWRIGHT_PARAMETER_PERCENTAGE:
      return "percentage";
    case TERRAWRIGHT_PARAMETER_COLOUR:
      return "colour, as \"#rrggbb\"";
    case TERRAWRIGHT_PARAMETER_LIST:
      if (parameter.item_kind == TERRAWRIGHT_PARAMETER_TEXT) return "list of texts";
      return parameter.item_kind == TERRAWRIGHT_PARAMETER_INTEGER ? "list of whole numbers" : "list of numbers";
    default:
      return "table";
  }
}

// "" where there is no bound. Those of whole numbers are exact, whatever a double makes of them.
std::string bound_text(const terrawright_parameter& parameter, bool low) {
  if (is_whole(parameter)) {
    const std::int64_t bound = low ? parameter.integer_minimum : parameter.integer_maximum;
    const std::int64_t open = low ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    return bound == open ? "" : std::to_string(bound);
  }
  const double bound = low ? parameter.minimum : parameter.maximum;
  return std::isfinite(bound) ? config::canonical(bound) : "";
}

std::string range_text(const terrawright_parameter& parameter) {
  const std::string low = bound_text(parameter, true), high = bound_text(parameter, false);
  if (!low.empty() && !high.empty()) return low + " to " + high;
  if (!low.empty()) return "at least " + low;
  return high.empty() ? "" : "at most " + high;
}

}  // namespace

bool has_unit(const terrawright_parameter& parameter) {
  const std::string unit = parameter.unit ? parameter.unit : "";
  return !unit.empty() && unit != "1";
}

bool is_whole(const terrawright_parameter& parameter) {
  return parameter.kind == TERRAWRIGHT_PARAMETER_INTEGER ||
         (parameter.kind == TERRAWRIGHT_PARAMETER_LIST && parameter.item_kind == TERRAWRIGHT_PARAMETER_INTEGER);
}

std::string type_text(const terrawright_parameter& parameter) {
  std::string text = type_name(parameter);
  for (std::uint64_t i = 0; i < parameter.n_choices; ++i) {
    text += (i == 0 ? "" : ", ") + std::string(parameter.choices[i]);
  }
  if (parameter.kind == TERRAWRIGHT_PARAMETER_ROWS) {
    text += " with the columns";
    for (std::uint64_t i = 0; i < parameter.n_columns; ++i) {
      const terrawright_parameter& column = *parameter.columns[i];
      text += (i == 0 ? " " : ", ") + std::string(column.name) +
              (has_unit(column) ? " in " + std::string(column.unit) : "");
    }
  }
  const auto of = config::of_cells(parameter.unit);
  if (const auto port = border::unit_of_port(parameter.unit)) {
    text += " in the unit of '" + *port + "'";
  } else if (has_unit(parameter)) {
    text += of ? " of cells" : std::string(" in ") + parameter.unit;
  }
  if (const std::string range = range_text(parameter); !range.empty()) text += ", " + range;
  if (of) {
    const config::Unit& unit = *config::find_unit(of->unit);
    text += ", or " + std::string(unit.dimension) + " in " + report::join(config::units_like(unit));
    if (is_whole(parameter)) text += ", rounded to whole cells";
  }
  if (parameter.word != nullptr) text += std::string(", or ") + parameter.word;
  if (parameter.flags & TERRAWRIGHT_PARAMETER_ADVANCED) text += "; advanced";
  if (parameter.flags & TERRAWRIGHT_PARAMETER_DEPRECATED) text += "; deprecated";
  return text;
}

std::string value_text(const terrawright_parameter& parameter, const terrawright_value& value) {
  if (value.is_word) return parameter.word;
  if (const char* text = config::unmeasured(value, parameter)) return text;
  switch (parameter.kind) {
    case TERRAWRIGHT_PARAMETER_REAL:
      return config::with_unit(value.real, parameter.unit);
    case TERRAWRIGHT_PARAMETER_INTEGER:
      return std::to_string(value.integer) +
             (has_unit(parameter) ? " " + config::counted(static_cast<double>(value.integer), parameter.unit) : "");
    case TERRAWRIGHT_PARAMETER_BOOLEAN:
      return value.integer ? "true" : "false";
    case TERRAWRIGHT_PARAMETER_CHOICE:
      return parameter.choices[value.integer];
    case TERRAWRIGHT_PARAMETER_TEXT:
    case TERRAWRIGHT_PARAMETER_FILE:
      return *value.text == 0 ? "\"\"" : value.text;
    case TERRAWRIGHT_PARAMETER_PERCENTAGE:
      return config::canonical(static_cast<double>(value.integer) / 1e4) + " %";
    case TERRAWRIGHT_PARAMETER_COLOUR:
      return config::canonical(value, parameter);
    default:
      break;
  }
  std::string text = "[";
  for (std::uint64_t i = 0; i < value.n_items; ++i) {
    if (i != 0) text += ", ";
    if (parameter.kind == TERRAWRIGHT_PARAMETER_LIST) {
      text += value_text(config::item_of(parameter), value.items[i]);
      continue;
    }
    text += "[";
    for (std::uint64_t c = 0; c < parameter.n_columns; ++c) {
      text += (c == 0 ? "" : ", ") + value_text(*parameter.columns[c], value.items[i].items[c]);
    }
    text += "]";
  }
  return text + "]";
}

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
    case TERRAWRIGHT_PARAMETER_LIST:
      for (std::uint64_t i = 0; i < value.n_items; ++i)
        list.push_back(value_json(config::item_of(parameter), value.items[i]));
      return list;
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
