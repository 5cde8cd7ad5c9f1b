// SPDX-License-Identifier: Apache-2.0
// Cells as the pixels of a picture of 8 bits a channel.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrawright/kinds.hpp"

namespace terrawright::encode {

// A class that its legend does not know.
constexpr Colour unknown_class = {255, 0, 255, 255};

// The colours of all codes.
class ClassColours {
 public:
  ClassColours() : colours_(65536, unknown_class) {}
  void set(std::uint16_t code, Colour colour) { colours_[code] = colour; }
  // Three bytes of each code.
  void put(const std::uint16_t* codes, std::size_t count, unsigned char* bytes) const {
    for (std::size_t i = 0; i < count; ++i) {
      const Colour& colour = colours_[codes[i]];
      bytes[3 * i] = colour.red;
      bytes[3 * i + 1] = colour.green;
      bytes[3 * i + 2] = colour.blue;
    }
  }

 private:
  std::vector<Colour> colours_;
};

// Three bytes of each, or four with its alpha.
inline void put_colours(const Colour* cells, std::size_t count, int channels, unsigned char* bytes) {
  for (std::size_t i = 0; i < count; ++i, bytes += channels) {
    bytes[0] = cells[i].red;
    bytes[1] = cells[i].green;
    bytes[2] = cells[i].blue;
    if (channels == 4) bytes[3] = cells[i].alpha;
  }
}

}  // namespace terrawright::encode
