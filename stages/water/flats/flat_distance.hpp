// SPDX-License-Identifier: Apache-2.0
// Distances across the flats of one tile to where their water goes down, as far as the tile can tell.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrawright/processors.h"
#include "water/outlets.hpp"
#include "water/perimeter.hpp"
#include "water/scratch.hpp"

namespace terrawright::water {

using Distance = std::uint32_t;
constexpr Distance unknown_distance = UINT32_MAX;

// The cells around a tile, numbered as the perimeter of the rectangle that is one cell larger each way.
inline Perimeter ring_of(const Rect& tile) { return Perimeter(grown(tile, 1)); }

namespace {

// 0 where one of the eight neighbours is lower, else unknown.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void drops_of_row(const float* z, std::int32_t stride, Distance* __restrict to, std::int32_t count) {
  const std::int32_t by[8] = {-stride - 1, -stride, 1 - stride, -1, 1, stride - 1, stride, stride + 1};
  for (std::int32_t x = 0; x < count; ++x) {
    float lowest = z[x];
    for (int k = 0; k < 8; ++k) lowest = z[x + by[k]] < lowest ? z[x + by[k]] : lowest;
    to[x] = lowest < z[x] ? 0 : unknown_distance;
  }
}

}  // namespace

class FlatDistance {
 public:
  // `filled` and `ocean` reach two cells beyond the tile, as far as the world does.
  FlatDistance(const View<const float>& filled, const Outlets& outlets, const Rect& tile, const Rect& world)
      : tile_(tile), stride_(static_cast<std::int32_t>(tile.width + 4)) {
    const std::size_t cells = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(tile.height + 4);
    height_.assign(cells, std::numeric_limits<float>::infinity());
    distance_.assign(cells, unknown_distance);
    const Rect seen = clip(grown(tile, 2), world);
    for (std::int64_t y = seen.y; y < seen.y + seen.height; ++y) {
      const float* from = filled.row(y, seen.x);
      std::copy(from, from + seen.width, &height_[at(seen.x, y)]);
    }
    const Rect with_neighbours = clip(grown(tile, 1), world);
    std::vector<std::uint8_t> flags(static_cast<std::size_t>(with_neighbours.width));
    for (std::int64_t y = with_neighbours.y; y < with_neighbours.y + with_neighbours.height; ++y) {
      Distance* to = &distance_[at(with_neighbours.x, y)];
      if (!outlets.row(y, with_neighbours.x, with_neighbours.x + with_neighbours.width, flags.data())) {
        drops_of_row(&height_[at(with_neighbours.x, y)], stride_, to, static_cast<std::int32_t>(with_neighbours.width));
      }
      for (std::size_t x = 0; x < flags.size(); ++x) to[x] = flags[x] ? 0 : to[x];
    }
    for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
      for (std::size_t i = at(tile.x, y), end = at(tile.x + tile.width, y); i < end; ++i) {
        if (distance_[i] == unknown_distance) flat_.push_back(i);
      }
    }
  }

  // Cells of the tile that have to ask their neighbours.
  bool has_flats() const { return !flat_.empty(); }

  // Finds what follows from the tile itself and from the distances of the ring, by ring number; empty: none known.
  void spread(const Items<Distance>& ring) {
    if (!has_flats()) return;
    std::vector<std::size_t> from_ring;
    if (!ring.empty()) {
      ring_of(tile_).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
        if (ring[number] == unknown_distance || ring[number] == 0) return;
        distance_[at(x, y)] = ring[number];
        from_ring.push_back(at(x, y));
      });
    }
    std::sort(from_ring.begin(), from_ring.end(),
              [&](std::size_t a, std::size_t b) { return std::pair(distance_[a], a) < std::pair(distance_[b], b); });

    // Beside a cell that drops; then cell after cell, those of the ring when their turn comes.
    Scratch<std::size_t> queue;
    queue.reserve(flat_.size() + from_ring.size());
    for (const std::size_t cell : flat_) {
      for (const std::ptrdiff_t step : steps()) {
        const std::size_t other = cell + static_cast<std::size_t>(step);
        if (distance_[other] == 0 && height_[other] == height_[cell]) {
          distance_[cell] = 1;
          queue.push_back(cell);
          break;
        }
      }
    }
    std::size_t taken = 0, ring_taken = 0;
    while (taken < queue.size() || ring_taken < from_ring.size()) {
      const bool of_ring = taken == queue.size() || (ring_taken < from_ring.size() &&
                                                     distance_[from_ring[ring_taken]] < distance_[queue[taken]]);
      const std::size_t cell = of_ring ? from_ring[ring_taken++] : queue[taken++];
      for (const std::ptrdiff_t step : steps()) {
        const std::size_t other = cell + static_cast<std::size_t>(step);
        if (height_[other] != height_[cell] || distance_[other] <= distance_[cell] + 1 || !in_tile(other)) continue;
        distance_[other] = distance_[cell] + 1;
        queue.push_back(other);
      }
    }
  }

  Distance distance(std::int64_t x, std::int64_t y) const { return distance_[at(x, y)]; }
  float height(std::int64_t x, std::int64_t y) const { return height_[at(x, y)]; }

 private:
  static Rect clip(const Rect& area, const Rect& world) {
    const std::int64_t x = std::max(area.x, world.x), y = std::max(area.y, world.y);
    return {x, y, std::min(area.x + area.width, world.width) - x, std::min(area.y + area.height, world.height) - y};
  }
  std::size_t at(std::int64_t x, std::int64_t y) const {
    return static_cast<std::size_t>((y - tile_.y + 2) * stride_ + x - tile_.x + 2);
  }
  bool in_tile(std::size_t cell) const {
    const auto x = static_cast<std::int64_t>(cell) % stride_ - 2, y = static_cast<std::int64_t>(cell) / stride_ - 2;
    return x >= 0 && y >= 0 && x < tile_.width && y < tile_.height;
  }
  std::array<std::ptrdiff_t, 8> steps() const {
    std::array<std::ptrdiff_t, 8> all{};
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = directions[k].dy * stride_ + directions[k].dx;
    return all;
  }

  // With a frame of two cells around the tile.
  Rect tile_;
  std::int32_t stride_;
  Scratch<float> height_;
  Scratch<Distance> distance_;
  Scratch<std::size_t> flat_;
};

}  // namespace terrawright::water
