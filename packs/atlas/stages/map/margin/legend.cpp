// SPDX-License-Identifier: Apache-2.0
#include "legend.hpp"

#include <algorithm>

#include "layout.hpp"
#include "map/sheet/plane.hpp"
#include "map/sheet/signs.hpp"
#include "map/style/style.hpp"

namespace terrawright::map {
namespace {

Path box_at(Spot left, double width, double high) { return rectangle_of(left.x, left.y - high / 2, width, high); }
Path stroke_at(Spot left, double width) { return path_of({left, {left.x + width, left.y}}); }

Colour multiplied(Colour a, Colour b) {
  const auto one = [](int v, int w) { return static_cast<std::uint8_t>(v * w / 255); };
  return {one(a.red, b.red), one(a.green, b.green), one(a.blue, b.blue), 255};
}

// A line that bends twice, as a river does.
Line bent(Spot left, double width) {
  Line line;
  for (int i = 0; i <= 24; ++i) {
    const double t = i / 24.0, s = t * (1 - t) * (1 - 2 * t);
    line.spots.push_back({left.x + width * t, left.y - s * 700});
  }
  return line;
}

TintBar bar_of(const std::string& title, const std::vector<TintStep>& steps, float until) {
  TintBar bar{title, {}};
  for (const TintStep& step : steps) {
    if (bar.steps.empty() || step.from < until) bar.steps.push_back(step);
  }
  return bar;
}

}  // namespace

std::string filled_in(std::string text, std::initializer_list<std::pair<std::string_view, std::string>> values) {
  for (const auto& [word, with] : values) {
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += with.size())
      text.replace(at, word.size(), with);
  }
  return text;
}

Lettering legend_letters(const std::vector<LegendRow>& rows, double room, const Style& style) {
  Lettering letters = or_own({Font::lato, points(6.6), style.ink}, style.fonts);
  for (const LegendRow& row : rows) letters = fitted(letters, row.text, room);
  return letters;
}

std::vector<LegendRow> legend_rows(const Drawn& drawn, const SheetText& text, const Style& style) {
  std::vector<LegendRow> rows;
  constexpr Said towns[] = {Said::chief_town, Said::town, Said::small_town, Said::village};
  for (int rank = 1; rank <= 4; ++rank) {
    if (drawn.towns[rank])
      rows.push_back({text[towns[rank - 1]], [rank, &style](Spot left, double width, DisplayList& list) {
                        draw_town({left.x + width / 2, left.y}, rank, style, list);
                      }});
  }
  for (const bool main : {true, false}) {
    if (main ? drawn.main_roads : drawn.roads)
      rows.push_back(
          {text[main ? Said::main_road : Said::road], [main, &style](Spot left, double width, DisplayList& list) {
             draw_road(stroke_at(left, width), main, style, list);
           }});
  }
  if (drawn.rivers)
    rows.push_back({text[Said::river], [&style](Spot left, double width, DisplayList& list) {
                      const Line line = bent(left, width);
                      for (std::size_t i = 0; i + 1 < line.spots.size(); i += 3) {
                        Line part;
                        const auto from = line.spots.begin() + static_cast<std::ptrdiff_t>(i);
                        part.spots.assign(from, from + 4);
                        Path path;
                        add(path, part);
                        list.line(path, {12 + static_cast<std::int32_t>(i) * 2, style.river});
                      }
                    }});
  if (drawn.lakes)
    rows.push_back({text[Said::lake], [&style](Spot left, double width, DisplayList& list) {
                      const Path path = box_at({left.x + width * 0.15, left.y}, width * 0.7, 240);
                      list.fill(path, style.lake);
                      list.line(path, {style.lake_width, style.lake_edge});
                    }});
  if (drawn.interval > 0)
    rows.push_back(
        {filled_in(text[Said::contours],
                   {{"{interval}", figure_text(drawn.interval)}, {"{heavy}", figure_text(5 * drawn.interval)}}),
         [&style](Spot left, double width, DisplayList& list) {
           for (int n = -1; n <= 1; ++n) {
             list.line(stroke_at({left.x, left.y + 75 * n}, width), {n == 1 ? style.index_width : style.contour_width,
                                                                     n == 1 ? style.index_contour : style.contour});
           }
         }});
  if (drawn.half_contours)
    rows.push_back({filled_in(text[Said::half_contours], {{"{half}", figure_text(drawn.interval / 2)}}),
                    [&style](Spot left, double width, DisplayList& list) {
                      list.line(stroke_at(left, width), half_contour(style));
                    }});
  if (drawn.isobaths)
    rows.push_back({text[Said::depth_line], [&style](Spot left, double width, DisplayList& list) {
                      const Lettering figures{Font::lato_italic, points(5.0), style.isobath};
                      Path path;
                      path.move(rounded(left.x), rounded(left.y));
                      path.line(rounded(left.x + width * 0.33), rounded(left.y));
                      path.move(rounded(left.x + width * 0.67), rounded(left.y));
                      path.line(rounded(left.x + width), rounded(left.y));
                      list.line(path, {style.isobath_width, style.isobath});
                      list.text(word_at(figures, figure_text(static_cast<double>(style.depths[1].from)),
                                        {left.x + width / 2, left.y + figures.size * 0.36}, Anchor::middle));
                    }});
  if (drawn.summits)
    rows.push_back({text[Said::summit], [&style](Spot left, double width, DisplayList& list) {
                      draw_summit({left.x + width / 2, left.y}, style, list);
                    }});
  const auto swatch = [&](Said what, Colour colour) {
    rows.push_back({text[what], [&style, colour](Spot left, double width, DisplayList& list) {
                      const Path path = box_at(left, width, 280);
                      list.fill(path, colour);
                      list.line(path, {10, {style.ink.red, style.ink.green, style.ink.blue, 110}});
                    }});
  };
  const Colour open = style.heights.size() > 1 ? style.heights[1].colour : style.heights[0].colour;
  if (drawn.forest) swatch(Said::forest, multiplied(open, style.forest));
  if (drawn.open_land && drawn.forest) swatch(Said::open_land, open);
  if (drawn.desert) swatch(Said::desert, style.desert);
  if (drawn.ice) swatch(Said::ice, style.ice);
  return rows;
}

TintBar height_bar(const Drawn& drawn, const SheetText& text, const Style& style) {
  std::vector<TintStep> steps = style.heights;
  if (style.heights_are_shares) {
    for (TintStep& step : steps)
      step.from = static_cast<float>(rounded(static_cast<double>(step.from * drawn.highest)));
  }
  return bar_of(text[Said::heights], steps, drawn.highest);
}
TintBar depth_bar(const Drawn& drawn, const SheetText& text, const Style& style) {
  return bar_of(text[Said::depths], style.depths, drawn.deepest);
}

void draw_tint_bar(const TintBar& bar, Spot at, double width, const Lettering& letters, DisplayList& list) {
  list.text(word_at(letters, bar.title, {at.x, at.y + letters.size * 0.75}, Anchor::left));
  const Colour& ink = letters.colour;
  const double top = at.y + letters.size * 1.25, high = 330, step = width / static_cast<double>(bar.steps.size());
  Path parts;
  const auto x = [&](std::size_t n) { return rounded(at.x + step * static_cast<double>(n)); };
  for (std::size_t n = 0; n < bar.steps.size(); ++n) {
    list.fill(rectangle_of(x(n), top, x(n + 1) - x(n), high), bar.steps[n].colour);
    if (n > 0) parts.move(x(n), rounded(top)), parts.line(x(n), rounded(top + high));
    list.text(word_at(letters, figure_text(static_cast<double>(bar.steps[n].from)),
                      {static_cast<double>(x(n)), top + high + letters.size * 1.05}, Anchor::middle));
  }
  if (!parts.empty()) list.line(parts, {8, {ink.red, ink.green, ink.blue, 130}});
  list.line(rectangle_of(x(0), top, x(bar.steps.size()) - x(0), high), {12, ink});
}

namespace {

// The arrow to the north.

// Its middle across, its upper edge, and how high it is.
inline void draw_north(Spot top, double high, const Style& style, DisplayList& list) {
  const Lettering letter{Font::lato_medium, rounded(high * 0.26), style.ink};
  list.text(word_at(letter, "N", {top.x, top.y + letter.size * 0.72}, Anchor::middle));
  const double tip = top.y + letter.size * 0.72 + high * 0.07, foot = top.y + high, wide = high * 0.14;
  const auto half = [&](double side) {
    return path_of({{top.x, tip}, {top.x + side * wide, foot}, {top.x, foot - high * 0.16}}, true);
  };
  list.fill(half(1), style.ink);
  list.fill(half(-1), rgb(0xffffff));
  for (const double side : {-1.0, 1.0}) list.line(half(side), {14, style.ink});
}

constexpr double row_height = 540, sign_width = 1000;

void draw_rows(const std::vector<LegendRow>& rows, std::size_t first, std::size_t end, Spot at,
               const Lettering& letters, DisplayList& list) {
  for (std::size_t n = first; n < end; ++n) {
    const double y = at.y + row_height * static_cast<double>(n - first) + row_height / 2;
    rows[n].draw({at.x, y}, sign_width, list);
    list.text(word_at(letters, rows[n].text, {at.x + sign_width + 300, y + letters.size * 0.34}, Anchor::left));
  }
}

// Title, scale and bar; how far down they reach.
double draw_head(Spot at, double room, const Layout& layout, const Drawn& drawn, const SheetText& text,
                 const Style& style, DisplayList& list) {
  double y = at.y;
  const std::string title = in_capitals(text.title);
  if (!title.empty()) {
    const Lettering letters = fitted(or_own({Font::lato_light, points(26), style.ink, 60}, style.fonts), title, room);
    y += letters.size * 0.74;
    list.text(word_at(letters, title, {at.x, y}, Anchor::left));
    y += 260;
  }
  const Lettering scale{Font::lato_medium, points(9.5), style.ink};
  const Lettering small = or_own({Font::lato, points(6.6), style.ink}, style.fonts);
  y += scale.size * 0.9;
  list.text(word_at(scale, scale_text(layout.denominator), {at.x, y}, Anchor::left));
  if (drawn.interval > 0) {
    y += small.size * 1.75;
    list.text(word_at(small, filled_in(text[Said::interval], {{"{interval}", figure_text(drawn.interval)}}), {at.x, y},
                      Anchor::left));
  }
  y += 330;
  const ScaleBar bar = scale_bar_of(layout, std::min(room - 500, 6000.0), {"km", 1000}, {"m", 1});
  draw_scale_bar(bar, {at.x + 20, y}, style, list);
  y += 450 + small.size * 1.6;
  const double per_centimetre = layout.denominator / 100;  // m
  const std::string length =
      per_centimetre >= 1000 ? figure_text(per_centimetre / 1000) + " km" : figure_text(per_centimetre) + " m";
  list.text(word_at(small, "1 cm = " + length, {at.x, y}, Anchor::left));
  return y + 200;
}

// Of Latin 1 and Latin extended-A, of Greek, whose capitals have no accents, and of Cyrillic up to U+04BF.
unsigned capital_of(unsigned code) {
  static constexpr unsigned others[][2] = {
      {0x386, 0x391}, {0x388, 0x395}, {0x389, 0x397}, {0x38a, 0x399}, {0x38c, 0x39f}, {0x38e, 0x3a5},
      {0x38f, 0x3a9}, {0x390, 0x3aa}, {0x3ac, 0x391}, {0x3ad, 0x395}, {0x3ae, 0x397}, {0x3af, 0x399},
      {0x3b0, 0x3ab}, {0x3c2, 0x3a3}, {0x3cc, 0x39f}, {0x3cd, 0x3a5}, {0x3ce, 0x3a9}};
  for (const auto& [from, to] : others) {
    if (code == from) return to;
  }
  if (code < 0x100) return code >= 0xe0 && code != 0xf7 && code != 0xff ? code - 0x20 : code;
  if (code == 0x131) return 'I';
  if (code < 0x180) {  // small letters follow their capitals, which are odd here and even there
    const bool even_capitals = code < 0x138 || (code > 0x149 && code < 0x178);
    return (code & 1u) == (even_capitals ? 1u : 0u) ? code - 1 : code;
  }
  if ((code >= 0x3b1 && code <= 0x3cb) || (code >= 0x430 && code < 0x450)) return code - 0x20;
  if (code >= 0x450 && code < 0x460) return code - 0x50;
  return (code >= 0x460 && code < 0x482) || code >= 0x48a ? code & ~1u : code;  // small letters follow their capitals
}

}  // namespace

Lettering fitted(Lettering style, const std::string& text, double width) {
  const double now = width_of(style, text);
  if (now > width && now > 0) style.size = std::max(static_cast<std::int32_t>(style.size * (width / now)), 20);
  return style;
}

std::string in_capitals(const std::string& text) {
  std::string to;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 'a' && c <= 'z') {
      to += static_cast<char>(c - 32);
    } else if (((c >= 0xC3 && c <= 0xC5) || (c >= 0xCE && c <= 0xD2)) && i + 1 < text.size()) {
      const unsigned second = static_cast<unsigned char>(text[++i]), code = capital_of((c & 31u) << 6 | (second & 63u));
      if (code >= 0x80) to += static_cast<char>(0xC0 | (code >> 6));
      to += static_cast<char>(code < 0x80 ? code : 0x80 | (code & 63u));
    } else {
      to += text[i];
    }
  }
  return to;
}

void draw_band(const Layout& layout, const Drawn& drawn, const SheetText& text, const Style& style, DisplayList& list) {
  const Box& band = layout.band;
  if (band.width() < 1200 || band.height() < 1200) return;
  const auto rows = legend_rows(drawn, text, style);
  const Lettering small = or_own({Font::lato, points(5.5), {120, 120, 120, 255}}, style.fonts);
  const auto left = static_cast<double>(band.left);
  if (layout.landscape) {
    const double room = band.width();
    double y = draw_head({left, band.top + 600.0}, room, layout, drawn, text, style, list) + 500;
    const auto fit = static_cast<std::size_t>(std::max((band.bottom - 2600 - y) / row_height, 0.0));
    const std::size_t shown = std::min(rows.size(), fit);
    draw_rows(rows, 0, shown, {left, y}, legend_letters(rows, room - sign_width - 300, style), list);
    y += row_height * static_cast<double>(shown) + 700;
    if (y + 1300 < band.bottom - 500) draw_north({band.left + room / 2, y}, 1250, style, list);
    const Lettering letters = fitted(small, text.imprint, room);
    list.text(word_at(letters, text.imprint, {left, band.bottom - 60.0}, Anchor::left));
    return;
  }
  // Below the map: the head, two columns of signs, north.
  const double room = band.width(), third = room * 0.3;
  draw_head({left, static_cast<double>(band.top)}, third, layout, drawn, text, style, list);
  const auto fit = static_cast<std::size_t>(std::max((band.height() - 300) / row_height, 1.0));
  const double column = (room - third - 1800) / 2;
  const std::size_t columns = column > 2600 ? 2 : 1;
  const std::size_t each = std::min(fit, (rows.size() + columns - 1) / columns);
  const Lettering letters = legend_letters(rows, column - 500 - sign_width, style);
  for (std::size_t c = 0; c < columns; ++c) {
    const std::size_t first = std::min(rows.size(), c * each), end = std::min(rows.size(), first + each);
    draw_rows(rows, first, end, {left + third + 600 + column * static_cast<double>(c), static_cast<double>(band.top)},
              letters, list);
  }
  draw_north({band.right - 500.0, band.top + 100.0}, 1250, style, list);
  list.text(word_at(fitted(small, text.imprint, room * 0.6), text.imprint,
                    {static_cast<double>(band.right), band.bottom - 60.0}, Anchor::right));
}

}  // namespace terrawright::map
