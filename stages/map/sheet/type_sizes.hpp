// SPDX-License-Identifier: Apache-2.0
// type_sizes.hpp: letters by what they name: fonts, points and colours.
#pragma once
#include <cstdint>

#include "letters.hpp"

namespace terrawright::map {

struct TypeRow {
  Font font;
  double pt;
  Colour colour;
  std::int32_t halo;  // alpha; 0: none
  bool capitals;
  std::int32_t tracking, widest;  // 1/1000 em
};
struct FigureRow {
  Font font;
  double pt;
};
struct TypeTable {
  TypeRow towns[4];
  TypeRow range, peak, height, river, lake, bay, cape, island, sea, forest, desert, plain;
  FigureRow contour_figure, graticule_figure, scale_figure;
  Colour land_halo, water_halo;
};

}  // namespace terrawright::map
