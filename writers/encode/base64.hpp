// SPDX-License-Identifier: Apache-2.0
// Bytes as letters, for what is in a page.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace terrawright::encode {

inline void add_base64(std::string_view bytes, std::string& to) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  static const std::vector<char> pairs = [&] {  // of 12 bits
    std::vector<char> all;
    for (const char high : std::string_view(digits)) {
      for (const char low : std::string_view(digits)) all.insert(all.end(), {high, low});
    }
    return all;
  }();
  const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
  const std::size_t begin = to.size(), whole = bytes.size() / 3, rest = bytes.size() % 3;
  to.resize(begin + 4 * (whole + (rest > 0 ? 1 : 0)), '=');
  const char* const two = pairs.data();
  char* at = &to[begin];
  const auto put = [&](std::uint32_t three) {
    std::memcpy(at, two + 2 * (three >> 12), 2);
    std::memcpy(at + 2, two + 2 * (three & 4095), 2);
  };
  for (std::size_t i = 0; i < whole; ++i, from += 3, at += 4)
    put(std::uint32_t{from[0]} << 16 | std::uint32_t{from[1]} << 8 | from[2]);
  if (rest == 0) return;
  put(std::uint32_t{from[0]} << 16 | (rest == 2 ? std::uint32_t{from[1]} << 8 : 0));
  std::fill(at + rest + 1, at + 4, '=');
}

}  // namespace terrawright::encode
