// SPDX-License-Identifier: Apache-2.0
// colour_mixing.hpp: colours as they come to lie on a sheet.
#pragma once
#include <cstdint>
#include <string>

#include "terrawright/kinds.hpp"

namespace terrawright::map {

inline std::uint8_t byte_of(int product) { return static_cast<std::uint8_t>((product + 127) / 255); }
// As the sheet draws them: a line that is not opaque, and ground under a filter.
inline Colour over(Colour line, Colour ground) {
  const auto mix = [&](int a, int b) { return byte_of(a * line.alpha + b * (255 - line.alpha)); };
  return {mix(line.red, ground.red), mix(line.green, ground.green), mix(line.blue, ground.blue), 255};
}
inline Colour through(Colour filter, Colour ground) {
  return {byte_of(filter.red * ground.red), byte_of(filter.green * ground.green), byte_of(filter.blue * ground.blue),
          255};
}
inline bool is_white(Colour c) { return c.red == 255 && c.green == 255 && c.blue == 255; }

inline std::string hexadecimal(Colour c) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text = "#";
  for (const int byte : {c.red, c.green, c.blue}) text += digits[byte >> 4], text += digits[byte & 15];
  return text;
}

}  // namespace terrawright::map
