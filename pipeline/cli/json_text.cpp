// SPDX-License-Identifier: Apache-2.0
#include "cli/json_text.hpp"

#include <cmath>

namespace terrawright::cli {
namespace {

constexpr std::size_t widest = 120;

// With a space behind ':' and ','.
std::string one_line(const Json& json) {
  if (!json.is_structured()) return json.dump();
  std::string text;
  for (const auto& [key, value] : json.items()) {
    text += text.empty() ? "" : ", ";
    if (json.is_object()) text += Json(key).dump() + ": ";
    text += one_line(value);
  }
  return json.is_object() ? "{" + text + "}" : "[" + text + "]";
}

void add_json(const Json& json, std::size_t indent, std::size_t before, std::string& text) {
  const std::string flat = one_line(json);
  if (!json.is_structured() || json.empty() || indent + before + flat.size() < widest) {
    text += flat;
    return;
  }
  text += json.is_object() ? "{" : "[";
  const std::string margin(indent + 2, ' ');
  bool first = true;
  for (const auto& [key, value] : json.items()) {
    text += (first ? "\n" : ",\n") + margin;
    first = false;
    const std::string label = json.is_object() ? Json(key).dump() + ": " : "";
    text += label;
    add_json(value, indent + 2, label.size(), text);
  }
  text += "\n" + std::string(indent, ' ') + (json.is_object() ? "}" : "]");
}

}  // namespace

std::string readable_json(const Json& json) {
  std::string text;
  add_json(json, 0, 0, text);
  return text + "\n";
}

Json number_json(double number) {
  if (std::fabs(number) < 9e15 && number == std::floor(number)) return static_cast<std::int64_t>(number);
  return number;
}

}  // namespace terrawright::cli
