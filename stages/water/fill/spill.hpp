// SPDX-License-Identifier: Apache-2.0
// A tile's own facts about its basins: those at its links to other tiles, their connections, and the pits and levels of
// rising water.
//
// Source: Barnes 2016, Parallel priority-flood depression filling for trillion cell digital elevation models. The
// passes between edge basins keep every minimax between them, so nothing else of the tile is needed to solve the whole.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "basins.hpp"
#include "notes/packed.hpp"
#include "terrawright/blob.hpp"
#include "terrawright/tile.hpp"
#include "water/directions.hpp"
#include "water/scratch.hpp"

namespace terrawright::water {

// Links between tiles: pairs of neighbours, one on each side, where water crosses.
//
// A pair is as high as the higher of its cells. One that has a pair beside it that is no higher is not needed: the way
// over that one, a step along the side on either hand, rises no higher. So the pairs that are lowest among those beside
// them keep every minimax. Both tiles see both sides and find the same pairs in the same order.

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

// Water rises from a pit to a level over all cells that hang together below it.
//
// No outlet lies among them: the level is that of the lowest way to one. All pits of a lake have its level.
struct Depression {
  std::uint32_t pit;  // of the tile's cells, row by row
  float level;        // m
};

// The lowest neighbour of a cell within the tile: the spill level of many a pit, or nearly so.
inline float lowest_beside(const View<const float>& height, const Rect& tile, std::int64_t cell) {
  const std::int64_t x = tile.x + cell % tile.width, y = tile.y + cell / tile.width;
  float lowest = std::numeric_limits<float>::infinity();
  for (const Direction& to : directions) {
    const std::int64_t nx = x + to.dx, ny = y + to.dy;
    if (nx < tile.x || ny < tile.y || nx >= tile.x + tile.width || ny >= tile.y + tile.height) continue;
    lowest = std::min(lowest, height(nx, ny));
  }
  return lowest;
}
inline std::int64_t bits_of(float height) {
  std::int32_t bits;
  std::memcpy(&bits, &height, sizeof bits);
  return bits;
}

// Pits of which the level is known later, and depressions by their pits.
inline std::vector<std::uint8_t> packed_pits(const std::vector<std::uint32_t>& pits,
                                             const std::vector<Depression>& depressions,
                                             const View<const float>& height, const Rect& tile) {
  notes::Packed to;
  std::uint32_t last = 0;
  for (const std::uint32_t pit : pits) to.add_signed(std::int64_t{pit} - std::exchange(last, pit));
  last = 0;
  for (const Depression& one : depressions) {
    to.add(one.pit - std::exchange(last, one.pit));
    to.add_signed(bits_of(one.level) - bits_of(lowest_beside(height, tile, one.pit)));
  }
  return to.bytes();
}
// `levels`: those of the pits. Values that are not above their pit are omitted.
inline std::vector<Depression> unpacked_pits(const Items<std::uint8_t>& bytes, const Items<float>& levels,
                                             const View<const float>& height, const Rect& tile) {
  std::vector<Depression> found;
  notes::Unpacked from(bytes);
  std::int64_t pit = 0;
  const auto add = [&](float level) { found.push_back({static_cast<std::uint32_t>(pit), level}); };
  for (const float level : levels) {
    pit += from.next_signed();
    if (level > height(tile.x + pit % tile.width, tile.y + pit / tile.width)) add(level);
  }
  for (pit = 0; !from.empty();) {
    pit += static_cast<std::int64_t>(from.next());
    const auto bits = static_cast<std::int32_t>(bits_of(lowest_beside(height, tile, pit)) + from.next_signed());
    float level;
    std::memcpy(&level, &bits, sizeof level);
    add(level);
  }
  return found;
}

class RisingWater {
 public:
  // The heights of a tile.
  RisingWater(float* cells, std::int64_t stride, std::int64_t width, std::int64_t height)
      : cells_(cells), stride_(stride), width_(width), height_(height) {
    for (std::size_t k = 0; k < directions.size(); ++k) step_[k] = directions[k].dy * stride + directions[k].dx;
  }

  void rise(const Depression& one) {
    wet(one.pit % width_ + one.pit / width_ * stride_, one.level);
    while (!open_.empty()) {
      const std::int64_t cell = open_.back(), x = cell % stride_, y = cell / stride_;
      open_.pop_back();
      const bool is_inside = x > 0 && y > 0 && x + 1 < width_ && y + 1 < height_;
      for (std::size_t k = 0; k < directions.size(); ++k) {
        const std::int64_t nx = x + directions[k].dx, ny = y + directions[k].dy;
        if (is_inside || (nx >= 0 && ny >= 0 && nx < width_ && ny < height_)) wet(cell + step_[k], one.level);
      }
    }
  }

 private:
  void wet(std::int64_t cell, float level) {
    if (!(cells_[cell] < level)) return;
    cells_[cell] = level;
    open_.push_back(static_cast<std::uint32_t>(cell));
  }

  float* cells_;
  std::int64_t stride_, width_, height_;
  std::array<std::int64_t, 8> step_{};
  Scratch<std::uint32_t> open_;  // whose neighbours are to be looked at
};

// Note of a tile about its basins: those at its links to other tiles, the lowest passes between these, and its pits.
struct FillNote {
  // Across one border: of each link the edge basin, nothing where all are outlets; the levels if this tile says them.
  struct Across {
    std::vector<std::uint32_t> basins;
    std::vector<float> levels;
  };
  std::uint32_t edges = 1;         // edge basins, the outside included, which is 0
  std::vector<Pass> passes;        // between edge basins
  std::vector<std::uint8_t> pits;  // of the edge basins, and of the tile's own depressions, packed
  std::array<Across, borders.size()> across;

  FillNote() = default;
  explicit FillNote(const BlobView& note) {
    notes::Unpacked numbers(note.items<std::uint8_t>(0));
    const auto next = [&] { return static_cast<std::uint32_t>(numbers.next()); };
    const float* level = note.items<float>(1).begin();
    const Items<std::uint8_t> of_pits = note.items<std::uint8_t>(2);
    pits.assign(of_pits.begin(), of_pits.end());
    edges = next();
    for (std::uint32_t left = next(); left > 0; --left) {
      const std::uint32_t a = next(), b = next();
      passes.push_back({a, b, *level++});
    }
    for (Across& border : across) {
      for (std::uint32_t left = next(); left > 0; --left) border.basins.push_back(next());
      const std::uint32_t links = next();
      border.levels.assign(level, level + links);
      level += links;
    }
  }
  Blob blob() const {
    notes::Packed numbers;
    std::vector<float> levels;
    numbers.add(edges);
    numbers.add(passes.size());
    for (const Pass& pass : passes) {
      numbers.add(pass.a);
      numbers.add(pass.b);
      levels.push_back(pass.level);
    }
    for (const Across& border : across) {
      numbers.add(border.basins.size());
      for (const std::uint32_t basin : border.basins) numbers.add(basin);
      numbers.add(border.levels.size());
      levels.insert(levels.end(), border.levels.begin(), border.levels.end());
    }
    Blob note;
    note.add(numbers.bytes());
    note.add(levels);
    note.add(pits);
    return note;
  }
};

// The note of a tile in a world of so many cells; `height` reaches one cell beyond it.
template <class Poll>
FillNote spill(const Basins& basins, const View<const float>& height, const Rect& tile, std::int64_t width,
               std::int64_t rows, Poll poll) {
  FillNote note;
  std::vector<std::uint32_t> number(basins.count(), 0);
  std::vector<Source> sources = {{outside, no_level}};
  for (const Border border : borders) {
    if (beyond(tile, border, width, rows).x < 0) continue;
    FillNote::Across& across = note.across[border];
    for (const Link& link : links(height, tile, border)) {
      if (says_levels(border)) across.levels.push_back(link.level);
      if (basins.all_outlets()) continue;
      const Basin basin = basins.basin(link.x, link.y);
      if (basin != outside && number[basin] == 0) {
        number[basin] = note.edges++;
        sources.push_back({basin, no_level});
      }
      across.basins.push_back(number[basin]);
    }
  }
  if (basins.all_outlets()) return note;
  const std::vector<Pass> passes = basins.passes(poll);
  poll();
  const Flooded flooded = flood(basins.count(), passes, sources);
  poll();
  Passes between;
  for (const Pass& pass : passes) {
    const std::uint32_t a = number[flooded.source[pass.a]], b = number[flooded.source[pass.b]];
    if (a != b) between.add(a, b, std::max({pass.level, flooded.level[pass.a], flooded.level[pass.b]}));
  }
  note.passes = lowest(note.edges, between.take());
  std::vector<std::uint32_t> edge_pits(note.edges - 1);
  std::vector<Depression> depressions;
  Basin basin = outside;
  basins.each_pit([&](std::uint32_t pit, float pit_height) {
    const float level = flooded.level[++basin];
    if (number[basin] != 0) {
      edge_pits[number[basin] - 1] = pit;
    } else if (!flooded.is_part[basin] && level > pit_height) {
      depressions.push_back({pit, level});
    }
  });
  note.pits = packed_pits(edge_pits, depressions, height, tile);
  return note;
}

}  // namespace terrawright::water
