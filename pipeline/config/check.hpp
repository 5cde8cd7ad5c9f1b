// SPDX-License-Identifier: Apache-2.0
// The checks that every part of a config shares. Each reports what it finds, once, where it stands.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/yaml/document.hpp"
#include "quantity.hpp"
#include "world.hpp"

namespace terrawright::config {

class Check {
 public:
  explicit Check(report::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  report::Diagnostics& diagnostics() const { return diagnostics_; }
  // At the value; where a knob put it there, with the place that asked for the knob. Always false.
  bool error(const Value& value, std::string message, std::string hint = {}) const;
  bool error(const report::Position& position, std::string message, std::string hint = {}) const;

  // The same for a caller who would answer with a value.
  template <class Place>
  std::nullopt_t no_value(const Place& place, std::string message, std::string hint = {}) const {
    error(place, std::move(message), std::move(hint));
    return std::nullopt;
  }

  // `what` names the value in messages: "'size'", "the world".
  bool is_map(const Value& value, const std::string& what, const std::string& example) const;
  bool is_list(const Value& value, const std::string& what, const std::string& example) const;
  bool is_text(const Value& value, const std::string& what, const std::string& example) const;
  // Every key of `map` is one of `valid`.
  bool known_keys(const Value& map, const std::vector<std::string>& valid, const std::string& what) const;
  // The value of a key that must be there; nothing is said where a key that known_keys() refuses looks like it.
  // `at` is where `what` is named.
  const Value* required(const Value& map, const report::Position& at, std::string_view key, const std::string& what,
                        const std::string& example) const;
  // A name of ours: [a-z][a-z0-9_]*.
  bool is_name(std::string_view name, const report::Position& position, const std::string& what) const;
  // A number of `unit` in minimum .. maximum.
  std::optional<double> number(const Value& value, const std::string& what, std::string_view unit, double minimum,
                               double maximum) const;
  // `range: [low, high]`: two numbers that can be compared, the low one first. `at` is where the range is named.
  std::optional<std::pair<Value, Value>> range(const Value& value, const std::string& example) const;

  // Warns of a bare number where numbers have a unit; at the value.
  void warn_if_bare(const Value& value, std::string_view unit) const;

  // The reader's error for `value`, after "'size': ".
  template <class T>
  void wrong(const Value& value, const std::string& what, const Reading<T>& reading) const {
    error(value, what + ": " + reading.problem, reading.hint.empty() ? "write a number" : reading.hint);
  }

 private:
  void wrong_type(const Value& value, const std::string& what, const char* type, const std::string& example) const;

  report::Diagnostics& diagnostics_;
};

bool is_plain_name(std::string_view name);

// For messages: a number, and the text of a value if it was calculated, with six digits.
double six_digits(double number);
std::string shown(const Value& value);

}  // namespace terrawright::config
