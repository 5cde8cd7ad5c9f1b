// SPDX-License-Identifier: Apache-2.0
// Lines of text as pixels, in the letters of the program, so that no picture depends on the fonts of a machine.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace terrawright::encode {

// Shares of ink, 0 to 255, row by row. Capitals begin below the room for their accents.
struct TextImage {
  std::int64_t width = 0, height = 0;
  std::vector<std::uint8_t> ink;
};

// `size`: pixels an em. Characters that the font lacks become boxes.
TextImage text_image(std::string_view text, std::int64_t size);
std::int64_t text_width(std::string_view text, std::int64_t size);
constexpr std::int64_t capital_height(std::int64_t size) { return (size * 18 + 24) / 25; }
constexpr std::int64_t accent_height(std::int64_t size) { return (size + 3) / 4; }
constexpr std::int64_t text_height(std::int64_t size) { return capital_height(size) + 2 * accent_height(size); }

// Calls dot(x, y, ink) for each pixel with ink.
template <class Dot>
void each_dot(const TextImage& text, Dot dot) {
  for (std::int64_t y = 0; y < text.height; ++y) {
    for (std::int64_t x = 0; x < text.width; ++x) {
      const std::uint8_t ink = text.ink[static_cast<std::size_t>(y * text.width + x)];
      if (ink > 0) dot(x, y, ink);
    }
  }
}
// A channel of paper with so much ink on it.
constexpr std::uint8_t inked(std::uint8_t paper, std::uint8_t letters, std::uint8_t ink) {
  return static_cast<std::uint8_t>((paper * (255 - ink) + letters * ink + 127) / 255);
}

}  // namespace terrawright::encode
