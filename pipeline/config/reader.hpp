// SPDX-License-Identifier: Apache-2.0
// YAML text to a document. The only room with yaml-cpp. It closes that library's traps: duplicate keys, `<<`, tags,
// alias bombs, deep nesting, columns in bytes, byte-order marks and broken UTF-8 all give an error with a place.
#pragma once
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "config/yaml/document.hpp"

namespace terrawright::config {

constexpr std::size_t largest_config = 4u << 20;  // bytes
constexpr int deepest_nesting = 64;
constexpr std::size_t most_values = 1u << 18;  // after aliases were expanded

// The one document of a file, a map. Returns nothing if no tree could be built. An error that can be skipped (a
// duplicate key, a tag) goes to `diagnostics` and leaves the tree to be checked further.
std::optional<Value> read(const std::shared_ptr<const report::Source>& source, report::Diagnostics& diagnostics);

// Position of the conflict mark that a merge left.
report::Position conflict_in(const std::shared_ptr<const report::Source>& source);

// One value of any type, as on the right of `--set path=value`. `offset` is the byte of `source` it begins at.
std::optional<Value> read_value(const std::shared_ptr<const report::Source>& source, std::size_t offset,
                                report::Diagnostics& diagnostics);

// The text of a file as a source named as the path was given; an error where it cannot be read.
std::shared_ptr<const report::Source> open(const std::string& path, const report::Position& asked_at,
                                           report::Diagnostics& diagnostics);

// The brackets of a text that is no YAML, so that an error can name the missing one.
struct Bracket {
  std::size_t offset;  // in bytes
  char open;           // '[' or '{'

  char close() const { return open == '[' ? ']' : '}'; }
};

// Reads on to `end`, or until more than `deepest` brackets are open or `most` values stand in brackets. Quoted text,
// text blocks and comments are no brackets.
struct Brackets {
  Brackets(std::string_view text, std::size_t end, std::size_t deepest, std::size_t most);

  std::vector<Bracket> open;  // outermost first
  std::size_t values = 0;     // at least so many are in brackets
  std::size_t read_to = 0;
};

// The brackets that are open before `end`, outermost first.
std::vector<Bracket> open_brackets(std::string_view text, std::size_t end);

// `complaint` is yaml-cpp's own message, `offset` where it gave up; what lies before `read_to` was read. In bytes.
report::Diagnostic explain(std::string_view complaint, std::size_t offset, std::size_t read_to, const Locator& locator);

// Refuses, with a place, what no YAML may contain: other encodings, broken UTF-8, control characters; and a file
// that is too large.
bool check_characters(const Locator& locator, report::Diagnostics& diagnostics);

}  // namespace terrawright::config
