// SPDX-License-Identifier: Apache-2.0
// The basins of a tile: the cells from which going down, always to the lowest neighbour, ends at one pit; and the
// passes between them.
//
// Inside a basin water rises from the pit, so the filled level of a cell is the higher of its own height and the level
// of its basin. All work is on basins, which are ten times fewer than cells.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "basin_rows.hpp"
#include "passes.hpp"
#include "water/outlets.hpp"
#include "water/scratch.hpp"

namespace terrawright::water {

class Basins {
 public:
  // poll() is called now and then.
  template <class Poll>
  Basins(const View<const float>& height, const Outlets& outlets, const Rect& tile, Poll poll)
      : tile_(tile), stride_(static_cast<std::int32_t>(tile.width + 2)) {
    const std::size_t cells = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(tile.height + 2);
    basin_.resize(cells);
    is_land_.resize(cells);
    has_land_.resize(static_cast<std::size_t>(tile.height));
    const auto width = static_cast<std::int32_t>(tile.width);
    for (std::int64_t y = 0; y < tile.height; ++y) {
      if (y % between_polls == 0) poll();
      std::uint8_t* land = &is_land_[at(0, y)];
      has_land_[static_cast<std::size_t>(y)] = !outlets.row(tile.y + y, tile.x, tile.x + tile.width, land);
      for (std::int32_t x = 0; x < width; ++x) land[x] ^= 1;
    }
    all_outlets_ = std::none_of(has_land_.begin(), has_land_.end(), [](std::uint8_t land) { return land != 0; });
    if (all_outlets_) {
      basin_.assign(cells, outside);
      return;
    }
    below_.resize(cells);
    height_.resize(cells);
    constexpr float none = std::numeric_limits<float>::infinity();
    std::fill_n(height_.begin(), stride_, none);
    std::fill_n(height_.end() - stride_, stride_, none);
    std::fill_n(basin_.begin(), stride_, outside);
    std::fill_n(basin_.end() - stride_, stride_, outside);
    for (std::int64_t y = 0; y < tile.height; ++y) {
      if (y % between_polls == 0) poll();
      std::copy_n(height.row(tile.y + y, tile.x), width, &height_[at(0, y)]);
      height_[at(-1, y)] = height_[at(width, y)] = none;
      basin_[at(-1, y)] = basin_[at(width, y)] = outside;
    }
    for (std::int64_t y = 0; y < tile.height; ++y) {
      if (y % between_polls == 0) poll();
      const std::size_t row = at(0, y);
      const auto first = static_cast<std::int32_t>(row);
      if (has_land(y)) lowest_of_row(&height_[row], stride_, first, &below_[row], width);
      stay_at_outlets(&is_land_[row], first, &below_[row], width);
    }
    go_down(poll);
    number(poll);
  }

  bool all_outlets() const { return all_outlets_; }
  std::uint32_t count() const { return count_; }  // `outside` included
  // Cells by the world's coordinates.
  Basin basin(std::int64_t x, std::int64_t y) const { return basin_[at(x - tile_.x, y - tile_.y)]; }

  // The lowest ways between basins, as many as keep every minimax. poll() is called now and then.
  template <class Poll>
  std::vector<Pass> passes(Poll poll) const {
    Passes found;
    // Eight flags at a time; behind the last cell of a row there are none.
    std::vector<std::uint8_t> flags(static_cast<std::size_t>(tile_.width + 7), 0);
    const auto width = static_cast<std::int32_t>(tile_.width);
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      if (y % between_polls == 0) poll();
      const std::size_t row = at(0, y);
      const auto add = [&](std::int32_t step) {
        for (std::size_t x = 0; x < static_cast<std::size_t>(width); x += 8) {
          std::uint64_t eight;
          std::memcpy(&eight, &flags[x], 8);
          for (; eight != 0; eight &= eight - 1) {
            const std::size_t cell = row + x + static_cast<std::size_t>(__builtin_ctzll(eight) / 8);
            const std::size_t other = cell + static_cast<std::size_t>(step);
            const float here = height_[cell], there = height_[other];
            found.add(basin_[cell], basin_[other], there > here ? there : here);
          }
        }
      };
      // The first of two neighbours adds it.
      if (!has_land(y) && (y + 1 == tile_.height || !has_land(y + 1))) continue;
      const float* const z = &height_[row];
      const Basin* const basin = &basin_[row];
      flag_passes_along(z, basin, stride_, flags.data(), width);
      add(1);
      if (y + 1 == tile_.height) break;
      flag_passes_down(z, basin, stride_, flags.data(), width);
      add(stride_);
      flag_diagonals(z, basin, 1, stride_, flags.data(), width);
      add(stride_ + 1);
      flag_diagonals(z, basin, -1, stride_, flags.data(), width);
      add(stride_ - 1);
    }
    return found.take();
  }

  // body(cell, height) for the pit of each basin but `outside`, in their order. Cells are counted row by row.
  template <class Body>
  void each_pit(Body body) const {
    for (const std::int32_t pit : pits_) {
      const std::int64_t cell = (pit / stride_ - 1) * tile_.width + pit % stride_ - 1;
      body(static_cast<std::uint32_t>(cell), height_[static_cast<std::size_t>(pit)]);
    }
  }

 private:
  static constexpr std::int64_t between_polls = 256;  // rows

  bool has_land(std::int64_t y) const { return has_land_[static_cast<std::size_t>(y)] != 0; }
  std::size_t at(std::int64_t x, std::int64_t y) const { return static_cast<std::size_t>((y + 1) * stride_ + x + 1); }

  // Each cell looks to where the cell that it looks to looks, until that is a pit or an outlet: twice as far each time,
  // and without a branch, as nobody can foretell how far it is.
  template <class Poll>
  void go_down(Poll poll) {
    Scratch<std::int32_t> open;
    open.resize(below_.size());
    std::size_t n = 0;
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      if (!has_land(y)) continue;
      for (std::size_t i = at(0, y), end = at(tile_.width, y); i < end; ++i) {
        open[n] = static_cast<std::int32_t>(i);
        n += is_land_[i];
      }
    }
    std::int32_t* const below = below_.data();
    while (n != 0) {
      poll();
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

  template <class Poll>
  void number(Poll poll) {
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      if (y % between_polls == 0) poll();
      const std::size_t begin = at(0, y), end = at(tile_.width, y);
      std::fill(&basin_[begin], &basin_[end], outside);
      for (std::size_t i = begin; has_land(y) && i < end; ++i) {
        const bool pit = is_land_[i] != 0 && below_[i] == static_cast<std::int32_t>(i);
        basin_[i] = pit ? count_ : outside;
        count_ += pit;
        if (pit) pits_.push_back(static_cast<std::int32_t>(i));
      }
    }
    Basin* const basin = basin_.data();
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      if (y % between_polls == 0) poll();
      if (!has_land(y)) continue;
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
  std::vector<std::uint8_t> has_land_;  // by row
  Scratch<std::int32_t> pits_;
  std::uint32_t count_ = 1;
  bool all_outlets_;
};

}  // namespace terrawright::water
