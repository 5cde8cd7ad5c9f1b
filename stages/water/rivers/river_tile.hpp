// SPDX-License-Identifier: Apache-2.0
// Rivers and lakes of one tile as a network: what arrives in each cell.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "strahler.hpp"
#include "water/flow_tile.hpp"
#include "water_map.hpp"

namespace terrawright::water {

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
