// SPDX-License-Identifier: Apache-2.0
// A YAML document as a tree in which everything knows its place.
#pragma once
#include <cstddef>
#include <map>
#include <memory>
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

// Byte offsets of a text to lines and columns in characters.

class Locator {
 public:
  explicit Locator(std::shared_ptr<const report::Source> source);
  // The stretch of `bytes` bytes at `offset`, cut at the end of its line, at least one character long. An offset
  // past the end is the place behind the last character.
  report::Position at(std::size_t offset, std::size_t bytes = 1) const;
  std::size_t line_of(std::size_t offset) const;  // from 1
  // The line that contains `offset`, without its end.
  std::string_view line(std::size_t offset) const;
  std::size_t line_start(std::size_t offset) const;
  std::size_t line_end(std::size_t offset) const;  // without the end of line itself
  std::string_view text() const { return source_->text; }

 private:
  std::size_t characters_before(std::size_t offset) const;

  std::shared_ptr<const report::Source> source_;
  std::vector<std::size_t> starts_;
  std::vector<std::size_t> characters_;  // before every 256th byte, so that columns of a long line cost no pass over it
};

// Places inside a scalar: what its text says at a byte, to where that stands in the file.
class Inside {
 public:
  // The whole scalar, where the file writes it too differently to tell: with escapes, or after an alias.
  report::Position at(const Value& scalar, std::size_t offset, std::size_t bytes);

 private:
  std::map<const report::Source*, std::unique_ptr<Locator>> locators_;
};

}  // namespace terrawright::config
