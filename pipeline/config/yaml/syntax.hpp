// SPDX-License-Identifier: Apache-2.0
// Reasons why a text is not YAML, in words that help.
#pragma once
#include <string_view>
#include <vector>

#include "locator.hpp"

namespace terrawright::config {

// The brackets of a text that is no YAML, so that what is missing can be named.

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
