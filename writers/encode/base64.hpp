// SPDX-License-Identifier: Apache-2.0
// Bytes as letters, for what is in a page.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace terrawright::encode {

inline void add_base64(std::string_view bytes, std::string& to) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) to += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63];
  }
}

}  // namespace terrawright::encode
