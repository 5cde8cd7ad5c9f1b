// SPDX-License-Identifier: Apache-2.0
#include "sea_furniture.hpp"

#include <algorithm>
#include <cmath>

#include "atlas_furniture.hpp"
#include "cartouche.hpp"
#include "rose.hpp"
#include "scale_bar.hpp"

namespace terrawright::map {
namespace {

constexpr double scales[] = {1.0, 0.85, 0.7, 0.55};

void draw_antique(const SeaFurniture& f, const Layout& layout, const SheetText& text, const Style& style,
                  DisplayList& list) {
  if (f.title) draw_cartouche(*f.title, f.title_scale, text, style, list);
  if (f.rose) draw_rose(*f.rose, style, list);
  if (f.bar) {
    const ScaleBar bar =
        scale_bar_of(layout, f.bar->width() - 200, {text[Said::leagues], 4828}, {text[Said::fathoms], 1.8288});
    const double left = (f.bar->left + f.bar->right - bar.width()) / 2;
    if (bar.length > 0)
      list.text(word_at(or_own({Font::garamond_italic, points(10), style.ink}, style.fonts), bar.name,
                        {(f.bar->left + f.bar->right) / 2.0, f.bar->top + 300.0}, Anchor::middle));
    draw_scale_bar(bar, {left, f.bar->top + 330.0}, style, list);
  }
}

}  // namespace

// Ornaments to place, off the lines of a coast.
SeaFurniture placed_off(const Lines& coast, const Layout& layout, const Drawn& drawn, const SheetText& text,
                        const Style& style, const Parallel& parallel) {
  SeaFurniture f;
  const bool old = style.name == StyleName::antique;
  FreePlaces places(coast, layout.frame, old ? 600 : 400, parallel);
  const double room = layout.frame.width() * 0.5;
  const auto corner = [&](std::initializer_list<std::pair<double, double>> wanted) {
    return [&places, corners = std::vector<std::pair<double, double>>(wanted)](const Box& box) {
      std::int64_t least = 0;
      for (std::size_t n = 0; n < corners.size(); ++n) {
        const std::int64_t now =
            places.from_corner(box, corners[n].first, corners[n].second) + static_cast<std::int64_t>(n) * 1500;
        least = n == 0 ? now : std::min(least, now);
      }
      return least;
    };
  };
  for (const double scale : scales) {
    if (f.title || text.title.empty()) break;
    double w, h;
    if (old) {
      const Cartouche c = cartouche_of(scale, text, style);
      w = c.width, h = c.height;
    } else {
      const Lettering title = atlas_title(scale, text, room, style);
      w = std::max(width_of(title, text.title), 3200.0), h = title.size + 500;
    }
    f.title = places.best(rounded(w), rounded(h), old ? 600 : 500, corner({{0, 0}, {1, 0}, {0, 1}, {1, 1}}));
    f.title_scale = scale;
  }
  if (f.title) places.take(*f.title, 500);
  if (old) {
    for (const double scale : scales) {
      if (f.rose) break;
      f.rose = places.best(rounded(5200 * scale), rounded(5800 * scale), 500, corner({{1, 1}, {0, 1}, {1, 0}, {0, 0}}));
      f.rose_scale = scale;
    }
    if (f.rose) places.take(*f.rose, 500);
    for (const double scale : scales) {
      if (f.bar) break;
      f.bar = places.best(rounded(7400 * scale), 950, 500, corner({{0.5, 1}, {0, 1}, {1, 1}, {0.5, 0}}));
    }
    if (f.bar) places.take(*f.bar, 400);
    return f;
  }
  const AtlasLegend legend = atlas_legend(drawn, text, style);
  for (const double scale : scales) {
    if (f.legend) break;
    f.legend = places.best(rounded(legend.width * scale), rounded(legend.height()), 500,
                           corner({{0, 1}, {1, 1}, {1, 0}, {0, 0}}));
  }
  if (f.legend) places.take(*f.legend, 500);
  for (const double scale : scales) {
    if (f.globe) break;
    f.globe = places.best(rounded(3300 * scale), rounded(3300 * scale), 500, corner({{1, 0}, {1, 1}, {0, 1}, {0, 0}}));
  }
  if (f.globe) places.take(*f.globe, 400);
  return f;
}

SeaFurniture placed_furniture(const Layout& layout, const Drawn& drawn, const SheetText& text, const Style& style,
                              const Lines& coast, const Parallel& parallel) {
  if (style.band()) return {};
  SeaFurniture f = placed_off(coast, layout, drawn, text, style, parallel);
  if (f.title || f.legend || f.bar || f.globe || f.rose) return f;
  // No room in the sea for anything: title and scale stand on the land, in its corners.
  f = placed_off({}, layout, drawn, text, style, parallel);
  f.globe.reset(), f.rose.reset();
  return f;
}

void draw_furniture(const SeaFurniture& furniture, const Layout& layout, const WorldFacts& world, const Drawn& drawn,
                    const SheetText& text, const Style& style, DisplayList& list) {
  if (style.name == StyleName::atlas) draw_atlas(furniture, layout, world, drawn, text, style, list);
  if (style.name == StyleName::antique) draw_antique(furniture, layout, text, style, list);
  const Lettering small = or_own(
      {style.name == StyleName::antique ? Font::garamond : Font::lato, points(5.5), {110, 104, 96, 255}}, style.fonts);
  const double y = layout.frame.bottom + layout.border + (style.name == StyleName::antique ? 420.0 : 330.0);
  if (!text.imprint.empty() && y < layout.height - 100)
    list.text(word_at(small, text.imprint, {layout.frame.right + layout.border + 0.0, y}, Anchor::right));
}

}  // namespace terrawright::map
