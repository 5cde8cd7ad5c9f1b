// SPDX-License-Identifier: Apache-2.0
// Places inside a scalar: what its text says at a byte, to where that stands in the file.
#pragma once
#include <cstddef>
#include <map>
#include <memory>

#include "document.hpp"
#include "locator.hpp"

namespace terrawright::config {

class Inside {
 public:
  // The whole scalar, where the file writes it too differently to tell: with escapes, or after an alias.
  report::Position at(const Value& scalar, std::size_t offset, std::size_t bytes);

 private:
  std::map<const report::Source*, std::unique_ptr<Locator>> locators_;
};

}  // namespace terrawright::config
