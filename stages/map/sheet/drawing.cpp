// SPDX-License-Identifier: Apache-2.0
#include "drawing.hpp"

#include <cmath>

#include "band.hpp"
#include "border.hpp"
#include "contour_lines.hpp"
#include "generalise.hpp"
#include "ground_image.hpp"
#include "shores.hpp"

namespace terrawright::map {
namespace {

// The sheet's own grid: over all of the frame and a little more.
GridPlace sheet_grid(const Box& frame) {
  GridPlace place;
  place.pitch = 25;
  // Large sheets have no more samples than an A2.
  while ((frame.width() / place.pitch) * (frame.height() / place.pitch) > 5e6) place.pitch += 5;
  place.x = frame.left - 4 * place.pitch;
  place.y = frame.top - 4 * place.pitch;
  place.columns = static_cast<std::int64_t>(std::ceil(frame.width() / place.pitch)) + 9;
  place.rows = static_cast<std::int64_t>(std::ceil(frame.height() / place.pitch)) + 9;
  return place;
}

// Swatches are of what covers more than 150 mm2.
bool covers(const Field& share) {
  if (!share) return false;
  double sum = 0;
  for (const float v : share.values) sum += v > 0.5f ? 1 : 0;
  return sum * share.place.pitch * share.place.pitch > 150 * 10000;
}

Drawn drawn_of(const SheetContent& content, const Surface& surface, const Lines& lakes) {
  Drawn drawn;
  drawn.rivers = !content.tables.reaches.empty();
  drawn.lakes = !lakes.empty();
  drawn.forest = covers(surface.forest);
  drawn.desert = covers(surface.desert);
  drawn.ice = covers(surface.ice);
  drawn.open_land = drawn.forest;
  drawn.highest = surface.highest;
  for (const float d : surface.depth.values) drawn.deepest = d > drawn.deepest ? d : drawn.deepest;
  return drawn;
}

}  // namespace

DrawnSheet drawn_sheet(const SheetContent& content, const SheetWishes& wishes, const Parallel& parallel) {
  const Style& style = style_of(wishes.style);
  const Layout& layout = content.layout;
  const Box& frame = layout.frame;
  DrawnSheet made{DisplayList(layout.width, layout.height, wishes.title), 0, 0, {}, {}, {}};
  DisplayList& list = made.list;

  const Lines coast = coast_of(content.ground, parallel);
  const Lines lakes = lake_shores(content.ground, parallel);
  const Surface surface = surface_of(content.ground, sheet_grid(frame), content.classes, style, parallel);

  list.group("paper");
  Path paper;
  paper.rectangle(0, 0, layout.width, layout.height);
  list.fill(paper, style.paper);
  list.group("ground");
  list.image(ground_image(surface, coast, frame, wishes.ground_pixel, style, parallel));

  Path inside;
  inside.rectangle(frame.left, frame.top, frame.width(), frame.height());
  list.clip(inside);
  Drawn drawn = drawn_of(content, surface, lakes);
  std::vector<double> depths;
  for (const TintStep& step : style.depths) {
    if (step.from > 0) depths.push_back(static_cast<double>(step.from));
  }
  list.group("isobaths");
  const Path isobaths = path_of(isobaths_of(surface, depths, parallel));
  if (!isobaths.empty()) list.line(isobaths, {style.isobath_width, style.isobath});

  if (style.contours) {
    const Lettering figures{Font::lato, points(5.0), style.contour_figure};
    const Contours contours = contours_of(surface, interval_of(surface, parallel), frame, figures, parallel);
    drawn.interval = contours.interval;
    list.group("contours");
    if (const Path thin = path_of(contours.thin); !thin.empty()) list.line(thin, {style.contour_width, style.contour});
    if (const Path index = path_of(contours.index); !index.empty())
      list.line(index, {style.index_width, style.index_contour});
    for (const ContourFigure& figure : contours.figures) list.text(figure.word);
  }

  const Path shore = path_of(coast);
  list.group("rivers");
  if (!shore.empty()) list.clip(shore);
  draw(rivers_of(content.tables.reaches, layout.k), style.river, list);
  if (!shore.empty()) list.unclip();
  list.group("lakes");
  if (const Path shores = path_of(lakes); !shores.empty()) {
    list.fill(shores, style.lake);
    list.line(shores, {style.lake_width, style.lake_edge});
  }
  list.group("coast");
  if (!shore.empty()) list.line(shore, {style.coast_width, style.coast});
  const Graticule graticule = graticule_of(layout, content.world);
  list.group("graticule");
  draw_graticule(layout, graticule, style, list);
  list.unclip();
  list.group("border");
  draw_border(layout, graticule, style, list);
  list.group("furniture");
  draw_band(layout, drawn, {wishes.title, wishes.imprint}, style, list);
  return made;
}

}  // namespace terrawright::map
