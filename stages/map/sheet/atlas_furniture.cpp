// SPDX-License-Identifier: Apache-2.0
#include "atlas_furniture.hpp"

#include "locator.hpp"
#include "scale_bar.hpp"

namespace terrawright::map {

Lettering atlas_title(double scale, const SheetText& text, double room, const Style& style) {
  return fitted({Font::garamond, points(46 * scale), style.ink, 20}, text.title, room);
}

AtlasLegend atlas_legend(const Drawn& drawn, const Style& style) {
  AtlasLegend legend{height_bar(drawn, style), depth_bar(drawn, style), {}};
  if (drawn.highest <= 0) legend.heights.steps.clear();
  for (LegendRow& row : legend_rows(drawn, style)) {
    // The colours of the ground are in the bars.
    if (row.text != "River, width by discharge") legend.rows.push_back(std::move(row));
  }
  return legend;
}

void draw_atlas(const SeaFurniture& f, const Layout& layout, const WorldFacts& world, const Drawn& drawn,
                const SheetText& text, const Style& style, DisplayList& list) {
  const Lettering small{Font::lato, points(6.6), style.ink};
  if (f.title) {
    const Lettering title = atlas_title(f.title_scale, text, f.title->width(), style);
    const double y = f.title->top + title.size * 0.72;
    list.text(word_at(title, text.title, {static_cast<double>(f.title->left), y}, Anchor::left));
    list.text(word_at({Font::lato, points(8), style.ink}, "Scale " + scale_text(layout.denominator),
                      {f.title->left + 20.0, f.title->bottom - 40.0}, Anchor::left));
  }
  if (f.legend) {
    const AtlasLegend legend = atlas_legend(drawn, style);
    Path box;
    box.rectangle(f.legend->left, f.legend->top, f.legend->width(), f.legend->height());
    list.fill(box, style.panel);
    list.line(box, {14, {style.ink.red, style.ink.green, style.ink.blue, 200}});
    const double left = f.legend->left + 420.0, room = f.legend->width() - 840.0;
    double y = f.legend->top + 300;
    if (!legend.heights.steps.empty()) {
      draw_tint_bar(legend.heights, {left, y}, room, style, list);
      y += 1050;
    }
    if (legend.depths.steps.size() > 1) {
      draw_tint_bar(legend.depths, {left, y}, room, style, list);
      y += 1050;
    }
    const double column = room / static_cast<double>(legend.columns);
    for (std::size_t n = 0; n < legend.rows.size(); ++n) {
      const std::size_t across = n % legend.columns, down = n / legend.columns;
      const Spot at{left + column * static_cast<double>(across), y + legend.row * (static_cast<double>(down) + 0.5)};
      legend.rows[n].draw(at, 800, list);
      const Lettering letters = fitted(small, legend.rows[n].text, column - 1100);
      list.text(word_at(letters, legend.rows[n].text, {at.x + 1000, at.y + letters.size * 0.34}, Anchor::left));
    }
    draw_scale_bar(scale_bar_of(layout, room - 600, false), {left, f.legend->bottom - 830.0}, style, list);
  }
  if (f.globe) draw_globe(*f.globe, world, style, list);
}

}  // namespace terrawright::map
