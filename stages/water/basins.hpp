// SPDX-License-Identifier: Apache-2.0
// The basins of a tile: the cells from which going down, always to the lowest neighbour, ends at one pit; and the
// passes between them.
//
// Inside a basin water rises from the pit, so the filled level of a cell is the higher of its own height and the level
// of its basin: whatever has to be found out is found out on basins, which are ten times fewer than cells.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "outlets.hpp"
#include "passes.hpp"
#include "scratch.hpp"
#include "terrawright/processors.h"

namespace terrawright::water {

using Basin = std::uint32_t;
constexpr Basin outside = 0;  // the basin of all outlets

namespace {

// The way to the lowest of a cell and its neighbours in the tile, of equal ones the first in raster order: so plains
// have few pits.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void lowest_of_row(const float* z, std::int32_t stride, std::int32_t* __restrict way, std::int32_t count) {
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
    way[x] = best;
  }
}

// Is it land, and one of its neighbours in another basin?
TERRAWRIGHT_FOR_EACH_PROCESSOR
void beside_others(const Basin* basin, const std::uint8_t* is_land, std::int32_t stride, std::uint8_t* __restrict flags,
                   std::int32_t count) {
  const std::int32_t to[8] = {-stride - 1, -stride, 1 - stride, -1, 1, stride - 1, stride, stride + 1};
  for (std::int32_t x = 0; x < count; ++x) {
    std::uint32_t differs = 0;
    for (int k = 0; k < 8; ++k) differs |= basin[x] ^ basin[x + to[k]];
    flags[x] = differs != 0 ? is_land[x] : 0;
  }
}

}  // namespace

class Basins {
 public:
  Basins(const View<const float>& height, const Outlets& outlets, const Rect& tile)
      : tile_(tile), stride_(static_cast<std::int32_t>(tile.width + 2)) {
    const std::size_t cells = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(tile.height + 2);
    height_.assign(cells, std::numeric_limits<float>::infinity());
    basin_.assign(cells, outside);
    way_.assign(cells, 0);
    is_land_.assign(cells, 0);
    std::vector<bool> is_wet(static_cast<std::size_t>(tile.height));
    for (std::int64_t y = 0; y < tile.height; ++y) {
      const float* from = height.row(tile.y + y, tile.x);
      std::copy(from, from + tile.width, &height_[at(0, y)]);
      std::uint8_t* land = &is_land_[at(0, y)];
      is_wet[static_cast<std::size_t>(y)] = outlets.row(tile.y + y, tile.x, tile.x + tile.width, land);
      for (std::int64_t x = 0; x < tile.width; ++x) land[x] ^= 1;
    }
    for (std::int64_t y = 0; y < tile.height; ++y) {
      if (is_wet[static_cast<std::size_t>(y)]) continue;
      all_outlets_ = false;
      lowest_of_row(&height_[at(0, y)], stride_, &way_[at(0, y)], static_cast<std::int32_t>(tile.width));
    }
    if (!all_outlets_) follow();
  }

  bool all_outlets() const { return all_outlets_; }
  std::uint32_t count() const { return count_; }  // `outside` included
  // Cells by the world's coordinates.
  Basin basin(std::int64_t x, std::int64_t y) const { return basin_[at(x - tile_.x, y - tile_.y)]; }
  const Basin* row(std::int64_t y) const { return &basin_[at(0, y - tile_.y)]; }

  std::vector<Pass> passes() const {
    Passes found;
    std::vector<std::uint8_t> flags(static_cast<std::size_t>(tile_.width));
    constexpr float none = std::numeric_limits<float>::infinity();
    const std::int32_t to[8] = {1, stride_ - 1, stride_, stride_ + 1, -stride_ - 1, -stride_, 1 - stride_, -1};
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      const std::size_t begin = at(0, y);
      beside_others(&basin_[begin], &is_land_[begin], stride_, flags.data(), static_cast<std::int32_t>(tile_.width));
      for (std::size_t x = 0; x < flags.size(); ++x) {
        if (!flags[x]) continue;
        const std::size_t cell = begin + x;
        const Basin basin = basin_[cell];
        const float here = height_[cell];
        for (int k = 0; k < 8; ++k) {
          const std::size_t other = cell + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(to[k]));
          // Of two land cells the first one says it.
          if (basin_[other] == basin || (k >= 4 && basin_[other] != outside)) continue;
          const float there = height_[other];
          if (there < none) found.add(basin, basin_[other], there > here ? there : here);
        }
      }
    }
    return found.take();
  }

 private:
  std::size_t at(std::int64_t x, std::int64_t y) const { return static_cast<std::size_t>((y + 1) * stride_ + x + 1); }

  void follow() {
    constexpr Basin unknown = UINT32_MAX;
    for (std::size_t i = 0; i < basin_.size(); ++i) basin_[i] = is_land_[i] ? unknown : outside;
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      for (std::size_t i = at(0, y), end = at(tile_.width, y); i < end; ++i) {
        if (basin_[i] != unknown) continue;
        std::size_t bottom = i;
        while (basin_[bottom] == unknown && way_[bottom] != 0) bottom = next(bottom);
        if (basin_[bottom] == unknown) basin_[bottom] = count_++;
        for (std::size_t k = i; basin_[k] == unknown; k = next(k)) basin_[k] = basin_[bottom];
      }
    }
  }
  std::size_t next(std::size_t cell) const {
    return cell + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(way_[cell]));
  }

  // With a frame of one cell around the tile, so that no neighbour needs a test.
  Rect tile_;
  std::int32_t stride_;
  Scratch<float> height_;
  Scratch<Basin> basin_;
  Scratch<std::int32_t> way_;
  Scratch<std::uint8_t> is_land_;
  std::uint32_t count_ = 1;
  bool all_outlets_ = true;
};

}  // namespace terrawright::water
