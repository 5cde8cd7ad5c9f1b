// SPDX-License-Identifier: Apache-2.0
// Rows of flags, one byte a cell, most of them not set: eight are passed over at a time.
#pragma once
#include <cstdint>
#include <cstring>

namespace terrawright::water {

constexpr std::int64_t beyond_flags = 7;  // bytes that each_set may read behind the last flag

// body(x) for each of n flags that is not 0.
template <class Body>
void each_set(const std::uint8_t* flags, std::int64_t n, Body body) {
  for (std::int64_t x = 0; x < n; x += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, flags + x, 8);
    if (x + 8 > n) eight &= (std::uint64_t{1} << (8 * (n - x))) - 1;
    while (eight != 0) {
      const int k = __builtin_ctzll(eight) / 8;
      eight &= ~(std::uint64_t{255} << (8 * k));
      body(x + k);
    }
  }
}

}  // namespace terrawright::water
