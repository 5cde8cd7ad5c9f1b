// SPDX-License-Identifier: Apache-2.0
// Signs of the antique style, which stand on its ground: mountains, forests, in the sea, and towns.
#pragma once
#include "free_places.hpp"
#include "sheet_tables.hpp"
#include "sign_drawing.hpp"
#include "sign_ground.hpp"

namespace terrawright::map {

// Mountains and hills of the antique style (the atlas's section 7).

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

struct Tree {
  const Sign* sign;
  SignPlace place;  // the foot of its trunk
};
using Trees = std::vector<Tree>;

// From north to south.
Trees trees_of(const SignGround& ground, const Mountains& mountains, const std::vector<Box>& kept_free);
void draw_trees(const Trees& trees, DisplayList& list);

// Ships, beasts and waves in open water, where nothing else is.

struct SeaSign {
  SignKind kind;
  const Sign* sign;
  SignPlace place;
};
using SeaSigns = std::vector<SeaSign>;

// `taken`: names and furniture.
SeaSigns sea_signs_of(const Lines& coast, const Layout& layout, const std::vector<Box>& taken,
                      const Parallel& parallel);
void draw_sea_signs(const SeaSigns& signs, DisplayList& list);

// Houses, churches and walls of the antique style, by the rank of a place.

// Places moved as little as their houses need to stand on dry ground.
PointFeatures on_dry_ground(PointFeatures places, const SignGround& ground, const Style& style);
// From north to south.
void draw_towns(PointFeatures places, DisplayList& list);

}  // namespace terrawright::map
