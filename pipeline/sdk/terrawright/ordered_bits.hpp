// SPDX-License-Identifier: Apache-2.0
// terrawright/ordered_bits.hpp: floats as integers in the same order, for exact selections, merges and queues.
#pragma once
#include <cstdint>
#include <cstring>

#include "abi.h"

namespace terrawright {
inline namespace v1 {

// The sign and magnitude of a float as one offset from zero: ascending with the value, -0 and +0 are one, and
// neighbouring floats are neighbours. Not for NaN. No float gives 0.
inline std::uint32_t ordered_bits(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  return bits >> 31 ? 0x80000000u - magnitude : 0x80000000u + magnitude;
}

// The float of these bits; of the two zeros the positive one.
inline float of_ordered_bits(std::uint32_t ordered) {
  const std::uint32_t bits = ordered >= 0x80000000u ? ordered - 0x80000000u : 0x80000000u | (0x80000000u - ordered);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace v1
}  // namespace terrawright
