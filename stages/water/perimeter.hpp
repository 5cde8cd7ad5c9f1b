// SPDX-License-Identifier: Apache-2.0
// The edge cells of tiles, numbered, and who lies beside whom across the tiles' edges.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>

#include "directions.hpp"
#include "terrawright/resolving.hpp"

namespace terrawright::water {

// Numbers of the edge cells of a rectangle: the top row, the bottom row, then what is left of both sides.
class Perimeter {
 public:
  explicit Perimeter(const Rect& area) : area_(area) {}

  std::size_t size() const {
    const std::int64_t inner = std::max<std::int64_t>(area_.height - 2, 0);
    return static_cast<std::size_t>(area_.width * (area_.height > 1 ? 2 : 1) + inner * (area_.width > 1 ? 2 : 1));
  }
  bool has(std::int64_t x, std::int64_t y) const {
    return y == area_.y || x == area_.x || y + 1 == area_.y + area_.height || x + 1 == area_.x + area_.width;
  }
  std::size_t index(std::int64_t x, std::int64_t y) const {
    const std::int64_t column = x - area_.x, row = y - area_.y;
    if (row == 0) return static_cast<std::size_t>(column);
    if (row + 1 == area_.height) return static_cast<std::size_t>(area_.width + column);
    const std::int64_t side = column == 0 ? 0 : area_.height - 2;
    return static_cast<std::size_t>(2 * area_.width + side + row - 1);
  }
  // The cell of a number.
  std::pair<std::int64_t, std::int64_t> cell(std::size_t number) const {
    auto left = static_cast<std::int64_t>(number);
    if (left < area_.width) return {area_.x + left, area_.y};
    left -= area_.width;
    if (left < area_.width && area_.height > 1) return {area_.x + left, area_.y + area_.height - 1};
    left -= area_.width;
    const bool is_left = left < area_.height - 2;
    return {is_left ? area_.x : area_.x + area_.width - 1, area_.y + 1 + left - (is_left ? 0 : area_.height - 2)};
  }
  // body(x, y, number) for each of them, by number.
  template <class Body>
  void each(Body body) const {
    const std::int64_t right = area_.x + area_.width - 1, bottom = area_.y + area_.height - 1;
    std::size_t number = 0;
    for (std::int64_t x = area_.x; x <= right; ++x) body(x, area_.y, number++);
    if (area_.height > 1) {
      for (std::int64_t x = area_.x; x <= right; ++x) body(x, bottom, number++);
    }
    for (std::int64_t y = area_.y + 1; y < bottom; ++y) body(area_.x, y, number++);
    if (area_.width == 1) return;
    for (std::int64_t y = area_.y + 1; y < bottom; ++y) body(right, y, number++);
  }

 private:
  Rect area_;
};

// An edge cell of a tile.
struct EdgeCell {
  std::size_t tile, number;
};

// All tiles of a world, or of a union: rows of equal tiles, the last ones perhaps smaller.
class TileGrid {
 public:
  // For Resolving, Combining or Splitting.
  template <class Running>
  explicit TileGrid(const Running& running) : tiles_(&running.tile(0)), size_(running.tiles()) {
    while (columns_ < size_ && tiles_[columns_].y == tiles_[0].y) ++columns_;
    const Rect& last = tiles_[size_ - 1];
    right_ = last.x + last.width;
    bottom_ = last.y + last.height;
  }
  std::size_t size() const { return size_; }
  const Rect& operator[](std::size_t tile) const { return tiles_[tile]; }
  bool has(std::int64_t x, std::int64_t y) const {
    return x >= tiles_[0].x && y >= tiles_[0].y && x < right_ && y < bottom_;
  }
  // A cell of theirs that lies on its tile's edge.
  EdgeCell at(std::int64_t x, std::int64_t y) const {
    const Rect& first = tiles_[0];
    const auto tile = static_cast<std::size_t>((y - first.y) / first.height) * columns_ +
                      static_cast<std::size_t>((x - first.x) / first.width);
    return {tile, Perimeter(tiles_[tile]).index(x, y)};
  }
  // body(neighbour) for the cells of other tiles beside an edge cell (x, y) of `tile`.
  template <class Body>
  void each_across(std::size_t tile, std::int64_t x, std::int64_t y, Body body) const {
    const Rect& area = tiles_[tile];
    for (const Direction& to : directions) {
      const std::int64_t nx = x + to.dx, ny = y + to.dy;
      const bool within = nx >= area.x && nx < area.x + area.width && ny >= area.y && ny < area.y + area.height;
      if (!within && has(nx, ny)) body(at(nx, ny));
    }
  }

 private:
  const Rect* tiles_;
  std::size_t size_, columns_ = 0;
  std::int64_t right_ = 0, bottom_ = 0;
};

}  // namespace terrawright::water
