// SPDX-License-Identifier: Apache-2.0
// Costs to cross the flats of one tile to the descent of their water, as far as the tile knows. The costs are the least
// there are, so that they depend neither on an order nor on tiles.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "edge_flats.hpp"
#include "terrawright/processors.h"
#include "terrawright/random.h"
#include "water/directions.hpp"
#include "water/outlets.hpp"
#include "water/perimeter.hpp"
#include "water/scratch.hpp"

namespace terrawright::water {

// Cost of a step across a flat: a random cost of each of its two cells, times the length of the step; or 1.
constexpr std::uint32_t for_flats = 41;  // what random words are drawn for

namespace {

TERRAWRIGHT_FOR_EACH_PROCESSOR
void draw_row(terrawright_row_key key, std::int32_t x, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t i = 0; i < count; ++i) to[i] = static_cast<std::uint8_t>(terrawright_word(key, x + i) >> 24);
}

}  // namespace

class StepCosts {
 public:
  // As many steps as there are.
  StepCosts() { fixed_.fill(1); }
  // A cell costs `spread` and a random number up to 255; a step is 5 long, along diagonals 7.
  StepCosts(std::uint64_t stream, std::int64_t spread, std::uint32_t purpose = for_flats)
      : stream_(stream), purpose_(purpose), is_random_(true) {
    for (std::size_t k = 0; k < directions.size(); ++k) {
      weight_[k] = directions[k].dx * directions[k].dy == 0 ? 5 : 7;
      fixed_[k] = weight_[k] * 2 * spread;
    }
  }

  // In direction k, between cells of which these numbers were drawn.
  Cost operator()(std::size_t k, std::uint8_t one, std::uint8_t other) const {
    return fixed_[k] + weight_[k] * (one + other);
  }
  Cost least() const { return fixed_[0]; }
  Cost most() const { return (*this)(7, 255, 255); }

  terrawright_row_key key(std::int64_t y) const {
    return terrawright_key_of_row(stream_, static_cast<std::int32_t>(y), purpose_, 0, 0);
  }
  // The numbers of a row's cells.
  void draw(std::int64_t y, std::int64_t x, std::int64_t count, std::uint8_t* to) const {
    if (is_random_) draw_row(key(y), static_cast<std::int32_t>(x), to, static_cast<std::int32_t>(count));
  }

 private:
  std::array<Cost, 8> fixed_{}, weight_{};
  std::uint64_t stream_ = 0;
  std::uint32_t purpose_ = for_flats;
  bool is_random_ = false;
};

// Cells by what it costs to get away from them, the least first (Dial 1969). Costs that differ by less than one step go
// into one bucket, whose order does not matter: none of its cells can make another of them cheaper (Dinitz 1978).
class CostQueue {
 public:
  using Cell = std::uint32_t;

  // Costs go from 0 to one step above the bucket at hand.
  explicit CostQueue(const StepCosts& steps) {
    while ((Cost{2} << shift_) <= steps.least()) ++shift_;
    std::size_t buckets = 1;
    while (buckets <= static_cast<std::size_t>(steps.most() >> shift_) + 1) buckets *= 2;
    last_.assign(buckets, none);
  }

  bool empty() const { return waiting_ == 0; }
  std::int64_t bucket(Cost cost) const { return cost >> shift_; }

  void push(Cell cell, Cost cost) {
    std::uint32_t& last = last_[at(bucket(cost))];
    std::uint32_t entry = free_;
    if (entry == none) {
      entry = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({cell, last});
    } else {
      free_ = entries_[entry].before;
      entries_[entry] = {cell, last};
    }
    last = entry;
    ++waiting_;
  }
  // body(cell) for each cell of a bucket; it may push cells of others.
  template <class Body>
  void take(std::int64_t bucket, Body body) {
    std::uint32_t entry = last_[at(bucket)];
    last_[at(bucket)] = none;
    while (entry != none) {
      const Entry here = entries_[entry];
      entries_[entry].before = free_;
      free_ = entry;
      --waiting_;
      entry = here.before;
      body(here.cell);
    }
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  struct Entry {
    Cell cell;
    std::uint32_t before;  // in its bucket, or among those that are free
  };
  std::size_t at(std::int64_t bucket) const { return static_cast<std::size_t>(bucket) & (last_.size() - 1); }

  int shift_ = 0;
  std::vector<std::uint32_t> last_;  // by bucket, round and round
  Scratch<Entry> entries_;
  std::uint32_t free_ = none;
  std::size_t waiting_ = 0;
};

// The cells around a tile, numbered as the perimeter of the rectangle that is one cell larger each way.
inline Perimeter ring_of(const Rect& tile) { return Perimeter(grown(tile, 1)); }

class FlatCosts {
 public:
  // The tile, or a window around it within which its flats spread. `filled` and `ocean` reach two cells beyond the
  // window, as far as the world does. Cells on its border are outlets, so that all others have all their neighbours.
  FlatCosts(const View<const float>& filled, const Outlets& outlets, const Rect& tile, const Rect& window,
            const Rect& world, const StepCosts& steps)
      : tile_(tile), window_(window), steps_(steps), seen_(filled), stride_(filled.stride()) {
    const auto cells = static_cast<std::size_t>(stride_ * (window.height + 2) + 2);
    state_.resize(cells + beyond_flags);
    for (auto* bytes : {&random_, &beside_, &way_}) bytes->resize(cells);
    cost_.resize(cells);
    for (std::size_t k = 0; k < directions.size(); ++k) step_[k] = directions[k].dy * stride_ + directions[k].dx;
    has_flats_.assign(static_cast<std::size_t>(window.height), 0);
    const std::int64_t left = std::max(window.x - 1, world.x),
                       right = std::min(window.x + window.width + 1, world.width);
    const std::int64_t top = std::max(window.y - 1, world.y),
                       bottom = std::min(window.y + window.height + 1, world.height);
    const auto width = static_cast<std::size_t>(right - left);
    std::vector<std::uint8_t> flags(width);
    for (std::int64_t y = top; y < bottom; ++y) {
      std::uint8_t* const to = &state_[at(left, y)];
      if (outlets.row(y, left, right, flags.data())) {
        std::fill_n(to, width, falls);
        continue;
      }
      // The map's first cell and its last are outlets, and have nothing beside them.
      to[0] = to[width - 1] = falls;
      const std::int64_t begin = std::max<std::int64_t>(left, 1), end = std::min(right, world.width - 1);
      const bool any = flats_of_row(filled.row(y, begin), stride_, &flags[static_cast<std::size_t>(begin - left)],
                                    to + (begin - left), static_cast<std::int32_t>(end - begin));
      const bool is_ring = y < window.y || y >= window.y + window.height;
      if (!is_ring) has_flats_[static_cast<std::size_t>(y - window.y)] = any;
      // Nothing spreads from one cell to another of the ring, nor comes back: their costs are given.
      const auto close = [](std::uint8_t& state) { state = state == falls ? falls : from_ring; };
      if (is_ring) std::for_each(to, to + width, close);
      if (left < window.x) close(to[0]);
      if (right > window.x + window.width) close(to[width - 1]);
    }
  }

  // Finds what follows from the window itself and from the ring's flats: of all flats of the tile, or of those cells
  // alone that lie on its edge. poll() is called now and then.
  template <class Poll>
  void spread(const std::vector<EdgeFlat>& ring, bool all, Poll poll) {
    constexpr std::size_t between_polls = 1 << 17;  // cells
    const Scratch<Cell> flats = all ? all_flats() : flats_at_edge();
    poll();
    if (flats.empty()) return;
    draw(flats);
    CostQueue queue(steps_);
    std::int64_t wanted = all ? 1 : 0;
    std::size_t done = 0;
    for (const Cell cell : flats) {
      if (++done % between_polls == 0) poll();
      wanted += state_[cell] == at_edge ? 1 : 0;
      start(cell, all ? level_with(cell) : beside_[cell], queue);
    }
    struct Told {
      Cost cost;
      std::int64_t x, y;
    };
    std::vector<Told> told;
    auto next_told = ring.begin();
    ring_of(tile_).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
      if (next_told != ring.end() && next_told->number == number) told.push_back({(next_told++)->cost, x, y});
    });
    std::sort(told.begin(), told.end(), [](const Told& a, const Told& b) { return a.cost < b.cost; });
    auto next = told.begin();
    for (std::int64_t bucket = 0; wanted > 0 && (!queue.empty() || next != told.end()); ++bucket) {
      if (queue.empty()) bucket = std::max(bucket, queue.bucket(next->cost));
      for (; next != told.end() && queue.bucket(next->cost) <= bucket; ++next) {
        const Cell cell = at(next->x, next->y);
        for (std::size_t k = 0; k < directions.size(); ++k) {
          if (!tile_has(next->x + directions[k].dx, next->y + directions[k].dy)) continue;
          const Cell other = beside(cell, k);
          if (is_flat(other) && z(other) == z(cell)) relax(cell, next->cost, k, queue);
        }
      }
      queue.take(bucket, [&](Cell cell) {
        if (++done % between_polls == 0) poll();
        // If it became cheaper since, its turn was before.
        const Cost cost = cost_[cell];
        if (queue.bucket(cost) != bucket) return;
        each_bit(std::exchange(beside_[cell], std::uint8_t{0}), [&](std::size_t k) {
          beside_[beside(cell, k)] &= static_cast<std::uint8_t>(~(1u << (k ^ 2)));
          relax(cell, cost, k, queue);
        });
        wanted -= state_[cell] == at_edge ? 1 : 0;
        state_[cell] = flat_cell;
      });
    }
  }

  bool is_flat(std::int64_t x, std::int64_t y) const { return is_flat(at(x, y)); }
  // Of a flat.
  Cost cost(std::int64_t x, std::int64_t y) const { return cost_[at(x, y)]; }
  // False if a cost of a row is unknown, after all were wanted.
  bool knows(std::int64_t y) const {
    return all_flats_have(&state_[at(tile_.x, y)], &way_[at(tile_.x, y)], tile_.width);
  }
  // For a row of the tile; 0 beside flats. The ways are receivers' codes.
  template <class To>
  void costs(std::int64_t y, To* to) const {
    flats_to_row(&state_[at(tile_.x, y)], &cost_[at(tile_.x, y)], to, tile_.width);
  }
  template <class To>
  void ways(std::int64_t y, To* to) const {
    flats_to_row(&state_[at(tile_.x, y)], &way_[at(tile_.x, y)], to, tile_.width);
  }
  // body(x) for the flats of a row.
  template <class Body>
  void each_flat(std::int64_t y, Body body) const {
    if (!has_flats_[static_cast<std::size_t>(y - window_.y)]) return;
    each_set(&state_[at(tile_.x, y)], tile_.width, [&](std::int64_t x) { body(tile_.x + x); });
  }

 private:
  using Cell = CostQueue::Cell;
  static constexpr std::uint8_t falls = 0, flat_cell = 1, from_ring = 2, at_edge = 3;
  bool is_flat(Cell cell) const { return (state_[cell] & 1u) != 0; }

  // As the view has them, from the cell of the ring at the top left on.
  Cell at(std::int64_t x, std::int64_t y) const {
    return static_cast<Cell>((y - window_.y + 1) * stride_ + x - window_.x + 1);
  }
  Cell beside(Cell cell, std::size_t k) const {
    return static_cast<Cell>(static_cast<std::ptrdiff_t>(cell) + step_[k]);
  }
  bool tile_has(std::int64_t x, std::int64_t y) const {
    return x >= tile_.x && y >= tile_.y && x < tile_.x + tile_.width && y < tile_.y + tile_.height;
  }
  const float* heights(Cell cell) const {
    return seen_.row(seen_.area().y, seen_.area().x) + ((window_.y - 1 - seen_.area().y) * stride_ + window_.x - 1 -
                                                        seen_.area().x + static_cast<std::ptrdiff_t>(cell));
  }
  float z(Cell cell) const { return *heights(cell); }
  template <class Body>
  static void each_bit(unsigned bits, Body body) {
    for (; bits != 0; bits &= bits - 1) body(static_cast<std::size_t>(__builtin_ctz(bits)));
  }

  // The neighbours of the same height.
  unsigned level_with(Cell cell) const {
    const float* const z = heights(cell);
    unsigned bits = 0;
    for (std::size_t k = 0; k < directions.size(); ++k) bits |= static_cast<unsigned>(z[step_[k]] == z[0]) << k;
    return bits;
  }

  // Effect of the neighbours that fall; beside_ remembers those that are flats.
  void start(Cell cell, unsigned level, CostQueue& queue) {
    Cost least = unknown_cost;
    unsigned flats = 0, lower = 0;
    for (std::size_t k = 0; k < directions.size(); ++k) {
      const unsigned state = state_[beside(cell, k)];
      flats |= (state & 1u) << k;
      lower |= static_cast<unsigned>(state == falls) << k;
    }
    way_[cell] = no_receiver;
    each_bit(level & lower, [&](std::size_t k) {
      const Cost cost = steps_(k, random_[cell], random_[beside(cell, k)]);
      if (cost >= least) return;
      least = cost;
      way_[cell] = static_cast<std::uint8_t>(k + 1);
    });
    beside_[cell] = static_cast<std::uint8_t>(level & flats);
    cost_[cell] = least;
    if (least != unknown_cost) queue.push(cell, least);
  }

  // From a cell of which the cost is known to the neighbour in direction k, a flat of the tile.
  void relax(Cell cell, Cost known, std::size_t k, CostQueue& queue) {
    const Cell other = beside(cell, k);
    if (cost_[other] <= known) return;
    const Cost cost = known + steps_(k, random_[cell], random_[other]);
    const auto way = static_cast<std::uint8_t>(opposite[k + 1]);
    if (cost < cost_[other]) {
      cost_[other] = cost;
      way_[other] = way;
      queue.push(other, cost);
    } else if (cost == cost_[other]) {
      way_[other] = std::min(way_[other], way);
    }
  }

  // Random numbers of the rows of these flats and of those beside them.
  void draw(const Scratch<Cell>& flats) {
    std::vector<std::uint8_t> rows(static_cast<std::size_t>(window_.height + 2), 0);
    const auto stride = static_cast<Cell>(stride_);
    for (const Cell cell : flats) rows[cell / stride] = 1;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const bool any =
          rows[row] != 0 || (row > 0 && rows[row - 1] == 1) || (row + 1 < rows.size() && rows[row + 1] == 1);
      const std::int64_t y = window_.y - 1 + static_cast<std::int64_t>(row);
      if (any) steps_.draw(y, window_.x - 1, window_.width + 2, &random_[at(window_.x - 1, y)]);
    }
  }

  Scratch<Cell> all_flats() const {
    Scratch<Cell> flats;
    for (std::int64_t y = tile_.y; y < tile_.y + tile_.height; ++y) {
      each_flat(y, [&](std::int64_t x) { flats.push_back(at(x, y)); });
    }
    return flats;
  }

  // Whole flats of which the edge has a cell; beside_ says what is as high.
  Scratch<Cell> flats_at_edge() {
    constexpr std::uint8_t listed = 5;
    Scratch<Cell> flats;
    const auto list = [&](Cell cell, std::uint8_t as) {
      if (state_[cell] != flat_cell) return;
      state_[cell] = as;
      flats.push_back(cell);
    };
    Perimeter(tile_).each([&](std::int64_t x, std::int64_t y, std::size_t) { list(at(x, y), at_edge); });
    for (std::size_t i = 0; i < flats.size(); ++i) {
      const Cell cell = flats[i];
      const unsigned level = level_with(cell);
      beside_[cell] = static_cast<std::uint8_t>(level);
      each_bit(level, [&](std::size_t k) { list(beside(cell, k), listed); });
    }
    return flats;
  }

  Rect tile_, window_;
  StepCosts steps_;
  View<const float> seen_;
  std::ptrdiff_t stride_;
  std::array<std::ptrdiff_t, 8> step_{};
  Scratch<std::uint8_t> state_;
  // For flats: random numbers of them and of the cells around them, neighbours that are flats as high, ways of the
  // water.
  Scratch<std::uint8_t> random_, beside_, way_;
  Scratch<Cost> cost_;
  std::vector<std::uint8_t> has_flats_;  // by row
};

}  // namespace terrawright::water
