// SPDX-License-Identifier: Apache-2.0
// roads.hpp: roads as two strokes, the wider below.
#pragma once
#include "style.hpp"
#include "terrawright/display_list.hpp"

namespace terrawright::map {

inline void draw_road(const Path& path, bool main, const Style& style, DisplayList& list) {
  if (path.empty()) return;
  const RoadLook& look = main ? style.main_road : style.road;
  if (look.casing_width > 0) list.line(path, {look.casing_width, look.casing});
  list.line(path, {look.width, look.colour, look.dashes.empty() ? Cap::round : Cap::butt, look.dashes});
}

}  // namespace terrawright::map
