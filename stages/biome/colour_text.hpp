// SPDX-License-Identifier: Apache-2.0
// colour_text.hpp: "#rrggbb" to a colour.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "terrawright/kinds.hpp"

namespace terrawright::biome {

inline std::optional<Colour> colour_of(std::string_view text) {
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  std::uint32_t bits = 0;
  for (const char c : text.substr(1)) {
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return std::nullopt;
    bits = bits * 16 + static_cast<std::uint32_t>(digit);
  }
  return Colour{static_cast<std::uint8_t>(bits >> 16), static_cast<std::uint8_t>(bits >> 8 & 255),
                static_cast<std::uint8_t>(bits & 255), 255};
}

}  // namespace terrawright::biome
