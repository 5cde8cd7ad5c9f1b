// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "config/knobs.hpp"
#include "config/quantity.hpp"
#include "config/reader.hpp"
#include "config/yaml/document.hpp"
#include "extends.hpp"
#include "report/suggest.hpp"

namespace terrawright::config {
namespace {

using report::quote;

struct PathKey {
  std::string key;
  std::size_t offset;  // in the argument
};

// Keys that a config may leave out, so that an override may add them. `*` is any name, `#` a list position.
const std::vector<std::vector<std::string>> optional_keys = {
    {"name"},
    {"world"},
    {"world", "size"},
    {"world", "cell"},
    {"world", "seed"},
    {"world", "latitude"},
    {"world", "longitude"},
    {"world", "wrap"},
    {"world", "widths"},
    {"knobs", "*", "value"},
    {"knobs", "*", "doc"},
    {"knobs", "*", "range"},
    {"stages", "*", "use"},
    {"stages", "*", "in"},
    {"stages", "*", "in", "*"},
    {"stages", "*", "with"},
    {"stages", "*", "with", "*"},
    {"stages", "*", "random"},
    {"outputs", "#", "file"},
    {"outputs", "#", "layers"},
    {"outputs", "#", "layers", "*"},
    {"outputs", "#", "print"},
    {"outputs", "#", "*"},  // what its writer has
    {"outputs", "#", "coarsen"},
    {"outputs", "#", "tiles"},
    {"outputs", "#", "tiles", "overlap"},
    {"outputs", "#", "tables"},
    {"outputs", "#", "tables", "*"},
    {"outputs", "#", "weights"},
    {"outputs", "#", "weights", "*"},
    {"outputs", "#", "fit"},
    {"outputs", "#", "write"},
    {"outputs", "#", "in"},
    {"outputs", "#", "in", "*"},
    {"outputs", "#", "with"},
    {"outputs", "#", "with", "*"},
    {"expect", "#", "that"},
    {"expect", "#", "reason"},
    {"expect", "#", "warn"},
};

bool is_index(const std::string& key) {
  return !key.empty() && key.size() < 10 && key.find_first_not_of("0123456789") == std::string::npos;
}

bool fits(const std::vector<std::string>& pattern, const std::vector<PathKey>& path, std::size_t steps) {
  for (std::size_t i = 0; i < steps; ++i) {
    const bool any = pattern[i] == "*" || (pattern[i] == "#" && is_index(path[i].key));
    if (!any && pattern[i] != path[i].key) return false;
  }
  return true;
}

// May the step `last` of the path be added where it is not?
bool may_add(const std::vector<PathKey>& path, std::size_t last) {
  for (const auto& pattern : optional_keys)
    if (pattern.size() == last + 1 && fits(pattern, path, last + 1)) return true;
  return false;
}

// The keys that are there, and those that could be.
std::vector<std::string> possible_keys(const Value& map, const std::vector<PathKey>& path, std::size_t last) {
  std::vector<std::string> keys = map.keys();
  for (const auto& pattern : optional_keys)
    if (pattern.size() == last + 1 && fits(pattern, path, last) && pattern[last] != "*" && !map.find(pattern[last]))
      keys.push_back(pattern[last]);
  return keys;
}

class Override {
 public:
  Override(const std::string& assignment, const Check& check)
      : check_(check),
        source_(std::make_shared<report::Source>(report::Source{"--set", assignment})),
        locator_(source_) {}

  void apply(Value& document) {
    check_.diagnostics().know(source_);
    const std::string& text = source_->text;
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      check_.error(locator_.at(0, text.size()), quote(text) + " sets nothing", "write PATH=VALUE, as world.seed=7");
      return;
    }
    for (std::size_t begin = 0; begin <= equals;) {
      const std::size_t end = std::min(text.find('.', begin), equals);
      path_.push_back({text.substr(begin, end - begin), begin});
      begin = end + 1;
    }
    if (path_[0].key == "include" || path_[0].key == "extends" || path_[0].key == "terrawright") {
      check_.error(place(0), quote(path_[0].key) + " cannot be set on the command line", "change it in the file");
      return;
    }
    Value* target = find(document);
    if (!target) return;
    const std::optional<Value> value = read_right_side(equals + 1);
    if (value) *target = *value;
  }

 private:
  report::Position place(std::size_t step) const { return locator_.at(path_[step].offset, path_[step].key.size()); }

  std::string before(std::size_t step) const {
    return step == 0 ? "the config" : quote(source_->text.substr(0, path_[step].offset - 1));
  }

  // Place of the value; nullptr after an error.
  Value* find(Value& document) {
    Value* at = &document;
    for (std::size_t step = 0; step < path_.size(); ++step) {
      at = at->is_list() ? item(*at, step) : entry(*at, step);
      if (!at) return nullptr;
    }
    const bool is_knob = path_.size() == 2 && path_[0].key == "knobs";
    Value* const value = is_knob ? value_of_knob(*at) : nullptr;
    return value ? value : at;
  }

  Value* item(Value& list, std::size_t step) {
    const std::string& key = path_[step].key;
    std::size_t index = 0;
    if (is_index(key)) std::from_chars(key.data(), key.data() + key.size(), index);
    if (is_index(key) && index < list.items.size()) return &list.items[index];
    const std::string positions = list.items.empty() ? "it is empty: change it in the file"
                                  : list.items.size() == 1
                                      ? "write its only position, 0"
                                      : "write a position of 0 to " + std::to_string(list.items.size() - 1);
    check_.error(place(step), before(step) + " is a list and has no position " + quote(key), positions);
    return nullptr;
  }

  Value* entry(Value& map, std::size_t step) {
    const std::string& key = path_[step].key;
    if (!map.is_map() && !(map.is_null() && may_add(path_, step))) {
      check_.error(place(step), before(step) + " is " + map.description() + ", which holds no keys",
                   "write --set " + source_->text.substr(0, path_[step].offset - 1) + "=VALUE");
      return nullptr;
    }
    if (Entry* known = map.find(key)) return &known->value;
    if (key.empty() || !may_add(path_, step)) {
      check_.error(place(step), before(step) + " has no " + quote(key),
                   report::did_you_mean(key, possible_keys(map, path_, step), "it has"));
      return nullptr;
    }
    map.type = Value::Type::map;
    Entry added{key, place(step), {}};
    added.value.position = added.key_position;
    map.entries.push_back(std::move(added));
    return &map.entries.back().value;
  }

  std::optional<Value> read_right_side(std::size_t offset) const {
    const std::string right = source_->text.substr(offset);
    if (right.find_first_not_of(" \t") == std::string::npos)
      return check_.no_value(locator_.at(offset), "there is no value behind the '='",
                             "write PATH=VALUE, with '' for an empty text");
    // A file name may begin with the '{' of a pattern, which YAML would take for a map.
    if (path_.back().key == "file" && right[0] != '"' && right[0] != '\'') {
      Value text;
      text.type = Value::Type::scalar;
      text.text = right;
      text.position = locator_.at(offset, right.size());
      return text;
    }
    return read_value(source_, offset, check_.diagnostics());
  }

  const Check& check_;
  std::shared_ptr<const report::Source> source_;
  Locator locator_;
  std::vector<PathKey> path_;
};

}  // namespace

void apply_override(Value& document, const std::string& assignment, const Check& check) {
  Override(assignment, check).apply(document);
}

void apply_seed(Value& document, const std::string& seed, const Check& check) {
  if (seed.empty()) {
    check.error(report::Position{}, "--seed is empty", "a seed is a whole number or a text, as --seed 42");
    return;
  }
  const auto source = std::make_shared<report::Source>(report::Source{"--seed", seed});
  check.diagnostics().know(source);
  Value value;
  value.type = Value::Type::scalar;
  value.text = seed;
  value.quoted = !is_whole_number(seed);
  value.position = Locator(source).at(0, seed.size());
  if (!document.find("world")) {
    document.entries.push_back({"world", value.position, {}});
    document.entries.back().value.position = value.position;
  }
  Value& world = document.find("world")->value;
  if (world.is_null()) world.type = Value::Type::map;
  if (!world.is_map()) return;  // said where the world is read
  if (Entry* written = world.find("seed")) {
    if (const auto& of = written->value.position.source; of && of->name == "--set")
      check.error(written->value, "the seed is given twice: here and with --seed", "leave out one of them");
    written->value = value;
  } else {
    world.entries.push_back({"seed", value.position, value});
  }
}

}  // namespace terrawright::config
