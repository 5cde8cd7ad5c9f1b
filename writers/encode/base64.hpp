// SPDX-License-Identifier: Apache-2.0
// Bytes as letters, for what is in a page.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace terrawright::encode {

inline void add_base64(std::string_view bytes, std::string& to) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto put = [&](std::uint32_t three, char* at) {
    for (int k = 0; k < 4; ++k) at[k] = digits[three >> (18 - 6 * k) & 63];
  };
  const std::size_t begin = to.size(), whole = bytes.size() / 3, rest = bytes.size() % 3;
  to.resize(begin + 4 * (whole + (rest > 0 ? 1 : 0)), '=');
  char* at = &to[begin];
  for (std::size_t i = 0; i < whole; ++i, from += 3, at += 4) put(from[0] << 16 | from[1] << 8 | from[2], at);
  if (rest == 0) return;
  put(from[0] << 16 | (rest == 2 ? from[1] << 8 : 0), at);
  std::fill(at + rest + 1, at + 4, '=');
}

}  // namespace terrawright::encode
