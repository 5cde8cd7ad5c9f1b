// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <map>

#include "config/file_names.hpp"
#include "report/suggest.hpp"
#include "sections.hpp"

namespace terrawright::config {
namespace {

using report::quote;

constexpr char output_example[] = "{file: \"{name}.exr\", layers: {height: node}}";
constexpr char sheet_example[] = "{file: \"{name}-{seed}-map.pdf\", sheet: atlas}";
constexpr char tiles_example[] = "tiles: {side: 2048, overlap: 1, file: \"{name}_x{x}_y{y}.png\"}";

// Cells of a tile's side, or of what it shares.
bool read_cells(const Value& value, const std::string& what, const std::string& as, std::int64_t least,
                const Check& check, std::int64_t& cells) {
  if (!check.is_text(value, what, as)) return false;
  const auto reading = read_integer(value.text, "cells");
  if (!reading) {
    check.wrong(value, what, reading);
    return false;
  }
  cells = *reading.value;
  if (cells >= least && cells <= longest_side) return true;
  return check.error(value, what + " is " + value.text,
                     "write " + std::to_string(least) + " to " + std::to_string(longest_side) + " cells");
}

bool read_edge(const Value& value, const Check& check, Tiles& tiles) {
  if (!check.is_text(value, "'edge'", "edge: repeat")) return false;
  tiles.repeats = value.text == "repeat";
  if (tiles.repeats || value.text == "cut") return true;
  return check.error(value, "'edge' cannot be " + quote(value.text),
                     report::did_you_mean(value.text, {"repeat", "cut"}, "its choices are"));
}

// If the tiles' sides are wrong, their names are checked all the same.
bool read_tiles(const Value& value, const report::Position& at, const Check& check, const World& world,
                Output& output) {
  output.position = at;
  if (!check.is_map(value, "'tiles'", tiles_example)) return false;
  check.known_keys(value, {"side", "overlap", "edge", "file"}, "tiles");
  Tiles tiles;
  const Value* side = check.required(value, at, "side", "tiles", "side: 2048");
  bool good = side && read_cells(*side, "'side'", "side: 2048", 1, check, tiles.side);
  if (const Entry* overlap = value.find("overlap")) {
    good = read_cells(overlap->value, "'overlap'", "overlap: 1", 0, check, tiles.overlap) && good;
    if (good && tiles.overlap > tiles.side) {
      good = check.error(overlap->value, "'overlap' is " + overlap->value.text + ", more than a side of " + side->text,
                         "tiles share cells with their next neighbour alone: write at most " + side->text);
    } else if (good && tiles.overlap == 1 && tiles.side > 2 && ((tiles.side - 1) & (tiles.side - 2)) == 0) {
      check.diagnostics().warning(
          side->position,
          "a tile has side + overlap cells a side, and these have " + std::to_string(tiles.side + tiles.overlap),
          "write side: " + std::to_string(tiles.side - 1) + " for tiles of " + std::to_string(tiles.side) + " cells");
    }
  }
  if (const Entry* edge = value.find("edge")) good = read_edge(edge->value, check, tiles) && good;
  const Value* file = check.required(value, at, "file", "tiles", "file: \"{name}_x{x}_y{y}.png\"");
  if (!file || !check.is_text(*file, "'file'", "file: \"{name}_x{x}_y{y}.png\"")) return false;
  output.file = file->text;
  output.position = file->position;
  const auto filled = filled_tile_name(*file, check, world);
  output.final_file = filled.value_or("");
  if (good) output.tiles = tiles;
  return good && filled;
}

constexpr char pyramid_example[] = "pyramid: {file: \"{name}-web/{z}/{x}/{y}.png\"}";

// The file tells the writer; what else there is are its parameters.
bool read_pyramid(const Value& value, const report::Position& at, const Check& check, const World& world,
                  Output& output) {
  output.position = at;
  output.form = Form::pyramid;
  output.writer.id = "web.tiles";
  output.writer.version = 1;
  if (!check.is_map(value, "'pyramid'", pyramid_example)) return false;
  for (const Entry& entry : value.entries)
    if (entry.key != "file") output.writer.parameters.push_back(entry);
  const Value* file = check.required(value, at, "file", "pyramid", "file: \"{name}-web/{z}/{x}/{y}.png\"");
  if (!file || !check.is_text(*file, "'file'", "file: \"{name}.pmtiles\"")) return false;
  output.file = file->text;
  output.position = file->position;
  const auto name = filled_pyramid_name(*file, check, world);
  if (!name) return false;
  output.final_file = name->file;
  if (name->archive) output.writer.id = "web.pmtiles";
  return true;
}

// Keys that other files have and tiles for the web do not have.
bool only_of_pyramids(const Value& value, const Check& check) {
  bool good = true;
  for (const std::string key : {"file", "tiles", "sheet", "write", "with"}) {
    const Entry* entry = value.find(key);
    if (!entry) continue;
    if (key == "file" || key == "tiles") {
      check.error(entry->key_position, "an output goes to a pyramid or to " + key + ", not to both",
                  "write another output");
    } else {
      check.error(entry->key_position, "`" + key + "` is not of tiles for the web", "remove it");
    }
    good = false;
  }
  return good;
}

// Several nodes, or none.
bool is_for_many(const Value& value) { return value.is_list() || (value.is_map() && !value.find("layer")); }
bool is_filled(const Entry& port, const Check& check) {
  if (!port.value.items.empty() || !port.value.entries.empty()) return true;
  return check.error(port.value, quote(port.key) + " is empty", "name at least one node, or remove it");
}

bool read_layers(const Value& value, const std::string& key, const Check& check, Output& output) {
  const std::string example = key + ": {height: node}";
  if (!check.is_map(value, quote(key), example)) return false;
  if (value.entries.empty()) check.error(value, quote(key) + " is empty", "name at least one: " + example);
  bool good = !value.entries.empty();
  for (const Entry& entry : value.entries) {
    good = check.is_name(entry.key, entry.key_position, "a layer") && good;
    if (is_for_many(entry.value)) {
      good = is_filled(entry, check) && read_items_of_port(entry, check, output) && good;
    } else {
      Layer layer{entry.key, entry.key_position, {}};
      const bool is_read = read_item(entry.value, entry.key_position, check, layer);
      if (is_read) output.layers.push_back(std::move(layer));
      good = is_read && good;
    }
  }
  return good;
}

// `sheet: node`, in the place of `layers`: files call a drawing on paper what the config does.
bool read_sheet(const Entry& sheet, const Value& value, const Check& check, Output& output) {
  output.form = Form::sheet;
  bool good = true;
  for (const char* key : {"layers", "in"}) {
    const Entry* other = value.find(key);
    if (!other) continue;
    good = check.error(other->key_position, "a sheet takes no " + quote(key),
                       "write an output for the sheet, as " + std::string(sheet_example) + ", and one for the layers");
  }
  if (output.final_file.find("{layer}") != std::string::npos)
    good = check.error(output.position, "a sheet is one drawing, and its name cannot contain '{layer}'",
                       "write a name with {name} and {seed} alone");
  const auto from = read_reference(sheet.value, check);
  if (from) output.layers.push_back({sheet.value.text, sheet.value.position, *from});
  return from && good;
}

bool read_switch(const Entry& entry, const Check& check, bool& on) {
  const std::string what = quote(entry.key);
  if (!check.is_text(entry.value, what, entry.key + ": true")) return false;
  const auto reading = read_boolean(entry.value.text);
  if (!reading) check.wrong(entry.value, what, reading);
  on = reading.value.value_or(false);
  return reading.value.has_value();
}

constexpr const char* own_keys[] = {"file",    "tiles", "pyramid", "scene", "sheet", "layers",
                                    "coarsen", "print", "write",   "in",    "with"};

// `legend: node`, or with parameters of the writer: `legend: {layer: node, beside: true}`.
bool read_port(const Entry& port, const Options::KeysOfWriters& keys, const Check& check, Output& output) {
  if (is_for_many(port.value) && report::is_one_of(keys.titled, port.key)) {
    if (!is_filled(port, check)) return false;
    const std::size_t before = output.layers.size();
    const bool good = read_items_of_port(port, check, output);
    for (std::size_t i = before; i < output.layers.size(); ++i) output.layers[i].is_key = true;
    return good;
  }
  Layer layer{port.key, port.value.position, {}};
  layer.is_key = true;
  const Value* node = &port.value;
  if (port.value.is_map()) {
    std::vector<std::string> known{"layer"};
    known.insert(known.end(), keys.parameters.begin(), keys.parameters.end());
    check.known_keys(port.value, known, quote(port.key));
    node = check.required(port.value, port.key_position, "layer", quote(port.key), "layer: node");
    if (!node) return false;
    for (const Entry& entry : port.value.entries)
      if (report::is_one_of(keys.parameters, entry.key)) layer.keys.push_back(entry);
  }
  const auto from = read_reference(*node, check);
  if (!from) return false;
  layer.position = node->position;
  layer.from = *from;
  output.layers.push_back(std::move(layer));
  return true;
}

// Keys of writers: a parameter as it is written, a port as a layer of that name.
bool read_keys_of_writers(const Value& value, const Check& check, const Options& options, Output& output) {
  static const Options::KeysOfWriters none;
  const Options::KeysOfWriters& keys = options.writers ? *options.writers : none;
  if (options.writers) {
    std::vector<std::string> known(std::begin(own_keys), std::end(own_keys));
    known.insert(known.end(), keys.parameters.begin(), keys.parameters.end());
    known.insert(known.end(), keys.ports.begin(), keys.ports.end());
    check.known_keys(value, known, "an output");
  }
  bool good = true;
  for (const Entry& entry : value.entries) {
    if (report::is_one_of(own_keys, entry.key)) continue;
    if (report::is_one_of(keys.ports, entry.key)) {
      good = read_port(entry, keys, check, output) && good;
    } else if (!options.writers || report::is_one_of(keys.parameters, entry.key)) {
      output.keys.push_back(entry);
    }
  }
  return good;
}

// If no key was rejected, as the writers are unknown, a missing key is missing, even if another one looks like it.
Value with_own_keys(Value output) {
  output.entries.erase(std::remove_if(output.entries.begin(), output.entries.end(),
                                      [](const Entry& entry) { return !report::is_one_of(own_keys, entry.key); }),
                       output.entries.end());
  return output;
}

// One of each layer, where their names are to stand in the place of {layer}.
std::vector<Output> by_layer(const Output& output) {
  const std::string key = "{layer}";
  if (!output.complete || output.final_file.find(key) == std::string::npos) return {output};
  std::vector<Output> all;
  for (const Layer& layer : output.layers) {
    if (layer.is_key) continue;
    Output one = output;
    one.layers = {layer};
    std::copy_if(output.layers.begin(), output.layers.end(), std::back_inserter(one.layers),
                 [](const Layer& other) { return other.is_key; });
    one.by_layer = true;
    one.final_file = report::replaced(one.final_file, key, layer.name);
    all.push_back(std::move(one));
  }
  return all;
}

// `write: raster.esri_ascii@1`, and its parameters.
bool read_writer(const Value& value, const Check& check, Output& output) {
  bool good = true;
  Node& writer = output.writer;
  writer.name = output.final_file;
  writer.position = writer.use_position = output.position;
  writer.one_is_list = true;
  if (const Entry* write = value.find("write")) {
    writer.use_position = write->value.position;
    good = read_use(write->value, check, "writer", writer.id, writer.version);
  }
  if (const Entry* with = value.find("with"); with && !with->value.is_null()) {
    good = check.is_map(with->value, "'with'", "with: {parameter: 1}") && good;
    writer.parameters = with->value.entries;
  }
  writer.readable = writer.complete = good;
  return good;
}

// Reads the items of the file. For a writer's ports `in` means the same as `layers`. `own`: without keys of writers.
bool read_items(const Value& value, const Value& own, const Check& check, Output& output) {
  if (const Entry* sheet = value.find("sheet")) return read_sheet(*sheet, value, check, output);
  const Entry* in = value.find("in");
  const bool both = in && value.find("layers");
  if (both) check.error(in->key_position, "an output has `in` or `layers`, not both", "write `in` alone");
  const std::string key = in ? "in" : "layers";
  const Value* layers = check.required(own, value.position, key, "an output", key + ": {height: node}");
  return layers && read_layers(*layers, key, check, output) && !both;
}

bool read_output(const Value& value, const Check& check, const Options& options, const World& world, Output& output) {
  output.position = value.position;
  if (!check.is_map(value, "an output", output_example)) return false;
  if (value.find("pack") || value.find("scene")) {
    const auto read = value.find("pack") ? read_pack : read_scene;
    const bool good = read(value, check, world, output);
    return read_writer({}, check, output) && good;
  }
  Value filtered;
  if (!options.writers) filtered = with_own_keys(value);
  const Value& own = options.writers ? value : filtered;
  bool good = true;
  if (const Entry* print = value.find("print")) good = read_switch(*print, check, output.print);
  if (const Entry* coarsen = value.find("coarsen"))
    good = read_cells(coarsen->value, "'coarsen'", "coarsen: 16", 2, check, output.coarsen) && good;
  const Entry* tiles = value.find("tiles");
  if (const Entry* pyramid = value.find("pyramid")) {
    good = only_of_pyramids(value, check) && good;
    good = read_pyramid(pyramid->value, pyramid->key_position, check, world, output) && good;
  } else if (const Entry* file = value.find("file")) {
    good = read_file(file->value, "file", check, world, output) && good;
    if (tiles)
      good = check.error(tiles->key_position, "an output goes to one file or to tiles, not to both",
                         "write another output for the tiles");
  } else if (tiles) {
    good = read_tiles(tiles->value, tiles->key_position, check, world, output) && good;
  } else if (options.files_required && !output.print) {
    check.required(own, value.position, "file", "an output", "file: \"{name}.exr\"");
    good = false;
  }
  good = read_writer(value, check, output) && good;
  good = read_items(value, own, check, output) && good;
  return read_keys_of_writers(value, check, options, output) && good;
}

// No file twice, and none where another one needs a folder.
void check_collisions(const World& world, const Check& check) {
  std::map<std::string, const Output*> files, folders;  // folders: with the first file in each
  for (const Output& b : world.outputs) {
    if (b.final_file.empty()) continue;
    std::vector<std::string> above;
    for (std::size_t slash = b.final_file.find('/'); slash != std::string::npos;
         slash = b.final_file.find('/', slash + 1))
      above.push_back(b.final_file.substr(0, slash));
    const auto same = files.find(b.final_file), inside = folders.find(b.final_file);
    const Output* other = same != files.end() ? same->second : inside != folders.end() ? inside->second : nullptr;
    for (const std::string& folder : above)
      if (const auto file = files.find(folder); !other && file != files.end()) other = file->second;
    if (other) {
      const bool twice = other->final_file == b.final_file;
      check.diagnostics().error(
          b.position,
          twice ? "two outputs write " + quote(b.final_file)
                : quote(other->final_file) + " and " + quote(b.final_file) + " cannot both be written",
          twice ? "give each its own name, or put their layers into one"
                : "rename one of them: one is the other's folder",
          {{other->position, "the other one"}});
    }
    files.emplace(b.final_file, &b);
    for (const std::string& folder : above) folders.emplace(folder, &b);
  }
}

}  // namespace

bool read_file(const Value& value, const std::string& key, const Check& check, const World& world, Output& output) {
  if (!check.is_text(value, quote(key), key == "folder" ? "folder: \"{name}-unreal\"" : "file: \"{name}.exr\""))
    return false;
  output.file = value.text;
  output.position = value.position;
  const auto filled = filled_name(value, check, world);
  output.final_file = filled.value_or("");
  return filled.has_value();
}

std::string seed_in_files(const World& world) {
  const bool plain = world.seed_text.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == std::string::npos;
  return plain && !world.seed_text.empty() && world.seed_text.size() <= 64 ? world.seed_text
                                                                           : std::to_string(world.seed);
}

bool read_outputs(const Value& document, const Check& check, const Options& options, World& world) {
  const std::string example_list = std::string("outputs: [") + output_example + "]";
  const Value* outputs = check.required(document, document.position, "outputs", "the config", example_list);
  if (!outputs || !check.is_list(*outputs, "'outputs'", example_list)) return false;
  if (outputs->items.empty())
    check.error(*outputs, "'outputs' is empty, so nothing would be made", "add " + std::string(output_example));
  bool good = !outputs->items.empty();
  for (const Value& item : outputs->items) {
    Output output;
    output.complete = read_output(item, check, options, world, output);
    good = good && output.complete;
    for (Output& one : by_layer(output)) world.outputs.push_back(std::move(one));
  }
  check_collisions(world, check);
  return good;
}

}  // namespace terrawright::config
