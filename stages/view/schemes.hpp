// SPDX-License-Identifier: Apache-2.0
// schemes.hpp: the colours that view.palette begins with.
#pragma once
#include <string>
#include <vector>

#include "ramp.hpp"

namespace terrawright::view {

// A row of a table of colours.
struct TableColour {
  std::string colour = "#000000";
  static void describe(Parameters<TableColour>& p) { p.parameter(&TableColour::colour, "colour", "As \"#rrggbb\"."); }
};

// Water, plains, woods, rock and snow. Source: Diamond-square in Clojure.
inline std::vector<TableColour> first_text_colours() {
  return {{"#1437ad"}, {"#04859d"}, {"#007d1c"}, {"#007d1c"}, {"#24913c"},
          {"#00c12b"}, {"#38e05d"}, {"#a3a3a4"}, {"#757575"}, {"#ffffff"}};
}

// Of anything, dark to light: lightness rises evenly, so that it also reads in print and to the colour-blind.
inline std::vector<ColourStop> field_stops() {
  return {{0, "#1b1f4b"},   {0.15, "#2b3f86"}, {0.3, "#2f6a9e"}, {0.45, "#3b949c"},
          {0.6, "#6bb88a"}, {0.75, "#acd37f"}, {0.9, "#ebe38a"}, {1, "#fdf6c9"}};
}

// From the greatest depth to the shore.
inline std::vector<ColourStop> sea_stops() {
  return {{0, "#285f90"},    {0.25, "#3274a5"}, {0.5, "#438fb9"}, {0.7, "#5fadca"},
          {0.84, "#86cad6"}, {0.94, "#addfdc"}, {1, "#c9ebe0"}};
}

// From the shore to the highest summit.
inline std::vector<ColourStop> land_stops() {
  return {{0, "#7fa866"},    {0.12, "#a3bd75"}, {0.28, "#d3cc8c"}, {0.45, "#d2b483"},
          {0.62, "#b28f6d"}, {0.8, "#9c8a80"},  {0.92, "#cfcac6"}, {1, "#fdfdfc"}};
}

}  // namespace terrawright::view
