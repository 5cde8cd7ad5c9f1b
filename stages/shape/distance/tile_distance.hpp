// SPDX-License-Identifier: Apache-2.0
// Exact squared distances within one tile, from its mask and the sites outside that it has been told of.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

#include "distance_rows.hpp"
#include "outside_sites.hpp"
#include "row_envelope.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::shape {

class TileDistance {
 public:
  // The outside sites of either class, by x and y. `reach`: how many cells away a site may be.
  TileDistance(const Rect& tile, const View<const std::uint8_t>& mask, std::array<Items<Site>, 2> outside,
               std::int64_t reach)
      : tile_(tile),
        mask_(mask),
        outside_(outside),
        farthest_(static_cast<double>(reach) * static_cast<double>(reach)),
        envelope_(static_cast<std::size_t>(tile.width) + outside[0].size() + outside[1].size() + 2),
        squared_(static_cast<std::size_t>(tile.width)),
        squares_(static_cast<std::size_t>(tile.width)) {}

  // visit(y, squared) of each row, from the bottom up. `steps` holds a float for each cell of the tile meanwhile; a row
  // of it is free when it is visited.
  template <class Visit, class Poll>
  void each_row(const View<float>& steps, Visit visit, Poll poll) {
    const std::int64_t left = tile_.x, width = tile_.width, bottom = tile_.y + tile_.height - 1;
    beyond(tile_.y, true, steps.row(tile_.y, left));
    for (std::int64_t y = tile_.y + 1; y <= bottom; ++y) {
      poll();
      steps_of_row(mask_.row(y - 1, left), mask_.row(y, left), steps.row(y - 1, left), steps.row(y, left), width);
    }
    std::vector<float> down(static_cast<std::size_t>(width));
    beyond(bottom, false, down.data());
    for (std::int64_t y = bottom; y >= tile_.y; --y) {
      poll();
      if (y < bottom) steps_of_row(mask_.row(y + 1, left), mask_.row(y, left), down.data(), down.data(), width);
      squares_of_row(steps.row(y, left), down.data(), squares_.data(), width);
      row(y);
      visit(y, static_cast<const double*>(squared_.data()));
    }
  }

 private:
  // Rows from an edge row to the nearest site beyond it.
  void beyond(std::int64_t edge, bool above, float* to) const {
    std::fill_n(to, tile_.width, std::numeric_limits<float>::infinity());
    const std::uint8_t* const is = mask_.row(edge, tile_.x);
    for (std::uint8_t of = 0; of < 2; ++of) {
      for (const Site& site : outside_[of]) {
        const std::int64_t x = site.x - tile_.x;
        if (x < 0 || x >= tile_.width || (site.y < edge) != above || is[x] == of) continue;
        to[x] = std::min(to[x], static_cast<float>(above ? edge - site.y : site.y - edge));
      }
    }
  }

  // Stretches of one class, one by one: what lies behind their ends is farther than these.
  void row(std::int64_t y) {
    const std::uint8_t* const is = mask_.row(y, tile_.x);
    for (std::int64_t begin = 0, end = 0; begin < tile_.width; begin = end) {
      const void* const other = std::memchr(is + begin, is[begin] ^ 1, static_cast<std::size_t>(tile_.width - begin));
      end = other ? static_cast<const std::uint8_t*>(other) - is : tile_.width;
      const Items<Site>& outside = outside_[is[begin] ^ 1];
      envelope_.start(begin, end - 1);
      if (begin == 0) {
        const Site* const inner = std::lower_bound(outside.begin(), outside.end(), Site{column(0), INT32_MIN});
        add_outside(outside.begin(), inner, y);
      } else {
        envelope_.add(begin - 1, 0.0);
      }
      for (std::int64_t x = begin; x < end; ++x) {
        const double squared = squares_[static_cast<std::size_t>(x)];
        if (squared <= farthest_) envelope_.add(x, squared);
      }
      if (end == tile_.width) {
        const Site* const right = std::lower_bound(outside.begin(), outside.end(), Site{column(end), INT32_MIN});
        add_outside(right, outside.end(), y);
      } else {
        envelope_.add(end, 0.0);
      }
      double* const to = &squared_[static_cast<std::size_t>(begin)];
      if (!envelope_.write(to)) std::fill_n(to, end - begin, std::numeric_limits<double>::infinity());
    }
  }
  std::int32_t column(std::int64_t x) const { return static_cast<std::int32_t>(tile_.x + x); }
  // The nearest one of each column.
  void add_outside(const Site* site, const Site* end, std::int64_t y) {
    while (site != end) {
      const std::int32_t x = site->x;
      std::int64_t nearest = INT64_MAX;
      for (; site != end && site->x == x; ++site) nearest = std::min(nearest, std::abs(y - site->y));
      const double squared = static_cast<double>(nearest) * static_cast<double>(nearest);
      if (squared <= farthest_) envelope_.add(x - tile_.x, squared);
    }
  }

  Rect tile_;
  View<const std::uint8_t> mask_;
  std::array<Items<Site>, 2> outside_;
  double farthest_;
  RowEnvelope envelope_;
  std::vector<double> squared_, squares_;
};

}  // namespace terrawright::shape
