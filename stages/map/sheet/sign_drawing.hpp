// SPDX-License-Identifier: Apache-2.0
// sign_drawing.hpp: one sign on the paper.
#pragma once
#include "sign_tables.hpp"

namespace terrawright::map {

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
