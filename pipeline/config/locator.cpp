// SPDX-License-Identifier: Apache-2.0
#include "locator.hpp"

#include <algorithm>

namespace terrawright::config {

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

}  // namespace terrawright::config
