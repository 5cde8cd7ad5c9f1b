// SPDX-License-Identifier: Apache-2.0
// Outputs that are a page with the world in 3-D.
#include <algorithm>

#include "sections.hpp"

namespace terrawright::config {
namespace {

using report::quote;

constexpr char scene_example[] = "scene: {height: metres, drape: [picture, biomes]}";

// The writer's ports and parameters in one map.
bool read_map(const Value& value, const report::Position& at, const Check& check, Output& output) {
  if (!check.is_map(value, "'scene'", scene_example)) return false;
  bool good = check.known_keys(
      value, {"height", "drape", "lines", "points", "temperature", "lake", "budget", "picture"}, "a scene");
  good = check.required(value, at, "height", "a scene", "height: metres") && good;
  for (const char* port : {"height", "drape", "lines", "points", "temperature", "lake"}) {
    const Entry* entry = value.find(port);
    if (!entry) continue;
    const bool is_one = entry->key == "height" || entry->key == "temperature" || entry->key == "lake";
    if (is_one && !entry->value.is_scalar()) {
      good = read_reference(entry->value, check) && good;  // which says what is wrong
    } else {
      good = read_items_of_port(*entry, check, output) && good;
    }
  }
  for (const char* parameter : {"budget", "picture"})
    if (const Entry* entry = value.find(parameter)) output.writer.parameters.push_back(*entry);
  return good;
}

// Keys that other files have and a view does not have.
bool only_of_scenes(const Value& value, const Check& check) {
  bool good = true;
  for (const Entry& entry : value.entries) {
    if (entry.key == "file" || entry.key == "scene") continue;
    const std::vector<std::string> others{"tiles",   "pyramid", "layers",    "range", "legend",  "texture", "error",
                                          "coarsen", "tiled",   "overviews", "cog",   "sidecar", "for",     "print"};
    if (std::find(others.begin(), others.end(), entry.key) == others.end()) {
      check.known_keys(Value{value.type, value.position, {}, "", false, {}, {entry}}, {"file", "scene"}, "a view");
    } else {
      check.error(entry.key_position, quote(entry.key) + " is not of a view",
                  entry.key == "layers"    ? "name its layers in the scene, as " + std::string(scene_example)
                  : entry.key == "coarsen" ? "remove it; a large world is shown at every second, fourth ... cell"
                                           : "remove it, or write another output");
    }
    good = false;
  }
  return good;
}

}  // namespace

bool read_scene(const Value& value, const Check& check, const World& world, Output& output) {
  bool good = only_of_scenes(value, check);
  const Value* file = check.required(value, value.position, "file", "a view", "file: \"{name}-{seed}.html\"");
  good = file && read_file(*file, "file", check, world, output) && good;
  if (output.final_file.find("{layer}") != std::string::npos) {
    check.error(*file, "a view holds all layers, and its name cannot contain '{layer}'",
                "its name can contain {name} and {seed}");
    good = false;
  }
  output.form = Form::view;
  output.writer.id = "scene.html";
  output.writer.version = 1;
  const Entry* scene = value.find("scene");
  return read_map(scene->value, scene->key_position, check, output) && good;
}

}  // namespace terrawright::config
