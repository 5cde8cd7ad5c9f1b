// SPDX-License-Identifier: Apache-2.0
// pixels.hpp: colours written as one number each, so that loops over them become vectors.
#pragma once
#include <cstdint>
#include <cstring>

#include "terrawright/kinds.hpp"

namespace terrawright::view {

// Place of the byte of channel 0..3 in the number.
constexpr int place_of(int channel) { return 8 * (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? channel : 3 - channel); }

// Opaque; each of the three 0..255.
inline void write_pixel(Colour& to, std::int32_t red, std::int32_t green, std::int32_t blue) {
  const auto at = [](std::int32_t value, int channel) {
    return static_cast<std::uint32_t>(value) << place_of(channel);
  };
  const std::uint32_t all = at(red, 0) | at(green, 1) | at(blue, 2) | at(255, 3);
  std::memcpy(&to, &all, sizeof to);
}

}  // namespace terrawright::view
