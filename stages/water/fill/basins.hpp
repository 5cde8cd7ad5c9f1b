// SPDX-License-Identifier: Apache-2.0
// The basins of a tile: the cells from which going down, always to the lowest neighbour, ends at one pit; and the
// passes between them.
//
// Inside a basin water rises from the pit, so the filled level of a cell is the higher of its own height and the level
// of its basin: whatever has to be found out is found out on basins, which are ten times fewer than cells.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "passes.hpp"
#include "terrawright/processors.h"
#include "water/outlets.hpp"
#include "water/scratch.hpp"

namespace terrawright::water {

using Basin = std::uint32_t;
constexpr Basin outside = 0;  // the basin of all outlets

namespace {

// Of each cell of land the lowest of it and its neighbours, of equal ones the first in raster order: so plains have few
// pits. `z` begins at the cell `first`.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void lowest_of_row(const float* z, std::int32_t stride, std::int32_t first, std::int32_t* __restrict lowest_cell,
                   std::int32_t count) {
  const std::int32_t to[9] = {-stride - 1, -stride, 1 - stride, -1, 0, 1, stride - 1, stride, stride + 1};
  for (std::int32_t x = 0; x < count; ++x) {
    float lowest = z[x - stride - 1];
    std::int32_t best = to[0];
    for (int k = 1; k < 9; ++k) {
      const float there = z[x + to[k]];
      const bool lower = there < lowest;
      lowest = lower ? there : lowest;
      best = lower ? to[k] : best;
    }
    lowest_cell[x] = first + x + best;
  }
}

// An outlet looks to itself.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void stay_at_outlets(const std::uint8_t* is_land, std::int32_t first, std::int32_t* __restrict below,
                     std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) below[x] = is_land[x] != 0 ? below[x] : first + x;
}

// Is the cell at a fixed step from each of another basin?
TERRAWRIGHT_FOR_EACH_PROCESSOR
void other_basins(const Basin* basin, std::int32_t step, std::uint8_t* __restrict flags, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) flags[x] = basin[x] != basin[x + step] ? 1 : 0;
}

}  // namespace

class Basins {
 public:
  Basins(const View<const float>& height, const Outlets& outlets, const Rect& tile)
      : tile_(tile), stride_(static_cast<std::int32_t>(tile.width + 2)) {
    const std::size_t cells = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(tile.height + 2);
    height_.assign(cells, std::numeric_limits<float>::infinity());
    basin_.resize(cells);
    below_.assign(cells, 0);
    is_land_.assign(cells, 0);
    std::vector<bool> is_wet(static_cast<std::size_t>(tile.height));
    const auto width = static_cast<std::int32_t>(tile.width);
    for (std::int64_t y = 0; y < tile.height; ++y) {
      std::copy_n(height.row(tile.y + y, tile.x), width, &height_[at(0, y)]);
      std::uint8_t* land = &is_land_[at(0, y)];
      is_wet[static_cast<std::size_t>(y)] = outlets.row(tile.y + y, tile.x, tile.x + tile.width, land);
      for (std::int32_t x = 0; x < width; ++x) land[x] ^= 1;
    }
    all_outlets_ = std::all_of(is_wet.begin(), is_wet.end(), [](bool wet) { return wet; });
    if (all_outlets_) {
      basin_.assign(cells, outside);
      return;
    }
    for (std::int64_t y = 0; y < tile.height; ++y) {
      const std::size_t row = at(0, y);
      const auto first = static_cast<std::int32_t>(row);
      if (!is_wet[static_cast<std::size_t>(y)]) lowest_of_row(&height_[row], stride_, first, &below_[row], width);
      stay_at_outlets(&is_land_[row], first, &below_[row], width);
    }
    go_down();
    number();
  }

  bool all_outlets() const { return all_outlets_; }
  std::uint32_t count() const { return count_; }  // `outside` included
  // Cells by the world's coordinates.
  Basin basin(std::int64_t x, std::int64_t y) const { return basin_[at(x - tile_.x, y - tile_.y)]; }
  const Basin* row(std::int64_t y) const { return &basin_[at(0, y - tile_.y)]; }

  std::vector<Pass> passes() const {
    Passes found;
    // Eight flags at a time; behind the last cell of a row there are none.
    std::vector<std::uint8_t> flags(static_cast<std::size_t>(tile_.width + 7), 0);
    constexpr float none = std::numeric_limits<float>::infinity();
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      // Of two neighbours the first one says it.
      for (const std::int32_t step : {1, stride_ - 1, stride_, stride_ + 1}) {
        other_basins(&basin_[at(0, y)], step, flags.data(), static_cast<std::int32_t>(tile_.width));
        for (std::int64_t x = 0; x < tile_.width; x += 8) {
          std::uint64_t eight;
          std::memcpy(&eight, &flags[static_cast<std::size_t>(x)], 8);
          for (; eight != 0; eight &= eight - 1) {
            const std::size_t cell = at(x + __builtin_ctzll(eight) / 8, y);
            const std::size_t other = cell + static_cast<std::size_t>(step);
            const float here = height_[cell], there = height_[other];
            if (there < none) found.add(basin_[cell], basin_[other], there > here ? there : here);
          }
        }
      }
    }
    return found.take();
  }

 private:
  std::size_t at(std::int64_t x, std::int64_t y) const { return static_cast<std::size_t>((y + 1) * stride_ + x + 1); }

  // Each cell looks to where the cell that it looks to looks, until that is a pit or an outlet: twice as far each time,
  // and without a branch, as nobody can foretell how far it is.
  void go_down() {
    Scratch<std::int32_t> open;
    open.resize(below_.size());
    std::size_t n = 0;
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      for (std::size_t i = at(0, y), end = at(tile_.width, y); i < end; ++i) {
        open[n] = static_cast<std::int32_t>(i);
        n += is_land_[i];
      }
    }
    std::int32_t* const below = below_.data();
    while (n != 0) {
      std::size_t left = 0;
      for (std::size_t k = 0; k < n; ++k) {
        const std::int32_t cell = open[k], seen = below[cell], further = below[seen];
        below[cell] = further;
        open[left] = cell;
        left += further != seen;
      }
      n = left;
    }
  }

  void number() {
    for (std::size_t i = 0; i < basin_.size(); ++i) {
      const bool pit = is_land_[i] != 0 && below_[i] == static_cast<std::int32_t>(i);
      basin_[i] = pit ? count_ : outside;
      count_ += pit;
    }
    Basin* const basin = basin_.data();
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      for (std::size_t i = at(0, y), end = at(tile_.width, y); i < end; ++i) basin[i] = basin[below_[i]];
    }
  }

  // With a frame of one cell around the tile, so that no neighbour needs a test.
  Rect tile_;
  std::int32_t stride_;
  Scratch<float> height_;
  Scratch<Basin> basin_;
  Scratch<std::int32_t> below_;  // where one comes to, going down
  Scratch<std::uint8_t> is_land_;
  std::uint32_t count_ = 1;
  bool all_outlets_;
};

}  // namespace terrawright::water
