// SPDX-License-Identifier: Apache-2.0
// Cuts a world into tiles, numbered row by row from the top left.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "terrawright/abi.h"

namespace terrawright::schedule {

constexpr std::int64_t whole_world = 0;
// Side in cells of the squares in which layers are stored, independent of the tiles.
constexpr std::int64_t chunk_side = 512;

// Squares of `side` cells, clipped at the right and bottom, row by row; `whole_world`: one tile.
class Tiles {
 public:
  Tiles(std::int64_t width, std::int64_t height, std::int64_t side) : Tiles(width, height, side, side) {}
  // Oblong ones, so many cells across and down.
  Tiles(std::int64_t width, std::int64_t height, std::int64_t across, std::int64_t down)
      : width_(width),
        height_(height),
        across_(across == whole_world ? width : std::min(across, width)),
        down_(down == whole_world ? height : std::min(down, height)) {}

  std::int64_t columns() const { return (width_ + across_ - 1) / across_; }
  std::int64_t rows() const { return (height_ + down_ - 1) / down_; }
  std::size_t size() const { return static_cast<std::size_t>(columns() * rows()); }
  terrawright_rect operator[](std::size_t i) const {
    const std::int64_t number = static_cast<std::int64_t>(i), columns = this->columns();
    const std::int64_t x = number % columns * across_, y = number / columns * down_;
    return {x, y, std::min(across_, width_ - x), std::min(down_, height_ - y)};
  }
  // The tiles that an area inside the world touches, as each(tile).
  template <class Each>
  void each_in(const terrawright_rect& area, Each each) const {
    for (std::int64_t row = area.y / down_; row <= (area.y + area.height - 1) / down_; ++row) {
      for (std::int64_t column = area.x / across_; column <= (area.x + area.width - 1) / across_; ++column)
        each(static_cast<std::size_t>(row * columns() + column));
    }
  }

 private:
  std::int64_t width_, height_, across_, down_;
};

inline std::vector<terrawright_rect> list_of(const Tiles& tiles) {
  std::vector<terrawright_rect> all;
  all.reserve(tiles.size());
  for (std::size_t i = 0; i < tiles.size(); ++i) all.push_back(tiles[i]);
  return all;
}

// Most tiles whose notes one resolve takes. Those of more are combined, where a stage can: 131,072 cells a side in
// tiles of 512.
constexpr std::size_t most_tiles_of_resolve = std::size_t{1} << 16;
inline int levels_of(std::size_t columns, std::size_t rows) {
  int levels = 1;
  for (; columns * rows > most_tiles_of_resolve; ++levels) {
    columns = (columns + 1) / 2;
    rows = (rows + 1) / 2;
  }
  return levels;
}
// Levels of 2 x 2 that are left of `count` where one union is reached before.
inline int levels_to_one(std::size_t columns, std::size_t rows, int count) {
  int levels = 1;
  for (; levels < count && columns * rows > 1; ++levels) {
    columns = (columns + 1) / 2;
    rows = (rows + 1) / 2;
  }
  return levels;
}

// Cells of one axis: from first, so many.
struct Stretch {
  std::int64_t first, count;
};
// The part inside 0 .. side - 1, whatever numbers a stage makes up.
inline Stretch clipped(const Stretch& stretch, std::int64_t side) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const std::int64_t beyond = stretch.first > most - stretch.count ? most : stretch.first + stretch.count;
  const std::int64_t first = std::clamp<std::int64_t>(stretch.first, 0, side);
  return {first, std::clamp<std::int64_t>(beyond, first, side) - first};
}

inline bool touch(const terrawright_rect& a, const terrawright_rect& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
// The least rectangle that holds both.
inline terrawright_rect around(const terrawright_rect& a, const terrawright_rect& b) {
  const std::int64_t x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.x + a.width, b.x + b.width) - x, std::max(a.y + a.height, b.y + b.height) - y};
}

}  // namespace terrawright::schedule
