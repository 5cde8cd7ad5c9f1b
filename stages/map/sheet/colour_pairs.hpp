// SPDX-License-Identifier: Apache-2.0
// colour_pairs.hpp: where something is seen worst, and the sentence that tells of it.
#pragma once
#include <string>
#include <vector>

#include "colour_mixing.hpp"
#include "sight.hpp"
#include "style.hpp"

namespace terrawright::map {

struct PrintedGround {
  Colour colour;
  std::string name;
  std::string step;  // its place in the style's file
};

struct Worst {
  Nearness near{1e9, Sight::normal};
  Colour drawn{};
  PrintedGround ground{};
  void meet(Colour colour, const PrintedGround& on) {
    const Nearness here = nearness(colour, on.colour);
    if (here.distance < near.distance) *this = {here, colour, on};
  }
};

// Each step of heights, and after it its forest if forests are shown.
inline std::vector<PrintedGround> grounds_on_land(const Style& style) {
  std::vector<PrintedGround> grounds;
  for (std::size_t n = 0; n < style.heights.size(); ++n) {
    const Colour open = style.heights[n].colour;
    const std::string step = "tints.heights[" + std::to_string(n) + "]";
    grounds.push_back({open, "open land ", step});
    if (!is_white(style.forest)) grounds.push_back({through(style.forest, open), "forest ", step});
  }
  return grounds;
}

// Rounded down, so that 4.96 is not told to be 5.0.
inline std::string tenths(double distance) {
  const auto n = static_cast<int>(distance * 10);
  return std::to_string(n / 10) + "." + std::to_string(n % 10);
}

inline std::string told(const std::string& what, const Nearness& near, double least, const std::string& remedy) {
  return what + ": they are " + tenths(near.distance) + " apart for " + name_of(near.sight) + ", and " + tenths(least) +
         " is the least; " + remedy;
}
inline std::string told(const std::string& what, const Worst& worst, double least, const std::string& remedy) {
  return told(what + hexadecimal(worst.drawn) + " on " + worst.ground.name + hexadecimal(worst.ground.colour) + " of " +
                  worst.ground.step,
              worst.near, least, remedy);
}

}  // namespace terrawright::map
