// SPDX-License-Identifier: Apache-2.0
// style.hpp: what a sheet looks like: colours, widths and shares as a table.
#pragma once
#include <cstdint>
#include <vector>

#include "terrawright/kinds.hpp"

namespace terrawright::map {

enum class StyleName { topographic, atlas, antique };

struct TintStep {
  float from;  // m above or below the sea
  Colour colour;
};

struct Style {
  StyleName name;
  bool band;  // title and legend beside the map
  bool contours;
  bool any_scale;
  Colour paper, ink, water_ink;
  Colour coast, contour, index_contour, contour_figure, isobath, river, lake, lake_edge, graticule, frame;
  std::int32_t coast_width, contour_width, index_width, isobath_width, graticule_width, lake_width;  // 1/100 mm
  double fine, broad, fine_share;  // shading: mm on paper, and how the two are mixed
  double shade_strength;
  Colour shadow;  // ground is multiplied by it in the deepest shadow
  Colour sunlit;
  std::vector<TintStep> heights;  // topographic: shares of the highest; else metres
  bool heights_are_shares;
  double stepped;  // share of the tint that is in steps
  std::vector<TintStep> depths;
  Colour forest;  // multiplies
  Colour ice, desert;
};

const Style& style_of(StyleName name);

}  // namespace terrawright::map
