// SPDX-License-Identifier: Apache-2.0
// Floats as integers in the same order: what an exact selection narrows down.
#pragma once
#include <cstdint>
#include <cstring>

namespace terrawright::sea {

// The sign and magnitude of a float as one offset from zero: ascending with the value, -0 and +0 are one key,
// and neighbouring floats have neighbouring keys. Not for NaN. No float has key 0.
inline std::uint32_t key_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  return bits >> 31 ? 0x80000000u - magnitude : 0x80000000u + magnitude;
}

inline float value_of(std::uint32_t key) {
  const std::uint32_t bits = key >= 0x80000000u ? key - 0x80000000u : 0x80000000u | (0x80000000u - key);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace terrawright::sea
