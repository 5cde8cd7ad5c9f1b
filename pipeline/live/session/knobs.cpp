// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "config/quantity.hpp"
#include "live/session/work.hpp"

namespace terrawright::live {
namespace {

bool is_at(const report::Position& a, const report::Position& b) {
  return a && a.source == b.source && a.line == b.line && a.column == b.column;
}

bool comes_from(const config::Value& value, const config::Knob& knob) {
  if (value.reference && is_at(value.position, knob.value.position)) return true;
  return std::any_of(value.items.begin(), value.items.end(),
                     [&](const config::Value& item) { return comes_from(item, knob); });
}

// The first parameter that takes the knob's value; null: none is known.
const terrawright_parameter* parameter_of(const std::string& name, const graph::Graph& graph) {
  const auto& knobs = graph.world->knobs;
  const auto knob = std::find_if(knobs.begin(), knobs.end(), [&](const auto& one) { return one.name == name; });
  if (knob == knobs.end()) return nullptr;
  for (const graph::Node& node : graph.nodes) {
    for (const config::Entry& entry : node.written->parameters) {
      if (!comes_from(entry.value, *knob)) continue;
      if (const auto* parameter = graph::find_parameter(node.stage(), entry.key)) return parameter;
    }
  }
  return nullptr;
}

std::optional<double> number_in(const std::string& text, const std::string& unit) {
  const auto read = config::read_real(text, unit);
  return read ? read.value : std::nullopt;
}

std::optional<double> bound_in(double bound, const terrawright_parameter& parameter, const std::string& unit) {
  if (!std::isfinite(bound)) return std::nullopt;
  if (unit.empty()) return bound;
  return number_in(config::with_unit(bound, parameter.unit), unit);
}

// 1, 2 or 5 times a power of ten, at most `step`.
double round_step(double step) {
  double power = 1;
  while (power > step) power /= 10;
  while (power * 10 <= step) power *= 10;
  return power * (step >= 5 * power ? 5 : step >= 2 * power ? 2 : 1);
}

bool is_whole(const std::string& text) {
  return !text.empty() && text.find_first_not_of("-0123456789") == std::string::npos;
}

struct Ends {
  std::optional<double> low, high;
};

// A slider goes no farther than a hand can aim.
Ends within_reach(Ends ends, double value) {
  const double far = 4 * (value == 0 ? 1 : std::abs(value));
  if (!ends.low || *ends.low < -2.5 * far) ends.low = value < 0 ? -far : std::max(0.0, ends.low.value_or(0.0));
  if (!ends.high || *ends.high > 2.5 * far) ends.high = value < 0 && !ends.high ? 0 : far;
  return {std::min(*ends.low, value), std::max(*ends.high, value)};
}

void add_slider(Json& json, const config::Knob& knob, const terrawright_parameter* parameter, double value,
                const std::string& unit) {
  Ends ends;
  bool whole = parameter != nullptr && parameter->kind == TERRAWRIGHT_PARAMETER_INTEGER && unit.empty();
  if (knob.range) {
    ends = {number_in(knob.range->first.text, unit), number_in(knob.range->second.text, unit)};
    whole = whole || (parameter == nullptr && is_whole(knob.value.text) && is_whole(knob.range->first.text) &&
                      is_whole(knob.range->second.text));
  } else {
    if (parameter != nullptr && parameter->kind == TERRAWRIGHT_PARAMETER_INTEGER) {
      ends = {bound_in(static_cast<double>(parameter->integer_minimum), *parameter, unit),
              bound_in(static_cast<double>(parameter->integer_maximum), *parameter, unit)};
    } else if (parameter != nullptr) {
      ends = {bound_in(parameter->minimum, *parameter, unit), bound_in(parameter->maximum, *parameter, unit)};
    }
    ends = within_reach(ends, value);
  }
  const double low = ends.low.value_or(value), high = ends.high.value_or(value);
  const double step = high > low ? round_step((high - low) / 200) : 1;
  json["type"] = "number";
  json["number"] = value;
  json["low"] = low;
  json["high"] = high;
  json["step"] = whole ? std::max(1.0, step) : step;
}

void add_choices(Json& json, const terrawright_parameter& parameter) {
  json["type"] = "choice";
  if (parameter.kind == TERRAWRIGHT_PARAMETER_BOOLEAN) {
    json["choices"] = {"true", "false"};
    return;
  }
  for (std::uint64_t i = 0; i < parameter.n_choices; ++i) json["choices"].push_back(parameter.choices[i]);
}

}  // namespace

Json knobs_of(const config::World& written, const graph::Graph* graph) {
  Json all = Json::array();
  for (const config::Knob& knob : written.knobs) {
    const terrawright_parameter* const parameter = graph == nullptr ? nullptr : parameter_of(knob.name, *graph);
    Json json = {{"name", knob.name}, {"doc", knob.doc}, {"type", "text"}, {"value", knob.value.text}};
    if (knob.doc.empty() && parameter != nullptr) json["doc"] = parameter->doc;
    const std::string& source = knob.value.position ? knob.value.position.source->name : knob.position.source->name;
    if (source == "--set") json["fixed"] = "its value comes from --set";
    const std::string& text = knob.value.text;
    const bool scalar = knob.value.is_scalar();
    const std::string unit = scalar && !knob.value.quoted ? config::unit_of(text) : "";
    const auto value = scalar && !knob.value.quoted ? number_in(text, unit) : std::nullopt;
    if (parameter != nullptr && scalar &&
        (parameter->kind == TERRAWRIGHT_PARAMETER_CHOICE || parameter->kind == TERRAWRIGHT_PARAMETER_BOOLEAN)) {
      add_choices(json, *parameter);
    } else if (value) {
      // As it is written, "60%" or "60 %".
      json["suffix"] = text.substr(std::min(text.find_first_not_of("+-.0123456789eE"), text.size()));
      add_slider(json, knob, parameter, *value, unit);
    } else if (!scalar) {
      json["type"] = "none";
    }
    all.push_back(json);
  }
  return all;
}

}  // namespace terrawright::live
