// SPDX-License-Identifier: Apache-2.0
// drainage.hpp: which neighbour takes each cell's water, and an order in which all of it runs down.
//
// The steepest neighbour takes it; on a flat, a neighbour nearer to where the flat drains. No sorting: a cell's turn
// comes when all that drain into it have had theirs, from the sources down.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "neighbours.hpp"
#include "rows.hpp"

namespace terrawright::erosion {

class Drainage {
 public:
  Drainage(const Raster& raster, const std::vector<std::uint8_t>& outlet)
      : raster_(raster), outlet_(outlet), direction_(raster.cells()), donors_(raster.cells()), order_(raster.cells()) {}

  // Bytes for each cell.
  static constexpr std::uint64_t bytes = 2 * sizeof(std::uint8_t) + sizeof(std::uint32_t);

  // nowhere: an outlet.
  std::uint8_t direction(std::size_t cell) const { return direction_[cell]; }
  std::size_t receiver(std::size_t cell) const { return raster_.beside(cell, direction_[cell]); }
  const std::uint8_t* directions() const { return direction_.data(); }
  // Room for as many cells as there are, until route is called.
  std::vector<std::uint32_t>& queue() { return order_; }

  // `level` is filled.
  template <class Poll>
  void route(const std::vector<double>& level, std::vector<std::int64_t>& distance, Poll poll) {
    std::vector<double> codes(raster_.width);
    std::fill(direction_.begin(), direction_.end(), nowhere);
    each_inner_row(poll, [&](std::size_t begin, std::int64_t count) {
      steepest_of_row(&level[begin], raster_.up(), raster_.down(), &outlet_[begin], codes.data(), &direction_[begin],
                      count);
    });
    bool flat = false;
    for (std::size_t cell = 0; cell < raster_.cells(); ++cell) flat |= direction_[cell] == nowhere && !outlet_[cell];
    if (flat) cross_flats(level, distance);
  }

  // `load`: what each cell sheds; then what drains through it, its own included. Afterwards each_upwards goes.
  //
  // Breadth first, from the sources of one square after the other: what is near in time is near in memory, and no cell
  // waits for the one before it. Loads are integers, so any order gives the same.
  template <class Poll>
  void accumulate(std::vector<std::int64_t>& load, Poll poll) {
    std::fill(donors_.begin(), donors_.end(), had_its_turn);
    each_inner_row(poll, [&](std::size_t begin, std::int64_t count) {
      donors_of_row(&direction_[begin], raster_.up(), raster_.down(), had_its_turn, &donors_[begin], count);
    });
    std::size_t first = 0, last = 0;
    // The border is an outlet, so there is always room for one more.
    const auto wait = [&](std::size_t cell) {
      order_[last] = static_cast<std::uint32_t>(cell);
      last += donors_[cell] == 0 ? 1 : 0;
    };
    for (std::size_t top = 0; top < raster_.height; top += square) {
      for (std::size_t left = 0; left < raster_.width; left += square) {
        poll();
        const std::size_t bottom = std::min(top + square, raster_.height),
                          right = std::min(left + square, raster_.width);
        for (std::size_t y = top; y < bottom; ++y) {
          for (std::size_t x = left; x < right; ++x) wait(y * raster_.width + x);
        }
        for (; first < last; ++first) {
          const std::size_t cell = order_[first], to = receiver(cell);
          load[to] += load[cell];
          donors_[cell] = had_its_turn;
          --donors_[to];
          wait(to);
        }
      }
    }
    n_ordered_ = last;
  }

  // body(cell) for every cell but the outlets, each after its receiver.
  template <class Body>
  void each_upwards(Body body) const {
    for (std::size_t i = n_ordered_; i-- > 0;) body(order_[i]);
  }

 private:
  // For an outlet, too: even after all its donors' turns it is not 0.
  static constexpr std::uint8_t had_its_turn = 255;
  static constexpr std::size_t square = 256;

  // body(first cell, cells) of each row without the border's.
  template <class Poll, class Body>
  void each_inner_row(Poll poll, Body body) const {
    if (raster_.width < 3) return;
    for (std::size_t y = 1; y + 1 < raster_.height; ++y) {
      poll();
      body(y * raster_.width + 1, static_cast<std::int64_t>(raster_.width - 2));
    }
  }

  // A flat cell's distance is 1 more than the least of its neighbours' on the same level; where a cell has a lower
  // neighbour or is an outlet it is 0.
  void cross_flats(const std::vector<double>& level, std::vector<std::int64_t>& distance) {
    constexpr std::int64_t far = INT64_MAX;
    const auto is_flat = [&](std::size_t cell) { return direction_[cell] == nowhere && !outlet_[cell]; };
    for (std::size_t cell = 0; cell < raster_.cells(); ++cell) distance[cell] = is_flat(cell) ? far : 0;
    std::size_t last = 0;
    for (std::size_t cell = 0; cell < raster_.cells(); ++cell) {
      if (!is_flat(cell)) continue;
      for (std::uint8_t d = 0; d < n_directions; ++d) {
        const std::size_t beside = raster_.beside(cell, d);
        if (is_flat(beside) || level[beside] != level[cell]) continue;
        distance[cell] = 1;
        order_[last++] = static_cast<std::uint32_t>(cell);
        break;
      }
    }
    for (std::size_t first = 0; first < last; ++first) {
      const std::size_t cell = order_[first];
      for (std::uint8_t d = 0; d < n_directions; ++d) {
        const std::size_t beside = raster_.beside(cell, d);
        if (distance[beside] != far || level[beside] != level[cell]) continue;
        distance[beside] = distance[cell] + 1;
        order_[last++] = static_cast<std::uint32_t>(beside);
      }
    }
    for (std::size_t i = 0; i < last; ++i) {
      const std::size_t cell = order_[i];
      std::uint8_t d = 0;
      while (level[raster_.beside(cell, d)] != level[cell] || distance[raster_.beside(cell, d)] != distance[cell] - 1) {
        ++d;
      }
      direction_[cell] = d;
    }
  }

  const Raster& raster_;
  const std::vector<std::uint8_t>& outlet_;
  std::vector<std::uint8_t> direction_, donors_;
  std::vector<std::uint32_t> order_;
  std::size_t n_ordered_ = 0;
};

}  // namespace terrawright::erosion
