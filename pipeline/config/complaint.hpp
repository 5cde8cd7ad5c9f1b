// SPDX-License-Identifier: Apache-2.0
// What is wrong with a text that is no YAML, in words that help.
#pragma once
#include <string_view>
#include <vector>

#include "locator.hpp"

namespace terrawright::config {

// What had been read when the parser gave up. Offsets in bytes.
struct Scene {
  struct Open {
    std::size_t offset;
    char bracket;  // '[' or '{', or 0 of a block
  };
  std::vector<Open> open;      // the lists and maps that are not closed, outermost first
  std::size_t last_value = 0;  // where the last value began,
  std::size_t last_end = 0;    // and ended
};

// `complaint` is yaml-cpp's own message, `offset` where it gave up.
report::Diagnostic explain(std::string_view complaint, std::size_t offset, const Scene& scene, const Locator& locator);

// Refuses, with a place, what no YAML may contain: other encodings, broken UTF-8, control characters; and a file
// that is too large.
bool check_characters(const Locator& locator, report::Diagnostics& diagnostics);

}  // namespace terrawright::config
