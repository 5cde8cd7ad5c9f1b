// SPDX-License-Identifier: Apache-2.0
// A YAML document as a tree in which everything knows its place.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "report/diagnostic.hpp"

namespace terrawright::config {

struct Entry;

struct Value {
  enum class Type { null, scalar, list, map };

  Type type = Type::null;
  report::Position position;   // of a list or map: its first character
  report::Position reference;  // where `$knob` stands, if the value was put there by a knob; else nowhere
  std::string text;            // of a scalar, exactly as written
  bool quoted = false;         // a quoted or block scalar: text, never a number
  std::vector<Value> items;    // of a list
  std::vector<Entry> entries;  // of a map, in the order of the file; keys are unique
  bool calculated = false;     // of a scalar: its text follows from the width of the world
  bool merges = false;         // of a map: a '<<' was refused in it, and what it lacks may be there

  bool is_null() const { return type == Type::null; }
  bool is_scalar() const { return type == Type::scalar; }
  bool is_list() const { return type == Type::list; }
  bool is_map() const { return type == Type::map; }
  // The entry of `key`, or nullptr.
  const Entry* find(std::string_view key) const;
  Entry* find(std::string_view key);
  std::vector<std::string> keys() const;
  // "a list", "a map", "nothing", "'text'": what stands there, for messages.
  std::string description() const;
};

struct Entry {
  std::string key;
  report::Position key_position;
  Value value;
};

}  // namespace terrawright::config
