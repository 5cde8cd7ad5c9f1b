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

// The brackets that are open before `end`, outermost first. Quoted text and comments are no brackets.
std::vector<Bracket> open_brackets(std::string_view text, std::size_t end);

}  // namespace terrawright::config
