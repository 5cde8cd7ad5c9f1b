// SPDX-License-Identifier: Apache-2.0
// mountains.hpp: mountains and hills of the antique style (the atlas's section 7).
#pragma once
#include "ruggedness.hpp"
#include "sign_drawing.hpp"

namespace terrawright::map {

struct Mountain {
  const Sign* sign;
  SignPlace place;      // the middle of its foot
  double height, half;  // 1/100 mm
  bool hill, named;
  Box box() const { return box_of(*sign, place); }
  // It is a triangle: a name may touch the corners beside its top.
  Box inner_box() const {
    return {rounded(place.at.x - half * 0.55), rounded(place.at.y - height * 0.88), rounded(place.at.x + half * 0.55),
            rounded(place.at.y)};
  }
  Box foot_box() const {
    return {rounded(place.at.x - half * 0.9), rounded(place.at.y - height * 0.4), rounded(place.at.x + half * 0.9),
            rounded(place.at.y)};
  }
};
using Mountains = std::vector<Mountain>;

// In the order of their places; none hides another, none lies where names are. A sign that does not fit is tried
// smaller.
Mountains mountains_of(const SignGround& ground, const std::vector<MountainPlace>& places,
                       const std::vector<Box>& kept_free);
// From north to south.
void draw_mountains(Mountains mountains, const Surface& surface, const Style& style, DisplayList& list);

}  // namespace terrawright::map
