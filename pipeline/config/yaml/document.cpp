// SPDX-License-Identifier: Apache-2.0
#include "document.hpp"

#include <algorithm>

#include "config/yaml/document.hpp"

namespace terrawright::config {

const Entry* Value::find(std::string_view key) const {
  for (const Entry& entry : entries)
    if (entry.key == key) return &entry;
  return nullptr;
}

Entry* Value::find(std::string_view key) { return const_cast<Entry*>(static_cast<const Value*>(this)->find(key)); }

std::vector<std::string> Value::keys() const {
  std::vector<std::string> keys;
  for (const Entry& entry : entries) keys.push_back(entry.key);
  return keys;
}

std::string Value::description() const {
  if (is_list()) return "a list";
  if (is_map()) return "a map";
  if (is_null()) return "nothing";
  return report::quote(text);
}

namespace {

constexpr std::size_t stride = 256;  // bytes

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

}  // namespace

Locator::Locator(std::shared_ptr<const report::Source> source) : source_(std::move(source)), starts_{0} {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text().size(); ++i) {
    if (i % stride == 0) characters_.push_back(characters);
    if (begins_character(text()[i])) ++characters;
    if (text()[i] == '\n') starts_.push_back(i + 1);
  }
  characters_.push_back(characters);
}

std::size_t Locator::characters_before(std::size_t offset) const {
  if (characters_.back() == text().size()) return offset;  // as in most texts, which are ASCII
  std::size_t count = characters_[offset / stride];
  for (std::size_t i = offset / stride * stride; i < offset; ++i)
    if (begins_character(text()[i])) ++count;
  return count;
}

std::size_t Locator::line_of(std::size_t offset) const {
  return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin());
}

std::size_t Locator::line_start(std::size_t offset) const { return starts_[line_of(offset) - 1]; }

std::size_t Locator::line_end(std::size_t offset) const {
  const std::size_t line = line_of(offset);
  std::size_t end = line < starts_.size() ? starts_[line] - 1 : text().size();
  if (end > starts_[line - 1] && text()[end - 1] == '\r') --end;
  return end;
}

std::string_view Locator::line(std::size_t offset) const {
  return text().substr(line_start(offset), line_end(offset) - line_start(offset));
}

report::Position Locator::at(std::size_t offset, std::size_t bytes) const {
  offset = std::min(offset, text().size());
  // Behind the last line end there is nothing to see: show the end of the line before it.
  if (offset == text().size())
    while (offset > 0 && (text()[offset - 1] == '\n' || text()[offset - 1] == '\r')) --offset;
  const std::size_t start = line_start(offset), end = line_end(offset);
  const std::size_t length = offset < end ? std::min(bytes, end - offset) : 0;
  const std::size_t before = characters_before(offset);
  return {source_, line_of(offset), before - characters_before(start) + 1,
          std::max<std::size_t>(1, characters_before(offset + length) - before)};
}

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Position in `source` of the byte `offset` of the text that begins at `at` and reads as `text`; npos if they differ.
// Blanks may be any others, as lines are folded.
std::size_t follow(std::string_view source, std::size_t at, std::string_view text, std::size_t offset, char quote) {
  for (std::size_t i = 0;; ++i) {
    if (i >= offset) return at;
    if (i >= text.size() || at >= source.size()) return std::string_view::npos;
    if (is_blank(text[i])) {
      if (!is_blank(source[at])) return std::string_view::npos;
      while (at < source.size() && is_blank(source[at])) ++at;
      while (i + 1 < text.size() && is_blank(text[i + 1])) ++i;
      continue;
    }
    const bool escaped = (quote == '\'' && source.substr(at, 2) == "''") || (quote == '"' && source[at] == '\\');
    if (escaped) ++at;
    if (at >= source.size() || source[at] != text[i]) return std::string_view::npos;
    ++at;
  }
}

}  // namespace

report::Position Inside::at(const Value& scalar, std::size_t offset, std::size_t bytes) {
  if (!scalar.position) return scalar.position;
  auto& locator = locators_[scalar.position.source.get()];
  if (!locator) locator = std::make_unique<Locator>(scalar.position.source);
  const std::string_view source = locator->text();
  std::size_t begin = 0;
  for (std::size_t line = 1; line < scalar.position.line; ++line) {
    begin = source.find('\n', begin);
    if (begin == std::string_view::npos) return scalar.position;
    ++begin;
  }
  for (std::size_t column = 1; column < scalar.position.column && begin < source.size(); ++column) {
    ++begin;
    while (begin < source.size() && (static_cast<unsigned char>(source[begin]) & 0xC0u) == 0x80u) ++begin;
  }
  if (begin >= source.size()) return scalar.position;
  const char first = source[begin];
  const char quote = scalar.quoted && (first == '"' || first == '\'') ? first : ' ';
  if (quote != ' ') ++begin;
  if (scalar.quoted && (first == '|' || first == '>')) {
    begin = source.find('\n', begin);
    begin = begin == std::string_view::npos ? begin : source.find_first_not_of(" \t\r\n", begin);
    if (begin == std::string_view::npos) return scalar.position;
  }
  const std::size_t end = std::min(offset + bytes, scalar.text.size());
  const std::size_t from = follow(source, begin, scalar.text, std::min(offset, end), quote);
  const std::size_t to = bytes > 1 ? follow(source, begin, scalar.text, end, quote) : from + 1;
  if (from == std::string_view::npos || to == std::string_view::npos || to <= from) return scalar.position;
  return locator->at(from, to - from);
}

}  // namespace terrawright::config
