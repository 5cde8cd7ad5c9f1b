// SPDX-License-Identifier: Apache-2.0
#include "locator.hpp"

#include <algorithm>

#include "report/utf8.hpp"

namespace terrawright::config {

Locator::Locator(std::shared_ptr<const report::Source> source) : source_(std::move(source)), starts_{0} {
  for (std::size_t i = 0; i < text().size(); ++i)
    if (text()[i] == '\n') starts_.push_back(i + 1);
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
  if (counted_to_ < start || counted_to_ > offset) counted_to_ = start, counted_column_ = 1;
  counted_column_ += report::count_characters(text().substr(counted_to_, offset - counted_to_));
  counted_to_ = offset;
  const std::size_t length = offset < end ? std::min(bytes, end - offset) : 0;
  return {source_, line_of(offset), counted_column_,
          std::max<std::size_t>(1, report::count_characters(text().substr(offset, length)))};
}

}  // namespace terrawright::config
