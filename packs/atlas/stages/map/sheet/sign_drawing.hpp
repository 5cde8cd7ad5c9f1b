// SPDX-License-Identifier: Apache-2.0
// sign_drawing.hpp: one sign on the paper.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "layout.hpp"
#include "terrawright/kinds.hpp"
#include "terrawright/random.h"

namespace terrawright::map {

// Signs of antique maps as tables: areas and strokes of whole 1/100 mm, as the files of signs/ hold
// them.
//
//   {"about": "Trees.",
//    "colours": {"leaf": "#b3bb7e"},
//    "conifer": [{"name": "fir", "parts": [{"fill": "leaf", "round": 1, "strokes": [[-40, 30, 0, 150, 40, 30]]},
//                                          {"line": "leaf", "width": 10, "closed": true, "strokes": [...]}]}]}
//
// x goes to the right, y up. Parts are drawn in their order; `round` cuts corners so many times. The colour "ground" is
// that of the ground where the sign stands.

struct SignPart {
  bool fill = false, closed = false, of_ground = false;
  Colour colour = {0, 0, 0, 255};
  std::int32_t width = 0;
  int round = 0;
  std::vector<std::vector<PaperPoint>> strokes;
};
struct Sign {
  std::string name;
  std::vector<SignPart> parts;
  Box box;  // of all points and half the width of lines, y up: top is the greatest
};
using Signs = std::vector<Sign>;

// The text of a file of signs/; nullptr where there is none.
const char* built_in_signs(std::string_view file);

// All signs of one kind in a table's text. Throws std::runtime_error for a text that is no such table.
Signs read_signs(std::string_view text, const char* kind);

enum class SignKind { mountain, hill, broadleaf, conifer, town, ship, beast, wave, lily };
// Those of the program.
const Signs& signs_of(SignKind kind);

// Words from places, so that each sign of a sheet is a little unlike the others, and the same every time.

inline std::uint64_t word_of(std::uint64_t a, std::uint64_t b) {
  return terrawright_mix64(a * 0x9e3779b97f4a7c15u ^ (b + 0x165667b19e3779f9u) * 0xc2b2ae3d27d4eb4fu);
}
inline std::uint64_t word_at_place(std::int64_t x, std::int64_t y) {
  return word_of(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
}
// -1 .. 1, the n-th of a word.
inline double part_of(std::uint64_t word, std::uint64_t n) {
  return static_cast<double>(static_cast<std::int64_t>(word_of(word, n) >> 40)) / 8388607.5 - 1.0;
}
// 0 .. count - 1, the n-th of a word.
inline std::size_t choice_of(std::uint64_t word, std::uint64_t n, std::size_t count) {
  return static_cast<std::size_t>((word_of(word, n) >> 33) % count);
}

struct SignPlace {
  Spot at;                 // where its (0, 0) is
  std::int32_t size;       // thousandths
  std::int32_t wide;       // of its width alone, thousandths
  bool mirrored = false;   // left and right
  std::int32_t moved = 0;  // points are moved by up to so many 1/100 mm, by the word
  std::uint64_t word = 0;
  Colour ground = {0, 0, 0, 255};
};

// Its box on the paper.
Box box_of(const Sign& sign, const SignPlace& place);
void draw_sign(const Sign& sign, const SignPlace& place, DisplayList& list);

}  // namespace terrawright::map
