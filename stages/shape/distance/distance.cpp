// SPDX-License-Identifier: Apache-2.0
// shape.distance: how far it is to the edge of a mask, exactly.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "outside_sites.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::shape {

// The least squared distances of the cells of a row: the lower envelope, at the cells, of one parabola a column.
class RowEnvelope {
 public:
  explicit RowEnvelope(std::size_t most) : parabolas_(most) {}

  // For the cells from `first` to `last`.
  void start(std::int64_t first, std::int64_t last) {
    count_ = 0;
    first_ = first;
    last_ = last;
  }
  // In ascending order of columns, which may lie outside. `squared`: the squared distance to the site in that column.
  void add(std::int64_t column, double squared) {
    const auto place = static_cast<double>(column);
    std::int64_t begin = first_;
    while (count_ > 0) {
      const Parabola& last = parabolas_[count_ - 1];
      if (last.at(last.begin) < value(place, squared, last.begin)) {
        // Whole numbers below 2^44 through one below 2^23: the quotient is never rounded up to a whole one.
        const double over =
            ((place * place + squared) - (last.place * last.place + last.squared)) / (2.0 * (place - last.place));
        if (over >= static_cast<double>(last_)) return;
        begin = static_cast<std::int64_t>(std::floor(over)) + 1;
        break;
      }
      --count_;
    }
    parabolas_[count_++] = {place, squared, begin};
  }
  // Into `to`, which begins at `first`; false if there is no site.
  bool write(double* to) const {
    for (std::size_t i = 0; i < count_; ++i) {
      const Parabola& here = parabolas_[i];
      const std::int64_t end = i + 1 < count_ ? parabolas_[i + 1].begin : last_ + 1;
      for (std::int64_t x = here.begin; x < end; ++x) to[x - first_] = here.at(x);
    }
    return count_ > 0;
  }

 private:
  static double value(double place, double squared, std::int64_t x) {
    const double away = static_cast<double>(x) - place;
    return away * away + squared;
  }
  struct Parabola {
    double place, squared;
    std::int64_t begin;  // the first cell where it is the lowest
    double at(std::int64_t x) const { return value(place, squared, x); }
  };

  std::vector<Parabola> parabolas_;
  std::size_t count_ = 0;
  std::int64_t first_ = 0, last_ = 0;
};

// Rows of distances: loops without a branch.

// Rows to the nearest cell of the other class in each column, from those of the previous row.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void steps_of_row(const std::uint8_t* before, const std::uint8_t* here, const float* steps, float* to,
                  std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) to[x] = before[x] == here[x] ? steps[x] + 1.0f : 1.0f;
}

// The square of the nearer of two, which float32 cannot hold.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void squares_of_row(const float* up, const float* down, double* __restrict to, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) {
    const auto nearer = static_cast<double>(down[x] < up[x] ? down[x] : up[x]);
    to[x] = nearer * nearer;
  }
}

struct Measure {
  double cell, limit;
};

// From squared distances in cells: signed metres to the edge, half-way between cells.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void metres_of_row(const Measure& measure, const std::uint8_t* mask, const double* squared, float* __restrict to,
                   std::int64_t count) {
  const Measure m = measure;
  for (std::int64_t x = 0; x < count; ++x) {
    const double far = m.cell * (std::sqrt(squared[x]) - 0.5);
    const double kept = far < m.limit ? far : m.limit;
    to[x] = static_cast<float>(mask[x] != 0 ? kept : -kept);
  }
}
// From squared distances in cells: square metres from middle to middle.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void squared_metres_of_row(const Measure& measure, const std::uint8_t* mask, const double* squared,
                           float* __restrict to, std::int64_t count) {
  const Measure m = measure;
  for (std::int64_t x = 0; x < count; ++x) {
    const double far = m.cell * m.cell * squared[x];
    const double kept = far < m.limit * m.limit ? far : m.limit * m.limit;
    to[x] = static_cast<float>(mask[x] != 0 ? kept : -kept);
  }
}

// Exact squared distances within one tile, from its mask and the sites outside that it has been told of.
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

namespace {

using namespace terrawright;

// Every tile has its own verdict; none is for all.
struct Nothing {};

struct Distance {
  In<Mask> mask;
  Out<Scalar> distance;
  std::optional<double> reach;
  bool squared = false;

  double cell = 1;
  std::int64_t reach_cells = 0;

  static void describe(Spec<Distance>& s) {
    s.stage("shape.distance", "Exact distance from each cell to the edge of a mask, for example the coast of a land.");
    s.source(
        "cell (sqrt(D) - 0.5), D the least dx^2 + dy^2 to a cell of the other value, in whole numbers; Meijster, "
        "Roerdink & Hesselink 2000, Felzenszwalb & Huttenlocher 2012, tile by tile");
    s.reads_cell();
    s.port(&Distance::mask, "mask", "The mask: land, a lake, a forest.");
    s.port(&Distance::distance, "distance",
           "Metres to the edge, which lies half-way between cells: above 0 on the mask, below 0 off it, never 0. In a "
           "world that wraps the way may cross its ends. With `squared` in m2.");
    s.parameter(
         &Distance::reach, "reach",
         "Largest distance: cells beyond get it, as do all cells of a mask without an edge. A short one saves work.")
        .unit("m")
        .at_least(0)
        .word("none");
    s.parameter(
        &Distance::squared, "squared",
        "The square of the distance from the cell's middle to that of the nearest cell of the other value, in m2 and "
        "with the sign. It replaces the distance to the edge, and is the whole number D times a cell's area.");
  }

  void arrange(Arrangement& a) {
    if (reach && *reach == 0.0)
      throw Failure("reach", "the reach must be above 0; without `reach` distances have no limit");
    cell = a.cell();
    // More than the world and its copies around it.
    const std::int64_t all = 4 * (a.width() + a.height());
    const double cells = reach ? std::ceil(*reach / cell) + 2.0 : static_cast<double>(all);
    reach_cells = cells < static_cast<double>(all) ? static_cast<std::int64_t>(cells) : all;
    a.set_unit(distance, squared ? "m2" : "m");
    a.needs_memory(static_cast<std::uint64_t>(a.width()) * static_cast<std::uint64_t>(a.height()) / 16 +
                   128 * static_cast<std::uint64_t>(a.width() + a.height()) + (1 << 20));
  }

  Blob survey(const Tile& tile) const {
    tile.poll();
    Blob note;
    note.add(shape::packed_lines(shape::edge_columns(tile[mask], tile.area())));
    note.add(shape::packed_lines(shape::edge_rows(tile[mask], tile.area())));
    return note;
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    const shape::OutsideSites outside(resolving, notes, reach_cells);
    if (!reach && !(outside.any(0) && outside.any(1))) {
      throw Failure("mask", std::string("all its cells are ") + (outside.any(1) ? "1" : "0") +
                                ": there is no edge to measure from. With `reach` all cells get that distance");
    }
    for (std::size_t t = 0; t < notes.size(); ++t) {
      Blob own;
      for (const std::uint8_t is : {std::uint8_t{0}, std::uint8_t{1}}) own.add(outside.of(t, is));
      resolving.tell(t, own);
    }
    return done(Nothing{});
  }

  void paint(Tile& tile) const {
    const BlobView own = tile.own<Blob>();
    const auto is = tile[mask];
    const auto to = tile[distance];
    const shape::Measure measure{cell, reach.value_or(std::numeric_limits<double>::infinity())};
    shape::TileDistance here(tile.area(), is, {own.items<shape::Site>(0), own.items<shape::Site>(1)}, reach_cells);
    here.each_row(
        to,
        [&](std::int64_t y, const double* row) {
          (squared ? shape::squared_metres_of_row : shape::metres_of_row)(measure, is.row(y, tile.left()), row,
                                                                          to.row(y, tile.left()), tile.width());
        },
        [&] { tile.poll(); });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, distance, Distance)
