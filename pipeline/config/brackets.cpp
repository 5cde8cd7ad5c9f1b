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

// True where a value or key may begin: at the start of a line, or behind one of these and spaces. Behind a bracket that
// closes it may not, but it is read as if it did.
bool begins_value(std::string_view text, std::size_t offset) {
  std::size_t before = offset;
  while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\t')) --before;
  return before == 0 || std::string_view("\n[{]},:-=").find(text[before - 1]) != std::string_view::npos;
}

// Indentation of the key of this line, as `- key: |` has it.
std::size_t indentation_at(std::string_view text, std::size_t offset) {
  const std::size_t start = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  const std::size_t key = text.find_first_not_of(" -?", start);
  return std::min(key, offset) - start;
}

// Behind the text block that begins with the '|' or '>' at `begin`; `begin` where none does.
std::size_t behind_block(std::string_view text, std::size_t begin, std::size_t end) {
  const std::size_t indicators = text.find_first_not_of("0123456789+-", begin + 1);
  const std::size_t rest = text.find_first_not_of(" \t\r", indicators);
  if (rest != std::string_view::npos && text[rest] != '\n' && text[rest] != '#') return begin;
  const std::size_t outside = indentation_at(text, begin);
  std::size_t line = text.find('\n', begin);
  while (line < end) {
    const std::size_t first = text.find_first_not_of(" \r", line + 1);
    if (first == std::string_view::npos) return end;
    if (text[first] != '\n' && first - line - 1 <= outside) return line + 1;
    line = text.find('\n', first);
  }
  return end;
}

}  // namespace

std::vector<Bracket> open_brackets(std::string_view text, std::size_t end) {
  return Brackets(text, end, end, end).open;
}

Brackets::Brackets(std::string_view text, std::size_t end, std::size_t deepest, std::size_t most) {
  end = std::min(end, text.size());
  for (std::size_t i = 0; i < end && open.size() <= deepest && values <= most; read_to = i) {
    const char c = text[i];
    const bool behind_space = i == 0 || std::string_view(" \t\n").find(text[i - 1]) != std::string_view::npos;
    if (c == '#' && behind_space) {
      i = std::min(text.find('\n', i), end);
    } else if ((c == '"' || c == '\'') && begins_value(text, i)) {
      i = behind_quote(text, i, end);
    } else if ((c == '|' || c == '>') && open.empty() && begins_value(text, i)) {
      i = std::max(i + 1, behind_block(text, i, end));
    } else {
      const bool opens = (c == '[' || c == '{') && (!open.empty() || begins_value(text, i));
      if (opens || (c == ',' && !open.empty())) ++values;
      if (opens) open.push_back({i, c});
      if ((c == ']' || c == '}') && !open.empty()) open.pop_back();
      ++i;
    }
  }
}

}  // namespace terrawright::config
