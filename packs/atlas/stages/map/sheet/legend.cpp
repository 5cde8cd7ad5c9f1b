// SPDX-License-Identifier: Apache-2.0
#include "legend.hpp"

#include <algorithm>

#include "band.hpp"
#include "marks.hpp"
#include "scale_bar.hpp"

namespace terrawright::map {
namespace {

Path box_at(Spot left, double width, double high) {
  Path path;
  path.rectangle(rounded(left.x), rounded(left.y - high / 2), rounded(width), rounded(high));
  return path;
}

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
             Path path;
             path.move(rounded(left.x), rounded(left.y));
             path.line(rounded(left.x + width), rounded(left.y));
             draw_road(path, main, style, list);
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
    rows.push_back({filled_in(text[Said::contours], {{"{interval}", figure_text(drawn.interval)},
                                                     {"{heavy}", figure_text(5 * drawn.interval)}}),
                    [&style](Spot left, double width, DisplayList& list) {
                      for (int n = -1; n <= 1; ++n) {
                        Path path;
                        path.move(rounded(left.x), rounded(left.y + 75 * n));
                        path.line(rounded(left.x + width), rounded(left.y + 75 * n));
                        list.line(path, {n == 1 ? style.index_width : style.contour_width,
                                         n == 1 ? style.index_contour : style.contour});
                      }
                    }});
  if (drawn.half_contours)
    rows.push_back({filled_in(text[Said::half_contours], {{"{half}", figure_text(drawn.interval / 2)}}),
                    [&style](Spot left, double width, DisplayList& list) {
                      Path path;
                      path.move(rounded(left.x), rounded(left.y));
                      path.line(rounded(left.x + width), rounded(left.y));
                      list.line(path, half_contour(style));
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
  Path around, parts;
  const auto x = [&](std::size_t n) { return rounded(at.x + step * static_cast<double>(n)); };
  for (std::size_t n = 0; n < bar.steps.size(); ++n) {
    Path path;
    path.rectangle(x(n), rounded(top), x(n + 1) - x(n), rounded(high));
    list.fill(path, bar.steps[n].colour);
    if (n > 0) parts.move(x(n), rounded(top)), parts.line(x(n), rounded(top + high));
    list.text(word_at(letters, figure_text(static_cast<double>(bar.steps[n].from)),
                      {static_cast<double>(x(n)), top + high + letters.size * 1.05}, Anchor::middle));
  }
  around.rectangle(x(0), rounded(top), x(bar.steps.size()) - x(0), rounded(high));
  if (!parts.empty()) list.line(parts, {8, {ink.red, ink.green, ink.blue, 130}});
  list.line(around, {12, ink});
}

}  // namespace terrawright::map
