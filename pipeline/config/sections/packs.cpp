// SPDX-License-Identifier: Apache-2.0
// Outputs that are folders for a game engine: the ports and parameters of their writer, in one map.
#include <algorithm>
#include <set>

#include "sections.hpp"

namespace terrawright::config {
namespace {

using report::quote;

class PackParser {
 public:
  PackParser(const Check& check, const World& world, Output& output) : check_(check), world_(world), output_(output) {}

  bool read(const Value& value) {
    output_.form = Form::pack;
    output_.writer.id = "game.pack";
    output_.writer.version = 1;
    check_.known_keys(value, {"pack", "folder", "heights", "range", "weights", "tables", "tiles", "fit"}, "a pack");
    bool good = true;
    add_parameter("program", *value.find("pack"));
    const Value* folder = check_.required(value, value.position, "folder", "a pack", "folder: \"{name}-unreal\"");
    good = folder && read_folder(*folder) && good;
    good = read_heights(value) && good;
    if (const Entry* weights = value.find("weights")) good = read_weights(weights->value) && good;
    if (const Entry* tables = value.find("tables")) good = read_tables(tables->value) && good;
    if (const Entry* tiles = value.find("tiles")) good = read_tiles(tiles->value, tiles->key_position) && good;
    for (const char* parameter : {"fit", "range"})
      if (const Entry* entry = value.find(parameter)) add_parameter(parameter, *entry);
    return good;
  }

 private:
  void add_parameter(const char* name, Entry entry) {
    entry.key = name;
    output_.writer.parameters.push_back(std::move(entry));
  }

  bool read_heights(const Value& value) {
    if (const Entry* heights = value.find("heights"))
      return add_layer("heights", "heights", heights->value.position, heights->value);
    // `weights` looks like it, and is no misspelling of it.
    Value others = value;
    others.entries.erase(std::remove_if(others.entries.begin(), others.entries.end(),
                                        [](const Entry& entry) { return entry.key == "weights"; }),
                         others.entries.end());
    check_.required(others, value.position, "heights", "a pack", "heights: node");
    return false;
  }

  bool read_folder(const Value& value) {
    if (!read_file(value, "folder", check_, world_, output_)) return false;
    if (output_.final_file.find("{layer}") == std::string::npos) return true;
    return check_.error(value, "a folder holds all layers, and its name cannot contain '{layer}'",
                        "folders' names can contain {name} and {seed}");
  }

  bool read_tiles(const Value& value, const report::Position& at) {
    if (!check_.is_map(value, "'tiles'", "tiles: {side: 1008}")) return false;
    const bool good = check_.known_keys(value, {"side", "overlap"}, "tiles of a pack");
    for (const char* parameter : {"side", "overlap"})
      if (const Entry* entry = value.find(parameter)) output_.writer.parameters.push_back(*entry);
    return check_.required(value, at, "side", "tiles of a pack", "side: 1008") && good;
  }

  bool add_layer(const std::string& port, const std::string& name, const report::Position& at, const Value& value) {
    Layer layer{name, at, {}};
    layer.port = port;
    if (!read_item(value, at, check_, layer)) return false;
    output_.layers.push_back(std::move(layer));
    return true;
  }

  // All of them are files of one folder.
  bool is_new_name(const Entry& entry, const std::string& what) {
    if (!check_.is_name(entry.key, entry.key_position, what)) return false;
    if (entry.key != "heights" && names_.insert(entry.key).second) return true;
    return check_.error(entry.key_position, "two layers of the pack have the name " + quote(entry.key),
                        "give one of them another name");
  }

  // Each a layer, or the rest: then their order has to be told.
  bool read_weights(const Value& value) {
    if (!check_.is_map(value, "'weights'", "weights: {rock: steep, grass: rest}")) return false;
    bool good = true;
    const Entry* rest = nullptr;
    Value textures;
    textures.type = Value::Type::list;
    textures.position = value.position;
    for (const Entry& entry : value.entries) {
      if (!is_new_name(entry, "a weight")) {
        good = false;
        continue;
      }
      Value& texture = textures.items.emplace_back();
      texture.type = Value::Type::scalar;
      texture.position = entry.key_position;
      texture.text = entry.key;
      texture.quoted = true;
      if (!entry.value.is_scalar() || entry.value.text != "rest") {
        good = read_weight(entry) && good;
        continue;
      }
      if (rest) good = check_.error(entry.value, "the rest is " + quote(rest->key) + " already", "name a layer");
      rest = &entry;
    }
    if (rest) add_parameter("textures", {"", value.position, std::move(textures)});
    return good;
  }

  bool read_weight(const Entry& entry) {
    if (entry.value.is_scalar() || entry.value.is_map())
      return add_layer("weights", entry.key, entry.key_position, entry.value);
    return check_.error(entry.value, quote(entry.key) + " is " + entry.value.description() + ", not a layer",
                        "write " + entry.key + ": node, " + entry.key + ": {layer: biomes, classes: [beach]} or " +
                            entry.key + ": rest");
  }

  bool read_tables(const Value& value) {
    if (!check_.is_map(value, "'tables'", "tables: {rivers: rivers.table}")) return false;
    bool good = true;
    for (const Entry& entry : value.entries)
      good = is_new_name(entry, "a table") && add_layer("tables", entry.key, entry.key_position, entry.value) && good;
    return good;
  }

  const Check& check_;
  const World& world_;
  Output& output_;
  std::set<std::string> names_;
};

}  // namespace

bool read_pack(const Value& value, const Check& check, const World& world, Output& output) {
  return PackParser(check, world, output).read(value);
}

namespace {

// Outputs that are a page with the world in 3-D.

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
      check.error(entry.key_position, "a view takes no " + quote(entry.key),
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
  if (output.final_file.find("{layer}") != std::string::npos)
    good = check.error(*file, "a view holds all layers, and its name cannot contain '{layer}'",
                       "write a name with {name} and {seed} alone");
  output.form = Form::view;
  output.writer.id = "scene.html";
  output.writer.version = 1;
  const Entry* scene = value.find("scene");
  return read_map(scene->value, scene->key_position, check, output) && good;
}

// Inputs of a writer's port: a node, some of its classes, several nodes with or without titles.

bool read_item(const Value& value, const report::Position& at, const Check& check, Layer& layer) {
  const Value* node = &value;
  bool good = true;
  if (value.is_map()) {
    good = check.known_keys(value, {"layer", "classes"}, "a layer");
    node = check.required(value, at, "layer", "a layer", "layer: biomes");
    if (const Entry* classes = value.find("classes")) {
      good = check.is_list(classes->value, "'classes'", "classes: [beach, desert]") && good;
      if (classes->value.is_list() && classes->value.items.empty())
        good = check.error(classes->value, "'classes' is empty", "name at least one, as the legend has them");
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
    return check.error(of, report::quote(of.text) + " stands twice in " + report::quote(port.key), "name it once");
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
    good = check.error(value, report::quote(port.key) + " has no value",
                       "write " + port.key + ": node, or [node, node.port]");
  } else if (value.is_list()) {
    for (const Value& item : value.items) add(item, "");
  } else if (value.is_map()) {
    for (const Entry& item : value.entries) {
      if (item.key.empty() || item.key.size() > longest_title)
        good = check.error(item.key_position, item.key.empty() ? "a title is empty" : "a title has more than 100 bytes",
                           "write a few words, as {Annual rain: rain.annual}");
      add(item.value, item.key);
    }
  } else {
    add(value, "");
  }
  return good;
}

}  // namespace terrawright::config
