// SPDX-License-Identifier: Apache-2.0
// Small letters for legends, pixel by pixel, so that a picture never depends on what fonts a machine has.
#pragma once
#include <cstdint>
#include <string_view>

namespace terrawright::encode {

constexpr std::int64_t letter_rows = 9;    // of a line: seven stand on it, two hang below
constexpr std::int64_t letter_height = 7;  // of a capital

// Pixels that a line of UTF-8 takes from left to right. What is no ASCII character is shown as a box.
std::int64_t letters_width(std::string_view text);

// Calls dot(x, y) for each inked pixel; (0, 0) is the top left of the line.
template <class Dot>
void each_dot(std::string_view text, Dot dot);

struct Letter {
  std::int64_t width;
  std::uint8_t rows[letter_rows];  // bit 4 is the leftmost pixel
};
// The letter at the begin of `text`, which is then moved past it.
const Letter& next_letter(std::string_view& text);

template <class Dot>
void each_dot(std::string_view text, Dot dot) {
  for (std::int64_t left = 0; !text.empty();) {
    const Letter& letter = next_letter(text);
    for (std::int64_t y = 0; y < letter_rows; ++y) {
      for (std::int64_t x = 0; x < letter.width; ++x) {
        if (letter.rows[y] & (16 >> x)) dot(left + x, y);
      }
    }
    left += letter.width + 1;
  }
}

}  // namespace terrawright::encode
