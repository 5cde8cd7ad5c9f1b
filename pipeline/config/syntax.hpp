// SPDX-License-Identifier: Apache-2.0
// Reasons why a text is not YAML, in words that help.
#pragma once
#include <string_view>

#include "locator.hpp"

namespace terrawright::config {

// `complaint` is yaml-cpp's own message, `offset` where it gave up; what lies before `read_to` was read. In bytes.
report::Diagnostic explain(std::string_view complaint, std::size_t offset, std::size_t read_to, const Locator& locator);

// Refuses, with a place, what no YAML may contain: other encodings, broken UTF-8, control characters; and a file
// that is too large.
bool check_characters(const Locator& locator, report::Diagnostics& diagnostics);

}  // namespace terrawright::config
