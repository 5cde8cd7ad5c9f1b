// SPDX-License-Identifier: Apache-2.0
// Outputs that are folders for a game engine.
#include <algorithm>
#include <set>

#include "report/suggest.hpp"
#include "sections.hpp"

namespace terrawright::config {
namespace {

using report::quote;

const std::vector<std::string> programs{"unreal", "unity", "godot", "generic"};

class PackReader {
 public:
  PackReader(const Check& check, const World& world, Output& output) : check_(check), world_(world), output_(output) {}

  bool read(const Value& value) {
    output_.pack.emplace();
    check_.known_keys(value, {"pack", "folder", "heights", "range", "weights", "tables", "tiles", "fit"}, "a pack");
    bool good = read_program(value.find("pack")->value);
    const Value* folder = check_.required(value, value.position, "folder", "a pack", "folder: \"{name}-unreal\"");
    good = folder && read_folder(*folder) && good;
    const Value* heights = check_.required(value, value.position, "heights", "a pack", "heights: node");
    good = heights && add_layer("heights", heights->position, *heights) && good;
    if (const Entry* weights = value.find("weights")) good = read_weights(weights->value) && good;
    output_.pack->tables = output_.layers.size();
    if (const Entry* tables = value.find("tables")) good = read_tables(tables->value) && good;
    if (const Entry* tiles = value.find("tiles")) good = read_tiles(tiles->value, tiles->key_position) && good;
    if (const Entry* fit = value.find("fit")) good = read_fit(fit->value) && good;
    if (const Entry* range = value.find("range")) {
      output_.range = check_.range(range->value, "range: [-4000 m, 2000 m]");
      good = output_.range && good;
    }
    return good;
  }

 private:
  bool is_choice(const Value& value, const std::string& key, const std::vector<std::string>& choices) {
    if (!check_.is_text(value, quote(key), key + ": " + choices.front())) return false;
    if (std::find(choices.begin(), choices.end(), value.text) != choices.end()) return true;
    check_.error(value, quote(key) + " cannot be " + quote(value.text),
                 report::did_you_mean(value.text, choices, "its choices are"));
    return false;
  }

  bool read_program(const Value& value) {
    if (!is_choice(value, "pack", programs)) return false;
    output_.pack->program = value.text;
    return true;
  }

  bool read_folder(const Value& value) {
    if (!read_file(value, "folder", check_, world_, output_)) return false;
    if (output_.final_file.find("{layer}") == std::string::npos) return true;
    check_.error(value, "a folder holds all layers, and its name cannot contain '{layer}'",
                 "folders' names can contain {name} and {seed}");
    return false;
  }

  bool read_fit(const Value& value) {
    output_.pack->resamples = is_choice(value, "fit", {"resample"});
    return output_.pack->resamples;
  }

  bool read_tiles(const Value& value, const report::Position& at) {
    if (!check_.is_map(value, "'tiles'", "tiles: {side: 1008}")) return false;
    check_.known_keys(value, {"side", "overlap"}, "tiles of a pack");
    Tiles tiles;
    tiles.overlap = -1;  // as the program has it
    const Value* side = check_.required(value, at, "side", "tiles of a pack", "side: 1008");
    bool good = side && read_cells(*side, "'side'", "side: 1008", 1, check_, tiles.side);
    if (const Entry* overlap = value.find("overlap"))
      good = read_cells(overlap->value, "'overlap'", "overlap: 1", 0, check_, tiles.overlap) && good;
    if (good) output_.tiles = tiles;
    return good;
  }

  bool add_layer(const std::string& name, const report::Position& position, const Value& value) {
    const auto from = read_reference(value, check_);
    if (from) output_.layers.push_back({name, position, *from});
    return from.has_value();
  }

  // All of them are files of one folder.
  bool is_new_name(const Entry& entry, const std::string& what) {
    if (!check_.is_name(entry.key, entry.key_position, what)) return false;
    if (entry.key != "heights" && names_.insert(entry.key).second) return true;
    check_.error(entry.key_position, "two layers of the pack have the name " + quote(entry.key),
                 "give one of them another name");
    return false;
  }

  bool read_weights(const Value& value) {
    if (!check_.is_map(value, "'weights'", "weights: {rock: steep, grass: rest}")) return false;
    bool good = true;
    const Entry* rest = nullptr;
    for (const Entry& entry : value.entries) {
      good = is_new_name(entry, "a weight") && read_weight(entry) && good;
      if (output_.pack->weights.empty() || output_.pack->weights.back().layer) continue;
      if (output_.pack->weights.back().name != entry.key) continue;
      if (rest) {
        check_.error(entry.value, "the rest is " + quote(rest->key) + " already", "name a layer");
        good = false;
      }
      rest = &entry;
    }
    return good;
  }

  // `rest`, `node`, or `{layer: node, classes: [one, other]}`.
  bool read_weight(const Entry& entry) {
    Pack::Weight weight{entry.key, entry.key_position, std::nullopt, {}, entry.value.position};
    const Value* layer = &entry.value;
    bool good = true;
    if (entry.value.is_map()) {
      check_.known_keys(entry.value, {"layer", "classes"}, "a weight");
      layer = check_.required(entry.value, entry.key_position, "layer", "a weight", "layer: biomes");
      if (const Entry* classes = entry.value.find("classes")) {
        weight.of_position = classes->value.position;
        good = read_classes(classes->value, weight.classes);
      }
    } else if (entry.value.is_scalar() && entry.value.text == "rest") {
      layer = nullptr;
    } else if (!entry.value.is_scalar()) {
      check_.error(entry.value, quote(entry.key) + " is " + entry.value.description() + ", not a layer",
                   "write " + entry.key + ": node, " + entry.key + ": {layer: biomes, classes: [beach]} or " +
                       entry.key + ": rest");
      return false;
    }
    if (entry.value.is_map() && layer == nullptr) return false;
    if (layer) {
      if (!add_layer(entry.key, entry.key_position, *layer)) return false;
      weight.layer = output_.layers.size() - 1;
    }
    output_.pack->weights.push_back(std::move(weight));
    return good;
  }

  bool read_classes(const Value& value, std::vector<Value>& classes) {
    if (!check_.is_list(value, "'classes'", "classes: [beach, desert]")) return false;
    if (value.items.empty()) check_.error(value, "'classes' is empty", "name at least one, as the legend has them");
    bool good = !value.items.empty();
    for (const Value& item : value.items) good = check_.is_text(item, "a class", "classes: [beach, desert]") && good;
    classes = value.items;
    return good;
  }

  bool read_tables(const Value& value) {
    if (!check_.is_map(value, "'tables'", "tables: {rivers: rivers.table}")) return false;
    bool good = true;
    for (const Entry& entry : value.entries)
      good = is_new_name(entry, "a table") && add_layer(entry.key, entry.key_position, entry.value) && good;
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
