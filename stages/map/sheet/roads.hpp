// SPDX-License-Identifier: Apache-2.0
// roads.hpp: roads as two strokes, the wider below.
#pragma once
#include "style.hpp"
#include "terrawright/display_list.hpp"

namespace terrawright::map {

inline void draw_road(const Path& path, bool main, const Style& style, DisplayList& list) {
  if (path.empty()) return;
  switch (style.name) {
    case StyleName::topographic:
      list.line(path, {main ? 78 : 55, main ? rgb(0x8a6a2c) : rgb(0x8c857a)});
      list.line(path, {main ? 50 : 30, main ? rgb(0xf3b84e) : rgb(0xfdfaf3)});
      break;
    case StyleName::atlas:
      list.line(path, {main ? 34 : 20, rgb(0xb0452f)});
      break;
    case StyleName::antique:
      if (main) {
        list.line(path, {34, rgb(0x8a3a22)});
      } else {
        list.line(path, {24, rgb(0x8a3a22), Cap::butt, {120, 80}});
      }
      break;
  }
}

}  // namespace terrawright::map
