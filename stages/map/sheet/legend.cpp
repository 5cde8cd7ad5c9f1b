// SPDX-License-Identifier: Apache-2.0
#include "legend.hpp"

#include <algorithm>

#include "marks.hpp"
#include "roads.hpp"
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

TintBar bar_of(const char* title, const std::vector<TintStep>& steps, float until) {
  TintBar bar{title, {}};
  for (const TintStep& step : steps) {
    if (bar.steps.empty() || step.from < until) bar.steps.push_back(step);
  }
  return bar;
}

}  // namespace

std::vector<LegendRow> legend_rows(const Drawn& drawn, const Style& style) {
  std::vector<LegendRow> rows;
  static const char* const towns[] = {"Chief town", "Town", "Small town", "Village"};
  for (int rank = 1; rank <= 4; ++rank) {
    if (drawn.towns[rank])
      rows.push_back({towns[rank - 1], [rank, &style](Spot left, double width, DisplayList& list) {
                        draw_town({left.x + width / 2, left.y}, rank, style, list);
                      }});
  }
  for (const bool main : {true, false}) {
    if (main ? drawn.main_roads : drawn.roads)
      rows.push_back({main ? "Main road" : "Road", [main, &style](Spot left, double width, DisplayList& list) {
                        Path path;
                        path.move(rounded(left.x), rounded(left.y));
                        path.line(rounded(left.x + width), rounded(left.y));
                        draw_road(path, main, style, list);
                      }});
  }
  if (drawn.rivers)
    rows.push_back({"River, width by discharge", [&style](Spot left, double width, DisplayList& list) {
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
    rows.push_back({"Lake", [&style](Spot left, double width, DisplayList& list) {
                      const Path path = box_at({left.x + width * 0.15, left.y}, width * 0.7, 240);
                      list.fill(path, style.lake);
                      list.line(path, {style.lake_width, style.lake_edge});
                    }});
  if (drawn.interval > 0)
    rows.push_back({"Contours, " + figure_text(drawn.interval) + " m; heavy " + figure_text(5 * drawn.interval) + " m",
                    [&style](Spot left, double width, DisplayList& list) {
                      for (int n = -1; n <= 1; ++n) {
                        Path path;
                        path.move(rounded(left.x), rounded(left.y + 75 * n));
                        path.line(rounded(left.x + width), rounded(left.y + 75 * n));
                        list.line(path, {n == 1 ? style.index_width : style.contour_width,
                                         n == 1 ? style.index_contour : style.contour});
                      }
                    }});
  if (drawn.isobaths)
    rows.push_back({"Depth line, metres", [&style](Spot left, double width, DisplayList& list) {
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
    rows.push_back({"Summit, height in metres", [&style](Spot left, double width, DisplayList& list) {
                      draw_summit({left.x + width / 2, left.y}, style, list);
                    }});
  const auto swatch = [&](const char* text, Colour colour) {
    rows.push_back({text, [&style, colour](Spot left, double width, DisplayList& list) {
                      const Path path = box_at(left, width, 280);
                      list.fill(path, colour);
                      list.line(path, {10, {style.ink.red, style.ink.green, style.ink.blue, 110}});
                    }});
  };
  const Colour open = style.heights.size() > 1 ? style.heights[1].colour : style.heights[0].colour;
  if (drawn.forest) swatch("Forest", multiplied(open, style.forest));
  if (drawn.open_land && drawn.forest) swatch("Open land", open);
  if (drawn.desert) swatch("Desert", style.desert);
  if (drawn.ice) swatch("Ice and tundra", style.ice);
  return rows;
}

TintBar height_bar(const Drawn& drawn, const Style& style) {
  std::vector<TintStep> steps = style.heights;
  if (style.heights_are_shares) {
    for (TintStep& step : steps)
      step.from = static_cast<float>(rounded(static_cast<double>(step.from * drawn.highest)));
  }
  return bar_of("Height in metres", steps, drawn.highest);
}
TintBar depth_bar(const Drawn& drawn, const Style& style) {
  return bar_of("Depth in metres", style.depths, drawn.deepest);
}

void draw_tint_bar(const TintBar& bar, Spot at, double width, const Style& style, DisplayList& list) {
  const Lettering head{Font::lato, points(6.6), style.ink}, figures{Font::lato, points(6.2), style.ink};
  list.text(word_at(head, bar.title, {at.x, at.y + head.size * 0.75}, Anchor::left));
  const double top = at.y + head.size * 1.25, high = 330, step = width / static_cast<double>(bar.steps.size());
  Path around, parts;
  const auto x = [&](std::size_t n) { return rounded(at.x + step * static_cast<double>(n)); };
  for (std::size_t n = 0; n < bar.steps.size(); ++n) {
    Path path;
    path.rectangle(x(n), rounded(top), x(n + 1) - x(n), rounded(high));
    list.fill(path, bar.steps[n].colour);
    if (n > 0) parts.move(x(n), rounded(top)), parts.line(x(n), rounded(top + high));
    list.text(word_at(figures, figure_text(static_cast<double>(bar.steps[n].from)),
                      {static_cast<double>(x(n)), top + high + figures.size * 1.05}, Anchor::middle));
  }
  around.rectangle(x(0), rounded(top), x(bar.steps.size()) - x(0), rounded(high));
  if (!parts.empty()) list.line(parts, {8, {style.ink.red, style.ink.green, style.ink.blue, 130}});
  list.line(around, {12, style.ink});
}

}  // namespace terrawright::map
