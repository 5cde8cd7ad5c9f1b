// SPDX-License-Identifier: Apache-2.0
// Numbers as bytes, the lowest first.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace terrawright::encode {

inline void add_little_endian(std::string& to, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) to += static_cast<char>(value >> (8 * i) & 255);
}

// Seven bits a byte, the lowest first.
inline void add_varint(std::string& to, std::uint64_t number) {
  for (; number >= 128; number >>= 7) to += static_cast<char>((number & 127) | 128);
  to += static_cast<char>(number);
}

}  // namespace terrawright::encode
