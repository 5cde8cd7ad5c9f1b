// SPDX-License-Identifier: Apache-2.0
// Finds where in the text a value begins and ends; yaml-cpp gives only its start. Offsets in bytes.
#pragma once
#include <string>

#include "locator.hpp"

namespace terrawright::config {

// Behind "&name " where the value follows on the same line.
std::size_t after_anchor(const Locator& locator, std::size_t begin);

constexpr std::size_t unclosed = std::string_view::npos;
// End of the scalar that reads as `value`, within its first line; `unclosed` if its quote stays open.
std::size_t scalar_end(const Locator& locator, std::size_t begin, const std::string& value);

}  // namespace terrawright::config
