// SPDX-License-Identifier: Apache-2.0
// drainage.hpp: which neighbour takes each cell's water, and an order in which all of it runs down.
//
// The steepest neighbour takes it; on a flat, a neighbour nearer to where the flat drains. No sorting: a cell's turn
// comes when all that drain into it have had theirs, as in the stack of Braun & Willett 2013, from the sources down.
#pragma once
#include <cstdint>
#include <vector>

#include "neighbours.hpp"

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
  // Room for as many cells as there are, until route is called.
  std::vector<std::uint32_t>& queue() { return order_; }

  // `level` is filled. `load`: what each cell sheds; then what drains through it, itself included.
  template <class Poll>
  void route(const std::vector<double>& level, std::vector<std::int64_t>& distance, Poll poll) {
    std::size_t flat = 0;
    for (std::size_t cell = 0; cell < raster_.cells(); ++cell) {
      if (cell % 65536 == 0) poll();
      direction_[cell] = outlet_[cell] ? nowhere : steepest(level, cell);
      flat += direction_[cell] == nowhere && !outlet_[cell];
    }
    if (flat > 0) cross_flats(level, distance);
  }

  // `load`: what each cell sheds; then what drains through it, its own included. Afterwards each_upwards goes.
  template <class Poll>
  void accumulate(std::vector<std::int64_t>& load, Poll poll) {
    count_donors();
    n_ordered_ = 0;
    for (std::size_t source = 0; source < raster_.cells(); ++source) {
      if (source % 65536 == 0) poll();
      std::size_t cell = source;
      while (!outlet_[cell] && donors_[cell] == 0) {
        donors_[cell] = had_its_turn;
        order_[n_ordered_++] = static_cast<std::uint32_t>(cell);
        const std::size_t to = receiver(cell);
        load[to] += load[cell];
        --donors_[to];
        cell = to;
      }
    }
  }

  // body(cell) for every cell but the outlets, each after its receiver.
  template <class Body>
  void each_upwards(Body body) const {
    for (std::size_t i = n_ordered_; i-- > 0;) body(order_[i]);
  }

 private:
  static constexpr std::uint8_t had_its_turn = 255;

  std::uint8_t steepest(const std::vector<double>& level, std::size_t cell) const {
    std::uint8_t best = nowhere;
    double slope = 0;
    for (std::uint8_t d = 0; d < n_directions; ++d) {
      const double fall = level[cell] - level[raster_.beside(cell, d)];
      const double steep = d < north_east ? fall : fall * root_of_a_half;
      if (!(steep > slope)) continue;
      slope = steep;
      best = d;
    }
    return best;
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

  void count_donors() {
    donors_.assign(raster_.cells(), 0);
    for (std::size_t cell = 0; cell < raster_.cells(); ++cell) {
      if (!outlet_[cell]) ++donors_[receiver(cell)];
    }
  }

  const Raster& raster_;
  const std::vector<std::uint8_t>& outlet_;
  std::vector<std::uint8_t> direction_, donors_;
  std::vector<std::uint32_t> order_;
  std::size_t n_ordered_ = 0;
};

}  // namespace terrawright::erosion
