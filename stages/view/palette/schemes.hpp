// SPDX-License-Identifier: Apache-2.0
// schemes.hpp: the colours that view.palette begins with.
#pragma once
#include <string>
#include <vector>

#include "ramp.hpp"

namespace terrawright::view {

// A row of a table of colours.
struct TableColour {
  Colour colour = rgb(0x000000);
  static void describe(Parameters<TableColour>& p) {
    p.parameter(&TableColour::colour, "colour", "Colour of one step of the table.");
  }
};

// Water, plains, woods, rock and snow. Source: Diamond-square in Clojure.
inline std::vector<TableColour> first_text_colours() {
  return {{rgb(0x1437ad)}, {rgb(0x04859d)}, {rgb(0x007d1c)}, {rgb(0x007d1c)}, {rgb(0x24913c)},
          {rgb(0x00c12b)}, {rgb(0x38e05d)}, {rgb(0xa3a3a4)}, {rgb(0x757575)}, {rgb(0xffffff)}};
}

// For any quantity, dark to light: lightness rises evenly, so that it also reads in print and to the colour-blind.
inline std::vector<ColourStop> field_stops() {
  return {{0, rgb(0x1b1f4b)},   {0.15, rgb(0x2b3f86)}, {0.3, rgb(0x2f6a9e)}, {0.45, rgb(0x3b949c)},
          {0.6, rgb(0x6bb88a)}, {0.75, rgb(0xacd37f)}, {0.9, rgb(0xebe38a)}, {1, rgb(0xfdf6c9)}};
}

// From the greatest depth to the shore.
inline std::vector<ColourStop> sea_stops() {
  return {{0, rgb(0x285f90)},    {0.25, rgb(0x3274a5)}, {0.5, rgb(0x438fb9)}, {0.7, rgb(0x5fadca)},
          {0.84, rgb(0x86cad6)}, {0.94, rgb(0xaddfdc)}, {1, rgb(0xc9ebe0)}};
}

// From the shore to the highest summit.
inline std::vector<ColourStop> land_stops() {
  return {{0, rgb(0x7fa866)},    {0.12, rgb(0xa3bd75)}, {0.28, rgb(0xd3cc8c)}, {0.45, rgb(0xd2b483)},
          {0.62, rgb(0xb28f6d)}, {0.8, rgb(0x9c8a80)},  {0.92, rgb(0xcfcac6)}, {1, rgb(0xfdfdfc)}};
}

}  // namespace terrawright::view
