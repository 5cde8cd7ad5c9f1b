// SPDX-License-Identifier: Apache-2.0
// sign_tables.hpp: signs of antique maps as tables: areas and strokes of whole 1/100 mm, as the files of signs/ hold
// them.
//
//   {"about": "Trees.",
//    "colours": {"leaf": "#b3bb7e"},
//    "conifer": [{"name": "fir", "parts": [{"fill": "leaf", "round": 1, "strokes": [[-40, 30, 0, 150, 40, 30]]},
//                                          {"line": "leaf", "width": 10, "closed": true, "strokes": [...]}]}]}
//
// x goes to the right, y up. Parts are drawn in their order; `round` cuts corners so many times. The colour "ground" is
// that of the ground where the sign stands.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "layout.hpp"
#include "terrawright/kinds.hpp"

namespace terrawright::map {

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

}  // namespace terrawright::map
