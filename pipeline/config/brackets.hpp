// SPDX-License-Identifier: Apache-2.0
// The brackets of a text that is no YAML, so that what is missing can be named.
#pragma once
#include <string_view>
#include <vector>

namespace terrawright::config {

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

}  // namespace terrawright::config
