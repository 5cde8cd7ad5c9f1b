// SPDX-License-Identifier: Apache-2.0
// Links between tiles: pairs of neighbours, one on each side, where water crosses.
//
// A pair is as high as the higher of its cells. One that has a pair beside it that is no higher is not needed: the way
// over that one, a step along the side on either hand, rises no higher. So the pairs that are lowest among those beside
// them keep every minimax. Both tiles see both sides and find the same pairs in the same order.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "terrawright/tile.hpp"

namespace terrawright::water {

// Sides and corners, in the order of notes; what faces one is the next or the last.
enum Border { top, bottom, left, right, top_left, bottom_right, top_right, bottom_left };
constexpr std::array<Border, 8> borders = {top, bottom, left, right, top_left, bottom_right, top_right, bottom_left};
constexpr Border facing(Border border) { return static_cast<Border>(border ^ 1); }
// One of two facing tiles gives the heights of the pairs.
constexpr bool says_levels(Border border) {
  return border == bottom || border == right || border == bottom_right || border == bottom_left;
}
constexpr int across_x(Border border) {
  return border == left || border == top_left || border == bottom_left ? -1 : border == top || border == bottom ? 0 : 1;
}
constexpr int across_y(Border border) {
  return border == top || border == top_left || border == top_right ? -1 : border == left || border == right ? 0 : 1;
}

struct Link {
  std::int64_t x, y;  // the cell of this tile
  float level;        // m
};

// The tile that lies beyond a border has its first cell there; {-1, -1} beyond the world.
struct Beyond {
  std::int64_t x, y;
};
inline Beyond beyond(const Rect& tile, Border border, std::int64_t width, std::int64_t rows) {
  const int dx = across_x(border), dy = across_y(border);
  const std::int64_t x = dx < 0 ? tile.x - 1 : dx > 0 ? tile.x + tile.width : tile.x;
  const std::int64_t y = dy < 0 ? tile.y - 1 : dy > 0 ? tile.y + tile.height : tile.y;
  return x < 0 || y < 0 || x >= width || y >= rows ? Beyond{-1, -1} : Beyond{x, y};
}

// The pairs across a border of `tile`, which has a tile beyond; `height` reaches one cell beyond the tile.
inline std::vector<Link> links(const View<const float>& height, const Rect& tile, Border border) {
  const int dx = across_x(border), dy = across_y(border);
  const auto higher = [](float a, float b) { return b > a ? b : a; };
  const std::int64_t x = dx > 0 ? tile.x + tile.width - 1 : tile.x, y = dy > 0 ? tile.y + tile.height - 1 : tile.y;
  if (dx != 0 && dy != 0) return {{x, y, higher(height(x, y), height(x + dx, y + dy))}};

  const bool along_x = dx == 0, is_first = dx + dy > 0;
  const std::int64_t count = along_x ? tile.width : tile.height;
  // Levels of the tile that comes first in raster order, and of the other one, so that both break ties alike.
  std::vector<float> first, second;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t cx = along_x ? x + i : x, cy = along_x ? y : y + i;
    const float here = height(cx, cy), there = height(cx + dx, cy + dy);
    first.push_back(is_first ? here : there);
    second.push_back(is_first ? there : here);
  }
  std::vector<Link> found;
  Link last{0, 0, std::numeric_limits<float>::infinity()};  // and is it lower than the one before it?
  bool falls = false;
  const auto add = [&](std::int64_t own, float level) {
    if (falls && !(level < last.level)) found.push_back(last);
    falls = level < last.level;
    last = {along_x ? x + own : x, along_x ? y : y + own, level};
  };
  for (std::int64_t i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    add(i, higher(first[k], second[k]));
    if (i + 1 == count) break;
    // The lower one of two pairs that cross.
    const float ahead = higher(first[k], second[k + 1]), back = higher(first[k + 1], second[k]);
    const bool goes_ahead = !(back < ahead);
    add(goes_ahead == is_first ? i : i + 1, goes_ahead ? ahead : back);
  }
  if (falls) found.push_back(last);
  return found;
}

}  // namespace terrawright::water
