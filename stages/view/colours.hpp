// SPDX-License-Identifier: Apache-2.0
// colours.hpp: "#rrggbb" to a colour, and refusals where it is none.
#pragma once
#include <cstdint>
#include <string>

#include "terrawright/failure.hpp"
#include "terrawright/kinds.hpp"

namespace terrawright::view {

// `parameter` is named where the text is no colour.
inline Colour colour_of_text(const std::string& text, const char* parameter) {
  const auto refuse = [&] { return Failure(parameter, "\"" + text + "\" is no colour; write \"#rrggbb\""); };
  if (text.size() != 7 || text[0] != '#') throw refuse();
  std::uint32_t bits = 0;
  for (const char c : text.substr(1)) {
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) throw refuse();
    bits = bits * 16 + static_cast<std::uint32_t>(digit);
  }
  return {static_cast<std::uint8_t>(bits >> 16), static_cast<std::uint8_t>(bits >> 8 & 255),
          static_cast<std::uint8_t>(bits & 255), 255};
}

constexpr Colour no_colour = {0, 0, 0, 0};

}  // namespace terrawright::view
