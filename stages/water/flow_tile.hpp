// SPDX-License-Identifier: Apache-2.0
// The flow within one tile: where what enters at an edge cell leaves again, and which cells hand on to which.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "perimeter.hpp"
#include "terrawright/processors.h"

namespace terrawright::water {

constexpr std::uint32_t no_exit = UINT32_MAX;

namespace {

// How many of the eight neighbours drain to each cell of a row.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void donors_of_row(const std::uint8_t* code, std::int32_t stride, std::uint8_t* __restrict donors, std::int32_t count) {
  // The neighbour in each direction, and the code with which it would point back.
  const std::int32_t to[8] = {1, -stride, -1, stride, 1 - stride, -stride - 1, stride - 1, stride + 1};
  const std::uint8_t back[8] = {3, 4, 1, 2, 7, 8, 5, 6};
  for (std::int32_t x = 0; x < count; ++x) {
    int n = 0;
    for (int k = 0; k < 8; ++k) n += code[x + to[k]] == back[k] ? 1 : 0;
    donors[x] = static_cast<std::uint8_t>(n);
  }
}

}  // namespace

class FlowTile {
 public:
  FlowTile(const View<const Receiver>& receivers, const Rect& tile)
      : tile_(tile), stride_(static_cast<std::int32_t>(tile.width + 2)) {
    code_.assign(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(tile.height + 2), 0);
    for (std::size_t k = 0; k < directions.size(); ++k) {
      step_[k + 1] = static_cast<std::size_t>(std::ptrdiff_t{directions[k].dy} * stride_ + directions[k].dx);
    }
    for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
      const Receiver* from = receivers.row(y, tile.x);
      std::uint8_t* to = &code_[place(tile.x, y)];
      unsigned largest = 0;
      for (std::int64_t x = 0; x < tile.width; ++x) {
        largest = std::max<unsigned>(largest, from[x]);
        to[x] = static_cast<std::uint8_t>(from[x]);
      }
      still_ &= largest == 0;
      if (largest > directions.size()) throw Failure("receivers", "there is no direction " + std::to_string(largest));
    }
    Perimeter(tile).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
      std::uint8_t& code = code_[place(x, y)];
      if (code == 0 || code > directions.size()) return;
      if (contains(x + direction(code).dx, y + direction(code).dy)) return;
      leaving_.push_back({static_cast<std::uint32_t>(number), code});
      code = static_cast<std::uint8_t>(code + leaves);
    });
  }

  // An edge cell whose water goes to another tile.
  struct Leaving {
    std::uint32_t edge;  // its number on the perimeter
    Receiver receiver;
  };
  const std::vector<Leaving>& leaving() const { return leaving_; }

  // No cell hands anything on.
  bool still() const { return still_; }

  // Of each cell: which of leaving() its water comes to, or no_exit.
  std::vector<std::uint32_t> exits() const {
    constexpr std::uint32_t unknown = UINT32_MAX - 1, on_the_way = UINT32_MAX - 2;
    std::vector<std::uint32_t> exit(code_.size(), unknown);
    const std::vector<std::size_t> edge = edge_places();
    for (std::uint32_t i = 0; i < leaving_.size(); ++i) exit[edge[leaving_[i].edge]] = i;
    each_place([&](std::size_t first) {
      std::size_t end = first;
      for (; exit[end] == unknown; end += step_[code_[end]]) {
        exit[end] = code_[end] == 0 ? no_exit : on_the_way;
        if (code_[end] == 0) break;
      }
      if (exit[end] == on_the_way) throw_circle(end);
      for (std::size_t k = first; exit[k] == on_the_way; k += step_[code_[k]]) exit[k] = exit[end];
    });
    return exit;
  }

  // give(from, to) for each cell that hands on within the tile, donors before receivers.
  template <class Give>
  void downstream(Give give) const {
    std::vector<std::uint8_t> donors(code_.size(), 0);
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      const std::size_t begin = place(tile_.x, tile_.y + y);
      donors_of_row(&code_[begin], stride_, &donors[begin], static_cast<std::int32_t>(tile_.width));
    }
    each_place([&](std::size_t cell) {
      while (donors[cell] == 0 && code_[cell] != 0 && code_[cell] <= leaves) {
        donors[cell] = done;
        const std::size_t to = cell + step_[code_[cell]];
        give(cell, to);
        --donors[to];
        cell = to;
      }
    });
  }

  // The place of a cell in arrays of size(): they have a frame of one cell around the tile.
  std::size_t place(std::int64_t x, std::int64_t y) const {
    return static_cast<std::size_t>((y - tile_.y + 1) * stride_ + x - tile_.x + 1);
  }
  std::size_t size() const { return code_.size(); }
  const Rect& tile() const { return tile_; }
  bool contains(std::int64_t x, std::int64_t y) const {
    return x >= tile_.x && y >= tile_.y && x < tile_.x + tile_.width && y < tile_.y + tile_.height;
  }

 private:
  static constexpr std::uint8_t leaves = 8;  // added to the code of a cell whose receiver is in another tile
  static constexpr std::uint8_t done = 255;

  template <class Body>
  void each_place(Body body) const {
    for (std::int64_t y = tile_.y; y < tile_.y + tile_.height; ++y) {
      for (std::size_t cell = place(tile_.x, y), end = cell + static_cast<std::size_t>(tile_.width); cell < end;
           ++cell) {
        body(cell);
      }
    }
  }
  std::vector<std::size_t> edge_places() const {
    std::vector<std::size_t> places;
    Perimeter(tile_).each([&](std::int64_t x, std::int64_t y, std::size_t) { places.push_back(place(x, y)); });
    return places;
  }
  [[noreturn]] void throw_circle(std::size_t cell) const {
    throw Failure("receivers", "the water goes round in a circle: connect a node of water.receivers",
                  tile_.x + static_cast<std::int64_t>(cell) % stride_ - 1,
                  tile_.y + static_cast<std::int64_t>(cell) / stride_ - 1);
  }

  Rect tile_;
  std::int32_t stride_;
  std::array<std::size_t, 9> step_{};
  std::vector<std::uint8_t> code_;
  std::vector<Leaving> leaving_;
  bool still_ = true;
};

}  // namespace terrawright::water
