// SPDX-License-Identifier: Apache-2.0
// antique_glyphs.hpp: mountains, hills and trees of the antique style.
#pragma once
#include <functional>
#include <vector>

#include "map/labels/label_input.hpp"
#include "surface.hpp"

namespace terrawright::map {

// What signs keep off: the coast, lakes and great rivers, names and towns.
struct SignGround {
  const Surface* surface;
  Box frame;
  const Lines* coast;
  const Lines* lakes;
  std::vector<Box> kept_free;
};
struct Mountain {
  Spot foot;  // the middle of its foot
  double height, half;
  bool hill;
  Box box;
};

}  // namespace terrawright::map
