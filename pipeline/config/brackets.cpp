// SPDX-License-Identifier: Apache-2.0
#include "brackets.hpp"

#include <algorithm>

namespace terrawright::config {
namespace {

// Behind the quote that closes the one at `begin`, or `end`.
std::size_t behind_quote(std::string_view text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (text[begin] == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == text[begin]) {
      return i + 1;
    }
  }
  return end;
}

// Where a value or key may begin: at the start of a line, or behind one of these and spaces.
bool begins_value(std::string_view text, std::size_t offset) {
  std::size_t before = offset;
  while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\t')) --before;
  return before == 0 || std::string_view("\n[{,:-=").find(text[before - 1]) != std::string_view::npos;
}

}  // namespace

std::vector<Bracket> open_brackets(std::string_view text, std::size_t end) {
  std::vector<Bracket> open;
  end = std::min(end, text.size());
  for (std::size_t i = 0; i < end;) {
    const char c = text[i];
    const bool behind_space = i == 0 || std::string_view(" \t\n").find(text[i - 1]) != std::string_view::npos;
    if (c == '#' && behind_space) {
      i = std::min(text.find('\n', i), end);
    } else if ((c == '"' || c == '\'') && begins_value(text, i)) {
      i = behind_quote(text, i, end);
    } else {
      if ((c == '[' || c == '{') && (!open.empty() || begins_value(text, i))) open.push_back({i, c});
      if ((c == ']' || c == '}') && !open.empty()) open.pop_back();
      ++i;
    }
  }
  return open;
}

}  // namespace terrawright::config
