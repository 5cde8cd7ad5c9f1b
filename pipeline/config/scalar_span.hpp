// SPDX-License-Identifier: Apache-2.0
// Where in the text a value begins and ends, of which yaml-cpp says only where it found it. Offsets in bytes.
#pragma once
#include <string>

#include "locator.hpp"

namespace terrawright::config {

// Behind "&name " where the value follows on the same line.
std::size_t after_anchor(const Locator& locator, std::size_t begin);

constexpr std::size_t unclosed = std::string_view::npos;
// Where the scalar ends that reads as `value`, as far as its first line goes; `unclosed` where its quote stays open.
std::size_t scalar_end(const Locator& locator, std::size_t begin, const std::string& value);

}  // namespace terrawright::config
