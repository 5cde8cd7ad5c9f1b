// SPDX-License-Identifier: Apache-2.0
// Distances across the flats of one tile to where their water goes down, as far as the tile can tell.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "edge_flats.hpp"
#include "flat_rows.hpp"
#include "water/outlets.hpp"
#include "water/perimeter.hpp"
#include "water/scratch.hpp"

namespace terrawright::water {

// The cells around a tile, numbered as the perimeter of the rectangle that is one cell larger each way.
inline Perimeter ring_of(const Rect& tile) { return Perimeter(grown(tile, 1)); }

class FlatDistance {
 public:
  // `filled` and `ocean` reach two cells beyond the tile, as far as the world does. What lies on its border is an
  // outlet, so that a cell that is none has all its neighbours.
  FlatDistance(const View<const float>& filled, const Outlets& outlets, const Rect& tile, const Rect& world)
      : tile_(tile), seen_(filled), stride_(filled.stride()) {
    distance_.resize(static_cast<std::size_t>(stride_ * (tile.height + 2) + 2));
    has_flats_.assign(static_cast<std::size_t>(tile.height), 0);
    const std::int64_t left = std::max(tile.x - 1, world.x), right = std::min(tile.x + tile.width + 1, world.width);
    const std::int64_t top = std::max(tile.y - 1, world.y), bottom = std::min(tile.y + tile.height + 1, world.height);
    const auto width = static_cast<std::size_t>(right - left);
    std::vector<std::uint8_t> flags(width);
    for (std::int64_t y = top; y < bottom; ++y) {
      Distance* const to = &distance_[at(left, y)];
      if (outlets.row(y, left, right, flags.data())) {
        std::fill_n(to, width, 0);
        continue;
      }
      // The map's first cell and its last are outlets, and have nothing beside them.
      to[0] = to[width - 1] = 0;
      const std::int64_t begin = std::max<std::int64_t>(left, 1), end = std::min(right, world.width - 1);
      const bool any = drops_of_row(filled.row(y, begin), stride_, &flags[static_cast<std::size_t>(begin - left)],
                                    to + (begin - left), static_cast<std::int32_t>(end - begin));
      const bool is_ring = y < tile.y || y >= tile.y + tile.height;
      if (!is_ring) has_flats_[static_cast<std::size_t>(y - tile.y)] = any;
      // Nothing spreads from one cell to another of the ring, nor comes back: what is known of it is told.
      const auto close = [](Distance& distance) { distance = distance == 0 ? 0 : 1; };
      if (is_ring) std::for_each(to, to + width, close);
      if (left < tile.x) close(to[0]);
      if (right > tile.x + tile.width) close(to[width - 1]);
    }
  }

  // Finds what follows from the tile itself and from the ring's flats; of the tile's flats all, or those on its edge.
  void spread(const std::vector<EdgeFlat>& ring, bool all) {
    const Scratch<Cell> flat = all ? all_flats() : flats_at_edge();
    if (flat.empty()) return;
    // Beside a cell that drops; then cell after cell, those of the ring when their turn comes.
    Scratch<Cell> queue;
    queue.resize(flat.size() + 1);
    std::size_t n = 0;
    for (const Cell cell : flat) {
      bool beside = false;
      each_beside(cell, [&](Cell other) { beside |= distance_[other] == 0; });
      queue[n] = cell;
      n += beside;
    }
    for (std::size_t i = 0; i < n; ++i) distance_[queue[i]] = 1;
    struct OfRing {
      Distance distance;
      Cell cell;
    };
    std::vector<OfRing> of_ring;
    auto told = ring.begin();
    ring_of(tile_).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
      if (told != ring.end() && told->number == number) of_ring.push_back({(told++)->distance, at(x, y)});
    });
    std::sort(of_ring.begin(), of_ring.end(), [](const OfRing& a, const OfRing& b) { return a.distance < b.distance; });
    auto next = of_ring.begin();
    for (std::size_t taken = 0; taken < n || next != of_ring.end();) {
      const bool is_ring = taken == n || (next != of_ring.end() && next->distance < distance_[queue[taken]]);
      const Cell cell = is_ring ? next->cell : queue[taken];
      const Distance steps = (is_ring ? next->distance : distance_[cell]) + 1;
      is_ring ? static_cast<void>(++next) : static_cast<void>(++taken);
      each_beside(cell, [&](Cell other) {
        if ((is_ring && !in_tile(other)) || distance_[other] <= steps) return;
        distance_[other] = steps;
        queue[n++] = other;
      });
    }
  }

  Distance distance(std::int64_t x, std::int64_t y) const { return distance_[at(x, y)]; }
  // The distances of a row of the tile; false if one is unknown.
  bool row(std::int64_t y, std::int64_t* to) const { return widen_row(&distance_[at(tile_.x, y)], to, tile_.width); }

 private:
  using Cell = std::uint32_t;

  // As the view has them, from the cell of the ring at the top left on.
  Cell at(std::int64_t x, std::int64_t y) const {
    return static_cast<Cell>((y - tile_.y + 1) * stride_ + x - tile_.x + 1);
  }
  bool in_tile(Cell cell) const {
    const std::ptrdiff_t x = cell % stride_ - 1, y = cell / stride_ - 1;
    return x >= 0 && y >= 0 && x < tile_.width && y < tile_.height;
  }
  // The neighbours of the same height.
  template <class Body>
  void each_beside(Cell cell, Body body) const {
    const float* const z =
        seen_.row(seen_.area().y, seen_.area().x) +
        ((tile_.y - 1 - seen_.area().y) * stride_ + tile_.x - 1 - seen_.area().x + static_cast<std::ptrdiff_t>(cell));
    for (const std::ptrdiff_t step : {std::ptrdiff_t{1}, -stride_, std::ptrdiff_t{-1}, stride_, 1 - stride_,
                                      -1 - stride_, stride_ - 1, stride_ + 1}) {
      if (z[step] == z[0]) body(static_cast<Cell>(static_cast<std::ptrdiff_t>(cell) + step));
    }
  }

  Scratch<Cell> all_flats() const {
    Scratch<Cell> flat;
    flat.resize(static_cast<std::size_t>(tile_.width * tile_.height) + 1);
    std::size_t n = 0;
    for (std::int64_t y = tile_.y; y < tile_.y + tile_.height; ++y) {
      if (!has_flats_[static_cast<std::size_t>(y - tile_.y)]) continue;
      for (Cell cell = at(tile_.x, y), end = at(tile_.x + tile_.width, y); cell < end; ++cell) {
        flat[n] = cell;
        n += distance_[cell] == unknown_distance;
      }
    }
    flat.resize(n);
    return flat;
  }

  // Whole flats of which the edge has a cell.
  Scratch<Cell> flats_at_edge() {
    constexpr Distance listed = unknown_distance - 1;
    Scratch<Cell> flat;
    const auto list = [&](Cell cell) {
      if (distance_[cell] != unknown_distance) return;
      distance_[cell] = listed;
      flat.push_back(cell);
    };
    Perimeter(tile_).each([&](std::int64_t x, std::int64_t y, std::size_t) { list(at(x, y)); });
    for (std::size_t i = 0; i < flat.size(); ++i) each_beside(flat[i], list);
    for (const Cell cell : flat) distance_[cell] = unknown_distance;
    return flat;
  }

  Rect tile_;
  View<const float> seen_;
  std::ptrdiff_t stride_;
  Scratch<Distance> distance_;
  std::vector<std::uint8_t> has_flats_;  // by row
};

}  // namespace terrawright::water
