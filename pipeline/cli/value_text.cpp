// SPDX-License-Identifier: Apache-2.0
#include "cli/value_text.hpp"

#include <cmath>

#include "config/quantity.hpp"

namespace terrawright::cli {
namespace {

const char* type_name(std::uint32_t kind) {
  switch (kind) {
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
    case TERRAWRIGHT_PARAMETER_LIST:
      return "list of numbers";
    default:
      return "table";
  }
}

bool has_unit(const terrawright_parameter& parameter) {
  const std::string unit = parameter.unit;
  return !unit.empty() && unit != "1";
}

std::string range_text(const terrawright_parameter& parameter) {
  const bool low = std::isfinite(parameter.minimum), high = std::isfinite(parameter.maximum);
  if (low && high) return config::canonical(parameter.minimum) + " to " + config::canonical(parameter.maximum);
  if (low) return "at least " + config::canonical(parameter.minimum);
  return high ? "at most " + config::canonical(parameter.maximum) : "";
}

}  // namespace

std::string type_text(const terrawright_parameter& parameter) {
  std::string text = type_name(parameter.kind);
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
  if (has_unit(parameter)) text += std::string(" in ") + parameter.unit;
  if (const std::string range = range_text(parameter); !range.empty()) text += ", " + range;
  if (parameter.word != nullptr) text += std::string(", or ") + parameter.word;
  return text;
}

std::string value_text(const terrawright_parameter& parameter, const terrawright_value& value) {
  if (value.is_word) return parameter.word;
  switch (parameter.kind) {
    case TERRAWRIGHT_PARAMETER_REAL:
      return config::with_unit(value.real, parameter.unit);
    case TERRAWRIGHT_PARAMETER_INTEGER:
      return std::to_string(value.integer) + (has_unit(parameter) ? std::string(" ") + parameter.unit : "");
    case TERRAWRIGHT_PARAMETER_BOOLEAN:
      return value.integer ? "true" : "false";
    case TERRAWRIGHT_PARAMETER_CHOICE:
      return parameter.choices[value.integer];
    case TERRAWRIGHT_PARAMETER_TEXT:
    case TERRAWRIGHT_PARAMETER_FILE:
      return *value.text == 0 ? "\"\"" : value.text;
    case TERRAWRIGHT_PARAMETER_PERCENTAGE:
      return config::canonical(static_cast<double>(value.integer) / 1e4) + " %";
    default:
      break;
  }
  std::string text = "[";
  for (std::uint64_t i = 0; i < value.n_items; ++i) {
    if (i != 0) text += ", ";
    if (parameter.kind == TERRAWRIGHT_PARAMETER_LIST) {
      text += value.items[i].is_word ? parameter.word : config::with_unit(value.items[i].real, parameter.unit);
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

}  // namespace terrawright::cli
