// SPDX-License-Identifier: Apache-2.0
// sea_signs.hpp: ships, beasts and waves in open water, where nothing else is.
#pragma once
#include "free_places.hpp"
#include "sign_drawing.hpp"

namespace terrawright::map {

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

}  // namespace terrawright::map
