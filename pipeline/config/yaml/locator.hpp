// SPDX-License-Identifier: Apache-2.0
// Byte offsets of a text to lines and columns in characters.
#pragma once
#include <cstddef>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "document.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::config {

class Locator {
 public:
  explicit Locator(std::shared_ptr<const report::Source> source);
  // The stretch of `bytes` bytes at `offset`, cut at the end of its line, at least one character long. An offset
  // past the end is the place behind the last character.
  report::Position at(std::size_t offset, std::size_t bytes = 1) const;
  std::size_t line_of(std::size_t offset) const;  // from 1
  // The line that contains `offset`, without its end.
  std::string_view line(std::size_t offset) const;
  std::size_t line_start(std::size_t offset) const;
  std::size_t line_end(std::size_t offset) const;  // without the end of line itself
  std::string_view text() const { return source_->text; }

 private:
  std::size_t characters_before(std::size_t offset) const;

  std::shared_ptr<const report::Source> source_;
  std::vector<std::size_t> starts_;
  std::vector<std::size_t> characters_;  // before every 256th byte, so that columns of a long line cost no pass over it
};

// Places inside a scalar: what its text says at a byte, to where that stands in the file.
class Inside {
 public:
  // The whole scalar, where the file writes it too differently to tell: with escapes, or after an alias.
  report::Position at(const Value& scalar, std::size_t offset, std::size_t bytes);

 private:
  std::map<const report::Source*, std::unique_ptr<Locator>> locators_;
};

}  // namespace terrawright::config
