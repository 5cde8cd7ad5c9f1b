// SPDX-License-Identifier: Apache-2.0
// Rivers and lakes of one tile as a network: what arrives in each cell.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "terrawright/processors.h"
#include "water/directions.hpp"
#include "water/flow_tile.hpp"
#include "water/scratch.hpp"

namespace terrawright::water {

// Length of a river so far, in whole steps: sums that do not depend on the order.
constexpr double diagonal_length = 1.4142135623730951;

struct Steps {
  std::uint32_t straight = 0, diagonal = 0;

  // From a cell with a receiver, to it.
  static Steps towards(Receiver receiver) {
    return direction(receiver).inverse_length < 1.0 ? Steps{0, 1} : Steps{1, 0};
  }
  Steps operator+(const Steps& other) const { return {straight + other.straight, diagonal + other.diagonal}; }
  bool operator<(const Steps& other) const { return cells() < other.cells(); }
  // The sides of a cell that it is long. Only equal steps are equally long, as the root of 2 is no fraction.
  double cells() const { return static_cast<double>(straight) + static_cast<double>(diagonal) * diagonal_length; }
};

// Rivers that have ended: where their water reaches no other river or lake.
struct Ended {
  std::int64_t rivers = 0;
  Steps longest;

  // A river of a single cell on the border of the map is invisible.
  void add(const Steps& length) {
    if (!(Steps{} < length)) return;
    ++rivers;
    longest = std::max(longest, length);
  }
  void add(const Ended& others) {
    rivers += others.rivers;
    longest = std::max(longest, others.longest);
  }
};

// Strahler's order of streams and how far they have come, and how lakes hand both on.
//
// Source: Strahler 1957, Quantitative analysis of watershed geomorphology. A stream without tributaries has order 1;
// where two of the highest order meet, it rises by one. A lake is the confluence of all that flows in, at its outlet.

// The highest order that arrives, whether once or more often, and the longest way.
struct Arriving {
  std::uint8_t order = 0;  // 0: nothing arrives
  std::uint8_t times = 0;  // at most 2
  Steps longest;

  void add(const Arriving& other) {
    longest = std::max(longest, other.longest);
    if (other.order > order) {
      order = other.order;
      times = other.times;
    } else if (other.order == order && order != 0) {
      times = static_cast<std::uint8_t>(std::min(2, times + other.times));
    }
  }
  // Order below a confluence; 0 without inflow.
  std::uint8_t joined() const { return static_cast<std::uint8_t>(times >= 2 ? order + 1 : order); }
};

enum class Water : std::uint8_t { none, river, lake, border };  // `border`: of the map, where nothing is known

// The order of a river's cell.
inline std::uint8_t river_order(const Arriving& arriving) { return std::max<std::uint8_t>(arriving.joined(), 1); }

// The order and length that a cell of `from`, where those of `arriving` come in, hands on to a cell of `to`, one step
// away.
inline Arriving handed_on(Water from, const Arriving& arriving, Water to, const Steps& step) {
  const std::uint8_t order = from == Water::river ? river_order(arriving) : arriving.joined();
  if (order == 0) return {};
  const Steps length = arriving.longest + step;
  if (from == Water::lake && to == Water::lake) return {arriving.order, arriving.times, length};
  return {order, 1, length};
}

// Finds rivers and lakes among the cells of a tile and of the ring around it.

namespace {

TERRAWRIGHT_FOR_EACH_PROCESSOR
void enough_of_row(const std::int64_t* all, std::int64_t least, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = all[x] >= least ? 1 : 0;
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void some_of_row(const std::int64_t* of_lakes, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = of_lakes[x] > 0 ? 1 : to[x];
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void not_in_sea(const std::uint8_t* sea, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = sea[x] != 0 ? 0 : to[x];
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void not_at_ends(const Receiver* code, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = code[x] == no_receiver ? 0 : to[x];
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void lakes_of_row(const std::uint8_t* lake, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = lake[x] != 0 ? static_cast<std::uint8_t>(Water::lake) : to[x];
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool any_of_row(const std::uint8_t* water, std::int32_t count) {
  std::uint8_t any = 0;
  for (std::int32_t x = 0; x < count; ++x) any = static_cast<std::uint8_t>(any | water[x]);
  return any != 0;
}

}  // namespace

// Inputs of that; `of_lakes`, `lake` and `sea` may be empty.
struct WaterViews {
  View<const Receiver> receivers;
  View<const std::int64_t> accumulation, of_lakes;
  View<const std::uint8_t> lake, sea;
  std::int64_t least;  // runoff of a river

  // Codes of Water for n cells. False if all are none.
  bool row(std::int64_t y, std::int64_t x, std::int64_t n, std::uint8_t* to) const {
    const auto count = static_cast<std::int32_t>(n);
    enough_of_row(accumulation.row(y, x), least, to, count);
    if (of_lakes) some_of_row(of_lakes.row(y, x), to, count);
    sea ? not_in_sea(sea.row(y, x), to, count) : not_at_ends(receivers.row(y, x), to, count);
    if (lake) lakes_of_row(lake.row(y, x), to, count);
    return any_of_row(to, count);
  }
};

class WaterMap {
 public:
  // Views that reach one cell beyond the tile, as far as the world does.
  WaterMap(const WaterViews& views, const Rect& tile) : stride_(tile.width + 2), tile_(tile) {
    const Rect ring = grown(tile, 1), seen = views.receivers.area();
    const std::int64_t left = std::max(ring.x, seen.x), right = std::min(ring.x + ring.width, seen.x + seen.width);
    const std::int64_t top = std::max(ring.y, seen.y), bottom = std::min(ring.y + ring.height, seen.y + seen.height);
    cells_.assign(static_cast<std::size_t>(stride_ * ring.height + beyond_flags), 0);
    has_water_.assign(static_cast<std::size_t>(tile.height), 0);
    for (std::int64_t y = top; y < bottom; ++y) {
      if (!views.row(y, left, right - left, &cells_[in_ring(place(left, y))])) continue;
      if (y >= tile.y && y < tile.y + tile.height) has_water_[static_cast<std::size_t>(y - tile.y)] = 1;
    }
    any_ = std::any_of(has_water_.begin(), has_water_.end(), [](std::uint8_t has) { return has != 0; });
  }

  // In the tile, or perhaps beside it.
  bool any() const { return any_; }
  // Cells by their place, which counts from the tile's first cell on.
  std::ptrdiff_t stride() const { return stride_; }
  std::ptrdiff_t place(std::int64_t x, std::int64_t y) const { return (y - tile_.y) * stride_ + x - tile_.x; }
  Water operator[](std::ptrdiff_t place) const { return static_cast<Water>(cells_[in_ring(place)]); }
  const std::uint8_t* row(std::int64_t y) const { return &cells_[in_ring(place(tile_.x, y))]; }
  // body(place) for rivers and lakes of the tile, row by row.
  template <class Body>
  void each(Body body) const {
    for (std::int64_t y = tile_.y; y < tile_.y + tile_.height; ++y) {
      if (!has_water_[static_cast<std::size_t>(y - tile_.y)]) continue;
      const std::ptrdiff_t first = place(tile_.x, y);
      each_set(row(y), tile_.width, [&](std::int64_t x) { body(first + x); });
    }
  }

 private:
  std::size_t in_ring(std::ptrdiff_t place) const { return static_cast<std::size_t>(place + stride_ + 1); }
  std::ptrdiff_t stride_;
  Rect tile_;
  Scratch<std::uint8_t> cells_;
  std::vector<std::uint8_t> has_water_;  // by row
  bool any_ = false;
};

class RiverTile {
 public:
  // The receivers reach one cell beyond the tile.
  RiverTile(const View<const Receiver>& receivers, const Rect& tile, const WaterMap& water)
      : receivers_(receivers), tile_(tile), water_(water), codes_(only_rivers()), flow_(codes(), tile, water.stride()) {
    for (std::size_t k = 0; k < directions.size(); ++k) {
      step_[k + 1] = directions[k].dy * water.stride() + directions[k].dx;
    }
    arriving_.resize(flow_.size());
    flags_.assign(flow_.size(), 0);
    water_.each([&](std::ptrdiff_t place) { arriving_[index(place)] = {}; });
    for (const FlowTile::Leaving& leaving : flow_.leaving()) flags_[leaving.place] = leaves_tile;
  }

  // body(place, number) for each river or lake cell on the tile's edge into which one of another tile drains.
  template <class Body>
  void each_entry(Body body) const {
    Perimeter(tile_).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
      const std::ptrdiff_t place = water_.place(x, y);
      if (water_[place] == Water::none) return;
      for (std::size_t k = 1; k < step_.size(); ++k) {
        if (!drains_from_beyond(x, y, k)) continue;
        body(place, number);
        return;
      }
    });
  }
  // Is the neighbour in direction k a river or lake of another tile that drains to (x, y)?
  bool drains_from_beyond(std::int64_t x, std::int64_t y, std::size_t k) const {
    const std::int64_t nx = x + directions[k - 1].dx, ny = y + directions[k - 1].dy;
    if (flow_.contains(nx, ny) || water_[water_.place(nx, ny)] == Water::none) return false;
    return receivers_(nx, ny) == opposite[k];
  }

  // Marks the cells whose order depends on what arrives at this one: they hand nothing on. found(place) for each.
  template <class Found>
  void open(std::ptrdiff_t place, Found found) {
    while (!is_open(place)) {
      flags_[index(place)] |= is_open_;
      found(place);
      if (code(place) == no_receiver || leaves(place)) return;
      place = next(place);
    }
  }
  // Says what arrives at a cell, all in all.
  void fix(std::ptrdiff_t place, const Arriving& all) {
    arriving_[index(place)] = all;
    flags_[index(place)] |= is_fixed;
  }
  // Hands on from cell to cell.
  void spread() {
    flow_.downstream([&](std::size_t from, std::size_t to) {
      const auto place = static_cast<std::ptrdiff_t>(from);
      if ((flags_[from] & is_open_) != 0 || (flags_[to] & is_fixed) != 0 || water_below(place) == Water::none) return;
      arriving_[to].add(handed_on(place));
    });
  }

  // Rivers that end in the tile, of those that are known.
  Ended ended() const {
    Ended all;
    water_.each([&](std::ptrdiff_t place) {
      if (is_open(place)) return;
      // Without a receiver on the border of the map, where it goes no further.
      if (code(place) == no_receiver) return all.add(arriving(place).longest);
      if (water_below(place) == Water::none) all.add(handed_on(place).longest);
    });
    return all;
  }

  const Rect& tile() const { return tile_; }
  const FlowTile& flow() const { return flow_; }
  const WaterMap& map() const { return water_; }
  bool is_open(std::ptrdiff_t place) const { return (flags_[index(place)] & is_open_) != 0; }
  bool leaves(std::ptrdiff_t place) const { return (flags_[index(place)] & leaves_tile) != 0; }
  const Arriving& arriving(std::ptrdiff_t place) const { return arriving_[index(place)]; }
  Receiver code(std::ptrdiff_t place) const { return codes_[index(place)]; }
  Water water(std::ptrdiff_t place) const { return water_[place]; }
  // For a cell with a receiver.
  std::ptrdiff_t next(std::ptrdiff_t place) const { return place + step_[code(place)]; }
  Water water_below(std::ptrdiff_t place) const { return water_[next(place)]; }
  Arriving handed_on(std::ptrdiff_t from) const {
    return water::handed_on(water(from), arriving(from), water_below(from), Steps::towards(code(from)));
  }

 private:
  static constexpr std::uint8_t is_open_ = 1, is_fixed = 2, leaves_tile = 4;

  static std::size_t index(std::ptrdiff_t place) { return static_cast<std::size_t>(place); }
  // The receivers of rivers and lakes alone.
  Scratch<Receiver> only_rivers() const {
    Scratch<Receiver> codes;
    codes.assign(index(water_.stride() * tile_.height), no_receiver);
    for (std::int64_t y = tile_.y; y < tile_.y + tile_.height; ++y) {
      Receiver* const to = &codes[index(water_.place(tile_.x, y))];
      const Receiver* const from = receivers_.row(y, tile_.x);
      each_set(water_.row(y), tile_.width, [&](std::int64_t x) { to[x] = from[x]; });
    }
    return codes;
  }
  View<const Receiver> codes() const {
    return View<const Receiver>(terrawright_view{const_cast<Receiver*>(codes_.data()), water_.stride(), tile_});
  }

  View<const Receiver> receivers_;
  Rect tile_;
  const WaterMap& water_;
  Scratch<Receiver> codes_;
  FlowTile flow_;
  std::array<std::ptrdiff_t, 9> step_{};
  Scratch<Arriving> arriving_;
  Scratch<std::uint8_t> flags_;
};

}  // namespace terrawright::water
