// SPDX-License-Identifier: Apache-2.0
#include "knobs.hpp"

#include <map>

#include "reader.hpp"
#include "report/suggest.hpp"
#include "report/utf8.hpp"
#include "yaml/extends.hpp"

namespace terrawright::config {
namespace {

using report::quote;

bool is_reference(const Value& value) { return value.is_scalar() && !value.quoted && value.text.substr(0, 1) == "$"; }

// This value was reported; it causes no further errors.
void give_up(Value& value) {
  value.reference = value.position;
  value.type = Value::Type::null;
}

void check_no_reference(Value& value, const Check& check) {
  if (is_reference(value)) {
    check.error(value, "a knob cannot stand for another knob", "write the value itself");
    give_up(value);
  }
  for (Value& item : value.items) check_no_reference(item, check);
  for (Entry& entry : value.entries) check_no_reference(entry.value, check);
}

// False after an error.
bool is_in_range(const Knob& knob, const Check& check) {
  const auto& [low, high] = *knob.range;
  const std::string of_low = unit_of(low.text), unit = of_low.empty() ? unit_of(high.text) : of_low;
  if (!knob.value.is_scalar() || knob.value.quoted)
    return check.error(knob.value, "the knob " + quote(knob.name) + " has a range, so it must be a number",
                       "write a number, or delete its range");
  const auto number = read_real(knob.value.text, unit);
  if (!number) {
    check.wrong(knob.value, "the knob " + quote(knob.name), number);
    return false;
  }
  const bool is_low = *number.value < *read_real(low.text, unit).value;
  if (!is_low && *number.value <= *read_real(high.text, unit).value) return true;
  const std::string range = shown(low) + " to " + shown(high), what = "the knob " + quote(knob.name) + " is ";
  const std::string nearest = "write " + (is_low ? shown(low) + " or more" : shown(high) + " or less");
  // What suits a map so wide is advice: a map may be narrow for a first look.
  if ((is_low ? low : high).calculated) {
    check.diagnostics().warning(knob.value.position,
                                what + shown(knob.value) + "; on a map so wide its range is " + range, nearest,
                                {{low.position, "the range"}});
    return true;
  }
  return check.diagnostics().error(knob.value.position, what + shown(knob.value) + "; its range is " + range, nearest,
                                   {{low.position, "the range"}});
}

Knob read_knob(const Entry& entry, const Check& check) {
  Knob knob{entry.key, entry.key_position, entry.value, "", std::nullopt};
  check.is_name(entry.key, entry.key_position, "a knob");
  if (entry.value.is_map()) {
    const std::string what = "the knob " + quote(entry.key);
    check.known_keys(entry.value, {"value", "doc", "range"}, what);
    const Value* value = check.required(entry.value, entry.key_position, "value", what, "value: ...");
    knob.value = value ? *value : Value{};
    if (const Entry* doc = entry.value.find("doc"); doc && check.is_text(doc->value, "'doc'", "a sentence"))
      knob.doc = doc->value.text;
    if (const Entry* range = entry.value.find("range")) knob.range = check.range(range->value, "[10 %, 90 %]");
    if (!value) return knob;
  }
  if (knob.value.is_null())
    check.error(knob.value, "the knob " + quote(knob.name) + " has no value", "write " + knob.name + ": 60 %");
  check_no_reference(knob.value, check);
  if (knob.range && !is_in_range(knob, check)) give_up(knob.value);
  return knob;
}

// Keys of an output whose values are names and files, or hold those; what is left are numbers and words.
bool is_structure(const std::string& key) {
  const char* const all[] = {"file", "folder",  "coarsen", "tiles", "layers",  "in",      "write", "print",
                             "pack", "pyramid", "scene",   "sheet", "heights", "weights", "tables"};
  return std::find(std::begin(all), std::end(all), key) != std::end(all);
}

// Visits the places that may hold knobs.
template <class Visit>
void for_each_part(Value& document, const Visit& visit) {
  if (Entry* world = document.find("world")) visit(world->value);
  if (Entry* stages = document.find("stages"))
    for (Entry& stage : stages->value.entries)
      for (const char* key : {"in", "with"})
        if (Entry* part = stage.value.find(key)) visit(part->value);
  if (Entry* outputs = document.find("outputs"))
    for (Value& output : outputs->value.items) {
      for (Entry& entry : output.entries)
        if (!is_structure(entry.key)) visit(entry.value);
      Entry* tiles = output.find("tiles");
      for (const char* key : {"side", "overlap"})
        if (Entry* cells = tiles ? tiles->value.find(key) : nullptr) visit(cells->value);
    }
}

void collect(const Value& value, std::set<std::string>& names) {
  if (is_reference(value)) names.insert(value.text.substr(1));
  for (const Value& item : value.items) collect(item, names);
  for (const Entry& entry : value.entries) collect(entry.value, names);
}

void collect_mentions(const Value& value, std::set<std::string>& names) {
  const std::string text = value.is_scalar() ? report::ascii_lower(value.text) : "";
  for (std::size_t at = text.find('$'); at != std::string::npos; at = text.find('$', at + 1)) {
    const std::size_t begin = at + 1 < text.size() && text[at + 1] == '{' ? at + 2 : at + 1;
    const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_", begin);
    names.insert(text.substr(begin, end == std::string::npos ? end : end - begin));
  }
  for (const Value& item : value.items) collect_mentions(item, names);
  for (const Entry& entry : value.entries) collect_mentions(entry.value, names);
}

// Names in expressions, which are read later.
std::set<std::string> names_in_expectations(const Value& document) {
  std::set<std::string> names;
  const Entry* expect = document.find("expect");
  for (const Value& item : expect ? expect->value.items : std::vector<Value>()) {
    const Entry* that = item.find("that");
    if (!that) continue;
    Value text = that->value;
    text.quoted = false;
    collect_mentions(text, names);
  }
  return names;
}

// Includes knobs at a wrong place, or inside an expression: those are reported, and are not unused.
std::set<std::string> names_mentioned(const Value& document) {
  std::set<std::string> names = names_in_expectations(document);
  for (const char* part : {"world", "stages", "outputs"})
    if (const Entry* entry = document.find(part)) collect_mentions(entry->value, names);
  return names;
}

class Replacer {
 public:
  Replacer(const std::vector<Knob>& knobs, const Value& whole, const Check& check)
      : knobs_(knobs), whole_(whole), check_(check) {
    for (const Knob& knob : knobs) {
      names_.push_back(knob.name);
      by_name_.emplace(knob.name, Use{&knob, count(knob.value)});
    }
  }

  void replace(Value& value) {
    for (Value& item : value.items) replace(item);
    for (Entry& entry : value.entries) replace(entry.value);
    if (!is_reference(value)) return;
    const std::string name = value.text.substr(1);
    if (const auto found = by_name_.find(name); found != by_name_.end()) {
      values_ += found->second.values;
      // Knobs of many values, used often, would be an alias bomb.
      if (values_ > most_values) {
        check_.error(value, "the config has more than " + std::to_string(most_values) + " values",
                     "the value of a knob counts as often as it is used");
        return give_up(value);
      }
      const report::Position reference = value.position;
      value = found->second.knob->value;
      value.reference = reference;
      return;
    }
    std::string hint = knobs_.empty() ? "add it under 'knobs', or put the text in quotes"
                                      : report::did_you_mean(name, names_, "knobs are");
    if (!is_plain_name(name)) hint = "'$name' is a whole value, never an expression; " + hint;
    check_.diagnostics().error(value.position, "there is no knob " + quote(name), hint,
                               removed_from(whole_, "knob " + name));
    give_up(value);
  }

  // Those of a world that is extended may be.
  void report_unused(const std::set<std::string>& used, const report::Position& config) const {
    std::vector<std::string> extended;
    for (const Knob& knob : knobs_)
      if (knob.position.source != config.source) extended.push_back(knob.name);
    for (const Knob& knob : knobs_) {
      if (used.count(knob.name) != 0 || !is_plain_name(knob.name) || knob.position.source != config.source) continue;
      const bool is_misspelt = !report::suggest(knob.name, extended).empty();
      check_.error(knob.position, "nothing uses the knob " + quote(knob.name),
                   is_misspelt ? report::did_you_mean(knob.name, extended, "knobs of the world that it extends are")
                               : "write $" + knob.name + " where its value belongs, or delete it");
    }
  }

 private:
  struct Use {
    const Knob* knob;
    std::size_t values;
  };

  static std::size_t count(const Value& value) {
    std::size_t sum = 1;
    for (const Value& item : value.items) sum += count(item);
    for (const Entry& entry : value.entries) sum += count(entry.value);
    return sum;
  }
  const std::vector<Knob>& knobs_;
  const Value& whole_;
  const Check& check_;
  std::vector<std::string> names_;
  std::map<std::string, Use> by_name_;
  std::size_t values_ = 0;
};

}  // namespace

std::vector<Knob> read_knobs(const Value& document, const Check& check) {
  std::vector<Knob> knobs;
  const Entry* written = document.find("knobs");
  if (!written || written->value.is_null()) return knobs;
  if (!check.is_map(written->value, "'knobs'", "knobs: {sea: 60 %}")) return knobs;
  for (const Entry& entry : written->value.entries) knobs.push_back(read_knob(entry, check));
  return knobs;
}

std::set<std::string> knobs_asked_for(Value document) {
  std::set<std::string> names;
  for_each_part(document, [&](Value& part) { collect(part, names); });
  names.merge(names_in_expectations(document));
  return names;
}

void replace_knobs(Value& document, const std::vector<Knob>& knobs, const std::set<std::string>& used_before,
                   const Value& whole, const Check& check) {
  std::set<std::string> used = names_mentioned(document);
  Replacer replacer(knobs, whole, check);
  for_each_part(document, [&](Value& part) { replacer.replace(part); });
  used.insert(used_before.begin(), used_before.end());
  replacer.report_unused(used, document.position);
}

}  // namespace terrawright::config
