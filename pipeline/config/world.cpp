// SPDX-License-Identifier: Apache-2.0
#include "world.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "check.hpp"
#include "config/quantity.hpp"
#include "config/sections/sections.hpp"
#include "config/yaml/extends.hpp"
#include "file_names.hpp"
#include "knobs.hpp"
#include "reader.hpp"
#include "report/suggest.hpp"
#include "terrawright/abi.h"

namespace terrawright::config {
namespace {

using report::quote;

// `with: {rules: {file: biomes.yaml}}`: a table that stands in a file of its own, under the parameter's name.

namespace fs = std::filesystem;

bool is_yaml(const fs::path& path) { return path.extension() == ".yaml" || path.extension() == ".yml"; }

class RowFiles {
 public:
  RowFiles(const fs::path& config, const Check& check) : config_(config), folder_(config), check_(check) {}

  // In the parameters of the nodes of a config or a composite.
  void replace_in(Value& holder) {
    Entry* stages = holder.find("stages");
    if (!stages) return;
    for (Entry& stage : stages->value.entries) {
      Entry* with = stage.value.find("with");
      if (!with) continue;
      for (Entry& parameter : with->value.entries) replace(parameter);
    }
  }

  // `parameter`: `rules: {file: biomes.yaml}`, or any other value, which stays.
  void replace(Entry& parameter) {
    if (!parameter.value.is_map() || !parameter.value.find("file")) return;
    const Value* table = find(parameter);
    const report::Position asked = parameter.value.position;
    parameter.value = table ? *table : Value{};
    parameter.value.reference = asked;
    if (!table) parameter.value.position = asked;
    complete_ = complete_ && table;
  }
  bool complete() const { return complete_; }

  void report_unused() const {
    for (const auto& [path, file] : files_) {
      if (!file.document) continue;
      const std::vector<std::string> asked(file.asked.begin(), file.asked.end());
      for (const Entry& entry : file.document->entries) {
        if (entry.key == "terrawright" || file.asked.count(entry.key)) continue;
        check_.error(entry.key_position, "no parameter takes the table " + quote(entry.key),
                     report::did_you_mean(entry.key, asked, "parameters take"));
      }
    }
  }

 private:
  struct File {
    std::optional<Value> document;
    std::set<std::string> asked;
  };

  // nullptr after an error.
  const Value* find(const Entry& parameter) {
    const Value& name = parameter.value.find("file")->value;
    const bool known = check_.known_keys(parameter.value, {"file"}, "a table in a file");
    if (!check_.is_text(name, "'file'", "{file: biomes.yaml}") || !known) return nullptr;
    const bool from_outside = !name.position || name.position.source->name == "--set";
    const fs::path path =
        folder_.find(name, from_outside ? config_ : fs::path(name.position.source->name), "read", check_);
    if (path.empty()) return nullptr;
    if (!is_yaml(path)) {
      check_.error(name, quote(name.text) + " is not the name of a file with a table",
                   "a table is in a file whose name ends in .yaml");
      return nullptr;
    }
    const auto [at, is_new] = files_.emplace(Folder::real(path), File{});
    File& file = at->second;
    if (is_new) file.document = read_file(path, name.position);
    file.asked.insert(parameter.key);
    if (!file.document) return nullptr;
    const std::string what = quote(name.text);
    const std::string example = parameter.key + ": and its rows below";
    const Value* table = check_.required(*file.document, file.document->position, parameter.key, what, example);
    if (!table || !check_.is_list(*table, quote(parameter.key), "its rows, each behind a '-'")) return nullptr;
    return table;
  }

  std::optional<Value> read_file(const fs::path& path, const report::Position& asked_at) const {
    const auto source = config::open(path.generic_string(), asked_at, check_.diagnostics());
    if (!source) return std::nullopt;
    std::optional<Value> document = read(source, check_.diagnostics());
    if (document) refuse_knobs(*document);
    return document;
  }

  void refuse_knobs(Value& value) const {
    if (value.is_scalar() && !value.quoted && value.text.substr(0, 1) == "$") {
      check_.error(value, "a table in a file has no knobs", "write the value itself, or put the text in quotes");
      value.reference = value.position;
      value.type = Value::Type::null;
    }
    for (Value& item : value.items) refuse_knobs(item);
    for (Entry& entry : value.entries) refuse_knobs(entry.value);
  }

  fs::path config_;
  Folder folder_;
  const Check& check_;
  std::map<fs::path, File> files_;
  bool complete_ = true;
};

// Puts the tables in place of the files that name them. Files are searched beside the one that names them, or beside
// the config at `path` for a value given from outside. They must lie in or below the config's folder. Values keep their
// places in their own files. A table that nobody asks for, and a knob in a table, are errors. False where a table is
// missing.
bool read_tables(Value& document, const std::string& path, const Check& check) {
  RowFiles tables(path, check);
  tables.replace_in(document);
  if (Entry* composites = document.find("composites"))
    for (Entry& composite : composites->value.entries) tables.replace_in(composite.value);
  tables.report_unused();
  return tables.complete();
}

bool read_name(const Value& document, const Check& check, World& world) {
  const Value* name = check.required(document, document.position, "name", "the config", "name: island");
  if (!name || !check.is_text(*name, "'name'", "name: island")) return false;
  world.name = name->text;
  world.name_position = name->position;
  if (is_world_name(name->text)) return true;
  check.error(*name, quote(name->text) + " cannot be the name of a world",
              "write a name for its files: letters, digits, '-' and '_', at most 100");
  world.name = "world";  // so that nothing more is said of the files' names
  return false;
}

bool read_size(const Value& size, const Check& check, World& world) {
  constexpr char example[] = "size: [1025, 1025]";
  world.size_position = size.position;
  if (!check.is_list(size, "'size'", example)) return false;
  if (size.items.size() != 2)
    return check.error(size,
                       "'size' has " + std::to_string(size.items.size()) + " items; it is width and height, in cells",
                       "write " + std::string(example));
  bool good = true;
  std::int64_t* sides[] = {&world.width, &world.height};
  for (std::size_t i = 0; i < 2; ++i) {
    const Value& item = size.items[i];
    const std::string what = i == 0 ? "the width" : "the height";
    if (!item.is_scalar() || item.quoted) {
      good = check.error(item,
                         what + " must be a whole number, not " + (item.quoted ? "the text " : "") + item.description(),
                         item.quoted ? "delete the quotes" : "write " + std::string(example));
      continue;
    }
    auto side = read_integer(item.text, "cells");
    if (!side) {
      if (side.hint.empty()) side.hint = "write " + std::string(example);
      check.wrong(item, what, side);
    } else if (*side.value < 1 || *side.value > longest_side) {
      check.error(item, what + " is " + item.text,
                  "write a number of cells: a world has 1 to " + std::to_string(longest_side) + " cells a side");
    }
    good = good && side && *side.value >= 1 && *side.value <= longest_side;
    *sides[i] = side.value.value_or(0);
  }
  return good;
}

bool read_seed_of(const Value& seed, const Check& check, World& world) {
  world.seed_position = seed.position;
  if (!check.is_text(seed, "'seed'", "seed: 42")) return false;
  const auto reading = read_seed(seed.text, seed.quoted);
  if (!reading) check.wrong(seed, "'seed'", reading);
  world.seed = reading.value.value_or(0);
  world.seed_text = seed.text;
  return reading.value.has_value();
}

bool read_wrap(const Value& wrap, const Check& check, World& world) {
  if (!check.is_text(wrap, "'wrap'", "wrap: x")) return false;
  const std::vector<std::string> words = {"none", "x", "y", "both"};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != wrap.text) continue;
    world.wrap = static_cast<std::uint32_t>(i);
    return true;
  }
  return check.error(wrap, "'wrap' cannot be " + quote(wrap.text),
                     report::did_you_mean(wrap.text, words, "its choices are"));
}

bool read_widths(const Value& widths, const Check& check, World& world) {
  constexpr char example[] = "widths: {from: 64 km, to: 1024 km}";
  if (!check.is_map(widths, "'widths'", example)) return false;
  bool good = check.known_keys(widths, {"from", "to", "narrower", "wider"}, "'widths'");
  World::Widths read{0, 0, "", "", "", "", widths.position};
  const auto length = [&](const char* key, double minimum, double& into, std::string& text) {
    const Value* value = check.required(widths, widths.position, key, "'widths'", example);
    const auto number = value ? check.number(*value, quote(key), "m", minimum, 1e12) : std::nullopt;
    good = good && number;
    if (number) into = *number, text = value->text;
  };
  const auto name = [&](const char* key, std::string& into) {
    const Entry* entry = widths.find(key);
    if (entry && check.is_text(entry->value, quote(key), "the name of a world")) into = entry->value.text;
  };
  length("from", 0.001, read.least, read.least_text);
  length("to", read.least, read.most, read.most_text);
  name("narrower", read.narrower);
  name("wider", read.wider);
  if (good) world.widths = std::move(read);
  return good;
}

bool read_world(const Value& document, const Check& check, World& world) {
  constexpr char example[] = "world: {size: [1025, 1025], cell: 1 km, seed: 42}";
  const Value* written = check.required(document, document.position, "world", "the config", example);
  world.facts_good = false;
  world.width = world.height = 1025;
  if (!written || !check.is_map(*written, "'world'", example)) return false;
  const report::Position at = document.find("world")->key_position;
  check.known_keys(*written, {"size", "cell", "seed", "latitude", "longitude", "wrap", "widths"}, "the world");
  world.cell_position = world.latitude_position = at;
  const Value* size = check.required(*written, at, "size", "the world", "size: [1025, 1025]");
  world.facts_good = size && read_size(*size, check, world);
  if (!world.facts_good) world.width = world.height = 1025;
  const Value* seed = check.required(*written, at, "seed", "the world", "seed: 42");
  bool seed_good = seed && read_seed_of(*seed, check, world);
  static_assert(TERRAWRIGHT_WRAP_X == 1 && TERRAWRIGHT_WRAP_Y == 2, "as read_wrap() counts");
  if (const Entry* wrap = written->find("wrap")) {
    world.facts_good = read_wrap(wrap->value, check, world) && world.facts_good;
  }
  if (const Entry* widths = written->find("widths")) read_widths(widths->value, check, world);
  const auto optional = [&](const char* key, const char* unit, double minimum, double maximum, double& number,
                            report::Position& position) {
    const Entry* entry = written->find(key);
    if (!entry) return;
    position = entry->value.position;
    const auto value = check.number(entry->value, quote(key), unit, minimum, maximum);
    number = value.value_or(number);
    world.facts_good = world.facts_good && value;
  };
  optional("cell", "m", 0.001, 1e6, world.cell, world.cell_position);
  optional("latitude", "deg", -90.0, 90.0, world.latitude, world.latitude_position);
  report::Position anywhere;
  optional("longitude", "deg", -180.0, 180.0, world.longitude, anywhere);
  return world.facts_good && seed_good;
}

}  // namespace

void check_version(const Value& document, const Check& check) {
  const Value* version = check.required(document, document.position, "terrawright", "the config", "terrawright: 1");
  if (version && !(version->is_scalar() && version->text == "1"))
    check.error(*version, "a config of version " + version->description() + " cannot be read", "write terrawright: 1");
}

void warn_of_width(const World& world, report::Diagnostics& diagnostics) {
  if (!world.widths || !world.facts_good) return;
  const World::Widths& widths = *world.widths;
  const double width = static_cast<double>(std::min(world.width, world.height)) * world.cell;
  if (width >= widths.least && width <= widths.most) return;
  const std::string& instead = width < widths.least ? widths.narrower : widths.wider;
  diagnostics.warning(world.cell_position,
                      "the world is " + with_unit(six_digits(width), "m") + " wide, and " +
                          (world.name.empty() ? "this one" : world.name) + " is made for " + widths.least_text +
                          " to " + widths.most_text,
                      (instead.empty() ? std::string() : "take the world " + report::quote(instead) + ", or ") +
                          (width < widths.least ? "give it more or wider cells" : "give it fewer or narrower cells"));
}

bool is_world_name(std::string_view name) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  return !name.empty() && name.size() <= 100 && letters.find(name[0]) != std::string_view::npos &&
         name.find_first_not_of(std::string(letters) + "_-") == std::string::npos;
}

const Node* World::find_node(std::string_view wanted) const {
  for (const Node& node : nodes)
    if (node.name == wanted) return &node;
  return nullptr;
}

std::optional<World> load(const std::shared_ptr<const report::Source>& source,
                          const std::vector<std::string>& overrides, report::Diagnostics& diagnostics,
                          const Options& options) {
  const Check check(diagnostics);
  std::optional<Value> document = read_whole(source, check);
  if (!document) return std::nullopt;
  const std::set<std::string> asked_for = knobs_asked_for(*document);
  for (const std::string& assignment : overrides) apply_override(*document, assignment, check);
  if (options.seed) apply_seed(*document, *options.seed, check);

  World world;
  world.document = *document;
  forget_removed(*document);
  calculate(*document, check);
  check.known_keys(
      *document,
      {"terrawright", "name", "extends", "include", "world", "knobs", "composites", "stages", "outputs", "expect"},
      "a config");
  check_version(*document, check);
  world.knobs = read_knobs(*document, check);
  replace_knobs(*document, world.knobs, asked_for, world.document, check);
  world.complete = read_tables(*document, source->name, check);
  // Each part is read whatever is wrong with the others.
  world.complete = read_name(*document, check, world) && world.complete;
  world.complete = read_world(*document, check, world) && world.complete;
  world.composites = read_composites(*document, check);
  for (const Composite& composite : world.composites) world.complete = composite.complete && world.complete;
  world.complete = read_nodes(*document, check, world) && world.complete;
  fill_in_texts(world);
  if (options.outputs) world.complete = read_outputs(*document, check, options, world) && world.complete;
  world.complete = read_expectations(*document, check, world) && world.complete;
  if (!options.best.empty()) world.complete = read_best(options.best, check, world) && world.complete;
  return world;
}

std::optional<World> load(const std::string& path, const std::vector<std::string>& overrides,
                          report::Diagnostics& diagnostics, const Options& options) {
  const auto source = open(path, {}, diagnostics);
  if (!source) return std::nullopt;
  return load(source, overrides, diagnostics, options);
}

}  // namespace terrawright::config
