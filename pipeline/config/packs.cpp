// SPDX-License-Identifier: Apache-2.0
// Outputs that are folders for a game engine: the ports and parameters of their writer, in one map.
#include <algorithm>
#include <set>

#include "sections.hpp"

namespace terrawright::config {
namespace {

using report::quote;

class PackReader {
 public:
  PackReader(const Check& check, const World& world, Output& output) : check_(check), world_(world), output_(output) {}

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
    check_.error(value, "a folder holds all layers, and its name cannot contain '{layer}'",
                 "folders' names can contain {name} and {seed}");
    return false;
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
    check_.error(entry.key_position, "two layers of the pack have the name " + quote(entry.key),
                 "give one of them another name");
    return false;
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
      if (rest) {
        check_.error(entry.value, "the rest is " + quote(rest->key) + " already", "name a layer");
        good = false;
      }
      rest = &entry;
    }
    if (rest) add_parameter("textures", {"", value.position, std::move(textures)});
    return good;
  }

  bool read_weight(const Entry& entry) {
    if (entry.value.is_scalar() || entry.value.is_map())
      return add_layer("weights", entry.key, entry.key_position, entry.value);
    check_.error(entry.value, quote(entry.key) + " is " + entry.value.description() + ", not a layer",
                 "write " + entry.key + ": node, " + entry.key + ": {layer: biomes, classes: [beach]} or " + entry.key +
                     ": rest");
    return false;
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
  return PackReader(check, world, output).read(value);
}

}  // namespace terrawright::config
