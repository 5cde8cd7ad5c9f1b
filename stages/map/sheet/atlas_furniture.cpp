// SPDX-License-Identifier: Apache-2.0
#include "atlas_furniture.hpp"

#include "locator.hpp"
#include "scale_bar.hpp"

namespace terrawright::map {

Lettering atlas_title(double scale, const SheetText& text, double room, const Style& style) {
  return fitted(or_own({Font::garamond, points(46 * scale), style.ink, 20}, style.fonts), text.title, room);
}

AtlasLegend atlas_legend(const Drawn& drawn, const SheetText& text, const Style& style) {
  AtlasLegend legend{height_bar(drawn, text, style), depth_bar(drawn, text, style), legend_rows(drawn, text, style)};
  if (drawn.highest <= 0) legend.heights.steps.clear();
  return legend;
}

void draw_atlas(const SeaFurniture& f, const Layout& layout, const WorldFacts& world, const Drawn& drawn,
                const SheetText& text, const Style& style, DisplayList& list) {
  if (f.title) {
    const Lettering title = atlas_title(f.title_scale, text, f.title->width(), style);
    const double y = f.title->top + title.size * 0.72;
    list.text(word_at(title, text.title, {static_cast<double>(f.title->left), y}, Anchor::left));
    list.text(word_at(or_own({Font::lato, points(8), style.ink}, style.fonts),
                      filled_in(text[Said::scale], {{"{scale}", scale_text(layout.denominator)}}),
                      {f.title->left + 20.0, f.title->bottom - 40.0}, Anchor::left));
  }
  if (f.legend) {
    const AtlasLegend legend = atlas_legend(drawn, text, style);
    Path box;
    box.rectangle(f.legend->left, f.legend->top, f.legend->width(), f.legend->height());
    list.fill(box, style.panel);
    list.line(box, {14, {style.ink.red, style.ink.green, style.ink.blue, 200}});
    const double left = f.legend->left + 420.0, room = f.legend->width() - 840.0;
    const double column = room / static_cast<double>(legend.columns);
    const Lettering letters = legend_letters(legend.rows, column - 1100, style);
    double y = f.legend->top + 300;
    if (!legend.heights.steps.empty()) {
      draw_tint_bar(legend.heights, {left, y}, room, letters, list);
      y += 1050;
    }
    if (legend.depths.steps.size() > 1) {
      draw_tint_bar(legend.depths, {left, y}, room, letters, list);
      y += 1050;
    }
    for (std::size_t n = 0; n < legend.rows.size(); ++n) {
      const std::size_t across = n % legend.columns, down = n / legend.columns;
      const Spot at{left + column * static_cast<double>(across), y + legend.row * (static_cast<double>(down) + 0.5)};
      legend.rows[n].draw(at, 800, list);
      list.text(word_at(letters, legend.rows[n].text, {at.x + 1000, at.y + letters.size * 0.34}, Anchor::left));
    }
    draw_scale_bar(scale_bar_of(layout, room - 600, {"km", 1000}, {"m", 1}), {left, f.legend->bottom - 830.0}, style,
                   list);
  }
  if (f.globe) draw_globe(*f.globe, world, style, list);
}

}  // namespace terrawright::map
