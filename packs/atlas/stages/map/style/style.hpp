// SPDX-License-Identifier: Apache-2.0
// style.hpp: what a sheet looks like: colours, widths, shares and letters, as a table of tables/ says it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "lettering/lettering.hpp"
#include "map/sheet/plane.hpp"
#include "terrawright/kinds.hpp"

namespace terrawright::map {

// Letters by what they name: fonts, points and colours.

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
struct TypeStyles {
  TypeRow towns[4];
  TypeRow range, peak, height, river, lake, bay, cape, island, sea, forest, desert, plain;
  FigureRow contour_figure, graticule_figure, scale_figure;
  Colour land_halo, water_halo;
};

// Kind of drawing: a user's style is one of these with other figures.
enum class StyleName { topographic, atlas, antique };

struct TintStep {
  float from;  // m above or below the sea, or a share of the highest
  Colour colour;
};

struct RoadLook {
  std::int32_t width, casing_width;  // 1/100 mm; a casing of 0: none
  Colour colour, casing;
  std::vector<std::int32_t> dashes;  // 1/100 mm; empty: a whole line
};

struct Style {
  StyleName name;
  bool contours;
  Colour paper, ink, water_ink;
  Colour coast, contour, index_contour, contour_figure, isobath, river, lake, lake_edge, graticule, frame;
  std::int32_t coast_width, contour_width, index_width, isobath_width, graticule_width, lake_width;  // 1/100 mm
  RoadLook main_road, road;
  double fine, broad, fine_share;  // shading: mm on paper, and how the two are mixed
  double shade_strength;
  Colour shadow;  // ground is multiplied by it in the deepest shadow
  Colour sunlit;
  std::vector<TintStep> heights;
  bool heights_are_shares;  // of the highest; else metres
  double stepped;           // share of the tint that is in steps
  std::vector<TintStep> depths;
  Colour forest;  // multiplies; white: forests are not shown
  Colour ice, desert;
  Colour mark, scale_bar;  // inside of towns, and between the dark parts of the bar
  Colour panel, globe;     // behind the legend of an atlas, and of the locator
  TypeStyles types;
  lettering::Fonts fonts;

  bool band() const { return name == StyleName::topographic; }  // title and legend beside the map
  bool any_scale() const { return name == StyleName::antique; }
  bool isobaths() const { return name != StyleName::antique; }
};

// Those of tables/, read once.
const Style& style_of(StyleName name);
// A user's file as ReadingStyle::changed reads it. Its problems are added.
Style changed_style(StyleName otherwise, const std::string& text, std::vector<std::string>& problems);

}  // namespace terrawright::map
