// SPDX-License-Identifier: Apache-2.0
#include "cli/json_text.hpp"

#include <cmath>

namespace terrawright::cli {
namespace {

constexpr std::size_t widest = 120;

// Texts of files and of the command line may be broken UTF-8.
std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// With a space behind ':' and ','.
std::string one_line(const Json& json) {
  if (!json.is_structured()) return dumped(json);
  std::string text;
  for (const auto& [key, value] : json.items()) {
    text += text.empty() ? "" : ", ";
    if (json.is_object()) text += dumped(Json(key)) + ": ";
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
    const std::string label = json.is_object() ? dumped(Json(key)) + ": " : "";
    text += label;
    add_json(value, indent + 2, label.size(), text);
  }
  text += "\n" + std::string(indent, ' ') + (json.is_object() ? "}" : "]");
}

}  // namespace

std::string json_text(const Json& json) {
  std::string text;
  add_json(json, 0, 0, text);
  return text + "\n";
}

Json number_json(double number) {
  if (std::fabs(number) < 9e15 && number == std::floor(number)) return static_cast<std::int64_t>(number);
  return number;
}

}  // namespace terrawright::cli
