// SPDX-License-Identifier: Apache-2.0
// glyphs.hpp: a text of UTF-8 as its characters.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace terrawright::view {

// Bytes that continue a character, 10xxxxxx, belong to the one before them.
inline std::vector<std::string> characters_of(std::string_view text) {
  std::vector<std::string> characters;
  for (const char byte : text) {
    const bool continues = (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
    if (characters.empty() || !continues) characters.emplace_back();
    characters.back() += byte;
  }
  return characters;
}

}  // namespace terrawright::view
