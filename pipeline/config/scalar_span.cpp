// SPDX-License-Identifier: Apache-2.0
#include "scalar_span.hpp"

#include <algorithm>

namespace terrawright::config {
namespace {

// Behind the quote that closes the one at `begin`.
std::size_t quoted_end(std::string_view text, std::size_t begin) {
  const char quote_mark = text[begin];
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (quote_mark == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote_mark) {
      if (quote_mark == '"' || i + 1 >= text.size() || text[i + 1] != quote_mark) return i + 1;
      ++i;
    }
  }
  return unclosed;
}

}  // namespace

std::size_t after_anchor(const Locator& locator, std::size_t begin) {
  const std::string_view text = locator.text();
  if (begin >= text.size() || text[begin] != '&') return begin;
  const std::size_t name_end = std::min(text.find_first_of(" \t\r\n,[]{}", begin), text.size());
  const std::size_t value = text.find_first_not_of(" \t", name_end);
  const bool here = value != std::string_view::npos && text[value] != '\n' && text[value] != '\r' && text[value] != '#';
  return here ? value : begin;
}

std::size_t scalar_end(const Locator& locator, std::size_t begin, const std::string& value) {
  const std::string_view text = locator.text();
  if (begin >= text.size()) return begin;
  const std::size_t line_end = locator.line_end(begin);
  if (text[begin] == '"' || text[begin] == '\'') {
    const std::size_t end = quoted_end(text, begin);
    return end == unclosed ? unclosed : std::min(end, line_end);
  }
  if (value.empty()) return begin;
  if (text.compare(begin, value.size(), value) == 0) return begin + value.size();
  const std::string_view rest = text.substr(begin, line_end - begin);
  return begin + rest.substr(0, rest.find(" #")).find_last_not_of(" \t") + 1;
}

}  // namespace terrawright::config
