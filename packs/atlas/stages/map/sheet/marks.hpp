// SPDX-License-Identifier: Apache-2.0
// marks.hpp: the signs of towns and summits.
#pragma once
#include "layout.hpp"
#include "plane.hpp"
#include "style.hpp"
#include "terrawright/display_list.hpp"

namespace terrawright::map {

// A ring of many corners, exact: half-way points of a square's circle by square roots alone.
void add_circle(Path& path, Spot middle, double radius);

std::int32_t town_radius(int rank, const Style& style);  // 1/100 mm
void draw_town(Spot at, int rank, const Style& style, DisplayList& list);
void draw_summit(Spot at, const Style& style, DisplayList& list);
constexpr std::int32_t summit_half = 62;

// Roads as two strokes, the wider below.
inline void draw_road(const Path& path, bool main, const Style& style, DisplayList& list) {
  if (path.empty()) return;
  const RoadLook& look = main ? style.main_road : style.road;
  if (look.casing_width > 0) list.line(path, {look.casing_width, look.casing});
  list.line(path, {look.width, look.colour, look.dashes.empty() ? Cap::round : Cap::butt, look.dashes});
}

// The rose of the winds and its rhumbs.

// 32 lines from the rose over the sea.
void draw_rhumbs(const Box& rose, const Box& frame, const Style& style, DisplayList& list);
void draw_rose(const Box& box, const Style& style, DisplayList& list);

}  // namespace terrawright::map
