// SPDX-License-Identifier: Apache-2.0
#include "check.hpp"

#include <algorithm>

#include "report/amount.hpp"
#include "report/suggest.hpp"
#include "report/utf8.hpp"

namespace terrawright::config {

using report::quote;

bool is_plain_name(std::string_view name) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
  return !name.empty() && name.size() <= 100 && letters.find(name[0]) != std::string_view::npos &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

bool Check::error(const Value& value, std::string message, std::string hint) const {
  // A `$name` of no knob, reported already.
  if (value.is_null() && value.reference) return false;
  std::vector<report::Related> related;
  if (value.reference) related.push_back({value.reference, "asked for here"});
  return diagnostics_.error(value.position, std::move(message), std::move(hint), std::move(related));
}

bool Check::error(const report::Position& position, std::string message, std::string hint) const {
  return diagnostics_.error(position, std::move(message), std::move(hint));
}

void Check::warn_if_bare(const Value& value, std::string_view unit) const {
  const auto bare = value.is_scalar() && !value.quoted ? taken_as(value.text, unit) : std::nullopt;
  if (!bare) return;
  // The text names no parameter: a knob or a composite's value that goes to several is reported once.
  std::vector<report::Related> related;
  if (value.reference) related.push_back({value.reference, "asked for here"});
  diagnostics_.warning(value.position, bare->warning, bare->hint, std::move(related));
}

void Check::wrong_type(const Value& value, const std::string& what, const char* type,
                       const std::string& example) const {
  const std::string problem =
      value.is_null() ? " has no value" : std::string(" must be ") + type + ", not " + value.description();
  error(value, what + problem, "write " + example);
}

bool Check::is_map(const Value& value, const std::string& what, const std::string& example) const {
  if (!value.is_map()) wrong_type(value, what, "a map", example);
  return value.is_map();
}

bool Check::is_list(const Value& value, const std::string& what, const std::string& example) const {
  if (!value.is_list()) wrong_type(value, what, "a list", example);
  return value.is_list();
}

bool Check::is_text(const Value& value, const std::string& what, const std::string& example) const {
  if (!value.is_scalar()) wrong_type(value, what, "a text", example);
  return value.is_scalar();
}

bool Check::known_keys(const Value& map, const std::vector<std::string>& valid, const std::string& what) const {
  bool all = true;
  for (const Entry& entry : map.entries) {
    if (std::find(valid.begin(), valid.end(), entry.key) != valid.end()) continue;
    all = error(entry.key_position, what + " has no key " + quote(entry.key),
                report::did_you_mean(entry.key, valid, "its keys are"));
  }
  return all;
}

const Value* Check::required(const Value& map, const report::Position& at, std::string_view key,
                             const std::string& what, const std::string& example) const {
  if (const Entry* entry = map.find(key)) return &entry->value;
  if (map.merges) return nullptr;  // said already
  // A misspelt key is one mistake, and said as such.
  for (const Entry& entry : map.entries)
    if (!report::suggest(entry.key, {std::string(key)}).empty()) return nullptr;
  error(at, what + " lacks the key " + quote(key), "add " + example);
  return nullptr;
}

bool Check::is_name(std::string_view name, const report::Position& position, const std::string& what) const {
  if (is_plain_name(name)) return true;
  std::string plain = report::ascii_lower(name);
  for (char& c : plain) c = is_plain_name(std::string("a") + c) ? c : '_';
  return error(position, quote(name) + " cannot be the name of " + what,
               (is_plain_name(plain) && plain.find("__") == std::string::npos ? "write " + plain + ": " : "") +
                   "a name is a small letter, then small letters, digits and '_'");
}

std::optional<double> Check::number(const Value& value, const std::string& what, std::string_view unit, double minimum,
                                    double maximum) const {
  const std::string example = with_unit(minimum, unit) + " to " + with_unit(maximum, unit);
  if (!value.is_scalar() || value.quoted)
    return no_value(value, what + " must be a number, not " + (value.quoted ? "the text " : "") + value.description(),
                    "write " + example);
  const Reading<double> reading = read_real(value.text, unit);
  if (!reading) {
    wrong(value, what, reading);
    return std::nullopt;
  }
  if (*reading.value < minimum || *reading.value > maximum)
    return no_value(value, what + " is " + shown(value), "write " + example);
  warn_if_bare(value, unit);
  return reading.value;
}

std::optional<std::pair<Value, Value>> Check::range(const Value& value, const std::string& example) const {
  if (!is_list(value, "'range'", example)) return std::nullopt;
  if (value.items.size() != 2)
    return no_value(value,
                    "'range' has " + std::to_string(value.items.size()) + " items; it is the lowest and the highest",
                    "write " + example);
  bool good = true;
  for (const Value& end : value.items) {
    if (!end.is_scalar() || end.quoted) {
      good = error(end, "an end of 'range' must be a number, not " + end.description(), "write " + example);
    } else if (const auto reading = read_real(end.text, unit_of(end.text)); !reading) {
      wrong(end, "'range'", reading);
      good = false;
    }
  }
  if (!good) return std::nullopt;
  const Value &low = value.items[0], &high = value.items[1];
  // A bare end takes the unit of the other one.
  const std::string unit = unit_of(low.text).empty() ? unit_of(high.text) : unit_of(low.text);
  const auto low_number = read_real(low.text, unit), high_number = read_real(high.text, unit);
  if (!low_number || !high_number) {
    wrong(high, "'range'", high_number ? low_number : high_number);
    return std::nullopt;
  }
  if (!(*low_number.value < *high_number.value))
    return no_value(value, "'range' ends at " + shown(high) + ", which is not above " + shown(low),
                    "write the lowest first");
  return std::pair(low, high);
}

double six_digits(double number) { return read_real(report::formatted("%.5e", number), "").value.value_or(number); }

std::string shown(const Value& value) {
  const std::string unit = value.calculated ? unit_of(value.text) : "";
  const auto number = value.calculated ? read_real(value.text, unit) : Reading<double>{};
  if (!number) return value.text;
  return canonical(six_digits(*number.value)) + (unit.empty() ? "" : " " + unit);
}

}  // namespace terrawright::config
