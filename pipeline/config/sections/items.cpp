// SPDX-License-Identifier: Apache-2.0
// Inputs of a writer's port: a node, some of its classes, several nodes with or without titles.
#include <algorithm>

#include "sections.hpp"

namespace terrawright::config {

bool read_item(const Value& value, const report::Position& at, const Check& check, Layer& layer) {
  const Value* node = &value;
  bool good = true;
  if (value.is_map()) {
    good = check.known_keys(value, {"layer", "classes"}, "a layer");
    node = check.required(value, at, "layer", "a layer", "layer: biomes");
    if (const Entry* classes = value.find("classes")) {
      good = check.is_list(classes->value, "'classes'", "classes: [beach, desert]") && good;
      if (classes->value.is_list() && classes->value.items.empty()) {
        check.error(classes->value, "'classes' is empty", "name at least one, as the legend has them");
        good = false;
      }
      for (const Value& item : classes->value.items)
        good = check.is_text(item, "a class", "classes: [beach, desert]") && good;
      layer.classes = classes->value;
    }
  }
  const auto from = node == nullptr ? std::nullopt : read_reference(*node, check);
  if (from) layer.from = *from;
  return from && good;
}

bool read_items_of_port(const Entry& port, const Check& check, Output& output) {
  constexpr std::size_t longest_title = 100;
  bool good = true;
  const auto is_new = [&](const Value& of) {
    const auto is_it = [&](const Layer& layer) {
      return layer.port == port.key && layer.name == of.text && layer.classes.is_null();
    };
    if (!of.is_scalar() || std::none_of(output.layers.begin(), output.layers.end(), is_it)) return true;
    check.error(of, report::quote(of.text) + " stands twice in " + report::quote(port.key), "name it once");
    return false;
  };
  const auto add = [&](const Value& of, const std::string& title) {
    good = is_new(of) && good;
    Layer layer{of.text, of.position, {}};
    if (!read_item(of, of.position, check, layer)) {
      good = false;
      return;
    }
    if (const Entry* node = of.find("layer"); of.is_map() && node) layer.name = node->value.text;
    layer.port = port.key;
    layer.title = title;
    output.layers.push_back(std::move(layer));
  };
  const Value& value = port.value;
  if (value.is_null()) {
    check.error(value, report::quote(port.key) + " has no value", "write " + port.key + ": node, or [node, node.port]");
    good = false;
  } else if (value.is_list()) {
    for (const Value& item : value.items) add(item, "");
  } else if (value.is_map()) {
    for (const Entry& item : value.entries) {
      if (item.key.empty() || item.key.size() > longest_title) {
        check.error(item.key_position, item.key.empty() ? "a title is empty" : "a title has more than 100 bytes",
                    "write a few words, as {Annual rain: rain.annual}");
        good = false;
      }
      add(item.value, item.key);
    }
  } else {
    add(value, "");
  }
  return good;
}

}  // namespace terrawright::config
