// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "layout.hpp"
#include "legend.hpp"
#include "map/sheet/signs.hpp"
#include "map/style/style.hpp"
#include "terrawright/exact_math.h"

namespace terrawright::map {
namespace {

// The title of an antique map in its frame.

struct Cartouche {
  Lettering over, title, under;
  double width, height;
};
void draw_cartouche(const Box& box, double scale, const SheetText& text, const Style& style, DisplayList& list);

// A box whose corners are cut by quarter circles inwards.
Path ornate(const Box& b, std::int32_t inside, std::int32_t corner) {
  Line ring;
  ring.closed = true;
  const double l = b.left + inside, t = b.top + inside, r = b.right - inside, d = b.bottom - inside, c = corner;
  // Eight steps of a quarter circle, by halving directions.
  static constexpr double cosines[] = {1,          0.98078528, 0.92387953, 0.83146961, 0.70710678,
                                       0.55557023, 0.38268343, 0.19509032, 0};
  const auto arc = [&](double x, double y, double fx, double fy, double gx, double gy) {
    for (int k = 0; k <= 8; ++k)
      ring.spots.push_back(
          {x + c * (fx * cosines[k] + gx * cosines[8 - k]), y + c * (fy * cosines[k] + gy * cosines[8 - k])});
  };
  arc(l, t, 0, 1, 1, 0);
  arc(r, t, -1, 0, 0, 1);
  arc(r, d, 0, -1, -1, 0);
  arc(l, d, 1, 0, 0, -1);
  return path_of(Lines{ring});
}

Cartouche cartouche_of(double scale, const SheetText& text, const Style& style) {
  Cartouche c;
  c.over = or_own({Font::garamond_italic, points(13 * scale), style.ink}, style.fonts);
  c.title = fitted(or_own({Font::garamond_small_capitals, points(38 * scale), rgb(0x7a2a1c), 60}, style.fonts),
                   text.title, 8600 * scale);
  c.under = or_own({Font::garamond_italic, points(10 * scale), style.ink}, style.fonts);
  c.width = std::max(width_of(c.title, text.title) + 1700 * scale, 7200 * scale);
  c.height = 3500 * scale;
  return c;
}

void draw_cartouche(const Box& b, double s, const SheetText& text, const Style& style, DisplayList& list) {
  const Cartouche c = cartouche_of(s, text, style);
  const std::int32_t corner = rounded(330 * s);
  list.fill(ornate(b, 0, corner), rgb(0xf4e4bd));
  list.line(ornate(b, 0, corner), {70, style.ink});
  list.line(ornate(b, rounded(90 * s), corner), {16, style.ink});
  list.line(ornate(b, rounded(150 * s), corner), {10, rgb(0x7a2a1c)});
  for (const double x : {b.left + 0.0, b.right + 0.0}) {
    for (const double y : {b.top + 0.0, b.bottom + 0.0}) {
      const Path ball = circle({x, y}, 150 * s);
      list.fill(ball, rgb(0x8f3324));
      list.line(ball, {22, style.ink});
    }
  }
  const double x = (b.left + b.right) / 2.0;
  list.text(word_at(c.over, text[Said::above_title], {x, b.top + 880 * s}, Anchor::middle));
  list.text(word_at(c.title, text.title, {x, b.top + 2055 * s}, Anchor::middle));
  Path flourish;
  for (const int side : {-1, 1}) {
    Line wave;
    for (int k = 0; k <= 20; ++k) {
      const double t = k / 20.0;
      wave.spots.push_back({x + side * (180 + 1500 * t) * s, b.top + (2460 - 260 * t * (1 - t) * (1 - 2 * t)) * s});
    }
    add(flourish, wave);
  }
  list.line(flourish, {16, style.ink});
  const double down = b.top + 2460 * s, half = 90 * s;
  list.fill(path_of({{x, b.top + 2370 * s}, {x + half, down}, {x, b.top + 2550 * s}, {x - half, down}}, true),
            style.ink);
  list.text(word_at(c.under, text[Said::below_title], {x, b.top + 3010 * s}, Anchor::middle));
}

// Title, legend, scale and globe of an atlas's map, which stand in its sea.
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

// A globe, seen from 20 degrees north, with the place of the world on it.

constexpr double seen_from = 20;  // degrees north

// On a globe of radius 1, x to the right and y up; none on its far side.
std::optional<Spot> seen(double longitude, double latitude) {
  const double cl = terrawright_cospi(longitude / 180), sl = terrawright_sinpi(longitude / 180);
  const double cb = terrawright_cospi(latitude / 180), sb = terrawright_sinpi(latitude / 180);
  const double ct = terrawright_cospi(seen_from / 180), st = terrawright_sinpi(seen_from / 180);
  if (st * sb + ct * cb * cl < 0) return std::nullopt;
  return Spot{cb * sl, ct * sb - st * cb * cl};
}

void draw_globe(const Box& box, const WorldFacts& world, const Style& style, DisplayList& list) {
  const double radius = std::min(box.width(), box.height()) / 2.0 - 20;
  const Spot middle{(box.left + box.right) / 2.0, (box.top + box.bottom) / 2.0};
  const Path disk = circle(middle, radius);
  Path lines;
  list.fill(disk, style.globe);
  Line now;
  const auto to = [&](double longitude, double latitude) {
    const auto at = seen(longitude, latitude);
    if (at) {
      now.spots.push_back({middle.x + radius * at->x, middle.y - radius * at->y});
      return;
    }
    add(lines, now);
    now.spots.clear();
  };
  for (int longitude = -180; longitude < 180; longitude += 30) {
    for (int latitude = -90; latitude <= 90; latitude += 3) to(longitude, latitude);
    add(lines, now), now.spots.clear();
  }
  for (int latitude = -60; latitude <= 60; latitude += 30) {
    for (int longitude = -180; longitude <= 180; longitude += 3) to(longitude, latitude);
    add(lines, now), now.spots.clear();
  }
  list.line(lines, {8, {70, 100, 125, 170}});
  list.line(disk, {20, style.ink});
  const auto here = seen(0, world.latitude);
  if (!here) return;
  const double half = radius * 0.055;
  const Spot at{middle.x + radius * here->x, middle.y - radius * here->y};
  list.fill(rectangle_of(at.x - half, at.y - half, 2 * half, 2 * half), rgb(0xc8281e));
}

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
    const Path box = path_of(*f.legend);
    list.fill(box, style.panel);
    list.line(box, {14, {style.ink.red, style.ink.green, style.ink.blue, 200}});
    const double left = f.legend->left + 420.0, room = f.legend->width() - 840.0;
    const double column = room / static_cast<double>(legend.columns);
    const Lettering letters = legend_letters(legend.rows, column - 1100, style);
    double y = f.legend->top + 300;
    for (const TintBar* bar : {&legend.heights, &legend.depths}) {
      if (bar->steps.size() <= (bar == &legend.depths ? 1 : 0)) continue;
      draw_tint_bar(*bar, {left, y}, room, letters, list);
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
  FreeRoom places(coast, layout.frame, old ? 600 : 400, parallel);
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
  // The largest that finds a place, high(scale) by its width times the scale.
  const auto put = [&](std::optional<Box>& to, double width, auto high, std::int32_t around, auto cost) {
    for (const double scale : scales) {
      if (!to) to = places.best(rounded(width * scale), rounded(high(scale)), 500, cost);
    }
    if (to) places.take(*to, around);
  };
  if (old) {
    put(
        f.rose, 5200, [](double scale) { return 5800 * scale; }, 500, corner({{1, 1}, {0, 1}, {1, 0}, {0, 0}}));
    put(
        f.bar, 7400, [](double) { return 950; }, 400, corner({{0.5, 1}, {0, 1}, {1, 1}, {0.5, 0}}));
    return f;
  }
  const AtlasLegend legend = atlas_legend(drawn, text, style);
  const double high = legend.height();
  put(
      f.legend, legend.width, [&](double) { return high; }, 500, corner({{0, 1}, {1, 1}, {1, 0}, {0, 0}}));
  put(
      f.globe, 3300, [](double scale) { return 3300 * scale; }, 400, corner({{1, 0}, {1, 1}, {0, 1}, {0, 0}}));
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
