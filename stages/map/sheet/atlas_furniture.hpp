// SPDX-License-Identifier: Apache-2.0
// atlas_furniture.hpp: title, legend, scale and globe of an atlas's map, which stand in its sea.
#pragma once
#include "sea_furniture.hpp"

namespace terrawright::map {

struct AtlasLegend {
  TintBar heights, depths;
  std::vector<LegendRow> rows;
  double width = 8600;
  std::size_t columns = 2;
  double row = 470;
  double height() const {
    const std::size_t whole = (rows.size() + columns - 1) / columns;
    const auto lines = static_cast<double>(whole);
    return 350 + (heights.steps.empty() ? 0 : 1050) + (depths.steps.size() > 1 ? 1050 : 0) + lines * row +
           (lines > 0 ? 150 : 0) + 900;
  }
};
AtlasLegend atlas_legend(const Drawn& drawn, const SheetText& text, const Style& style);
Lettering atlas_title(double scale, const SheetText& text, double room, const Style& style);
void draw_atlas(const SeaFurniture& f, const Layout& layout, const WorldFacts& world, const Drawn& drawn,
                const SheetText& text, const Style& style, DisplayList& list);

}  // namespace terrawright::map
