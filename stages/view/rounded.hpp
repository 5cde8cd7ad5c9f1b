// SPDX-License-Identifier: Apache-2.0
// rounded.hpp: rounding to whole numbers in loops that should vectorise.
#pragma once
#include <cstdint>
#include <cstring>

namespace terrawright::view {

// nearbyint(value) of 0 <= value < 2^51: added to 2^52 it is rounded to a whole number, which the low bits hold.
inline std::int64_t rounded(double value) {
  const double above = 0x1p52 + value;
  std::int64_t bits;
  std::memcpy(&bits, &above, sizeof bits);
  return bits - 0x4330000000000000;
}

}  // namespace terrawright::view
