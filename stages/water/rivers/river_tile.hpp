// SPDX-License-Identifier: Apache-2.0
// Rivers and lakes of one tile as a network: which cells they are, and what arrives in each.
#pragma once
#include <cstdint>
#include <vector>

#include "strahler.hpp"
#include "water/flow_tile.hpp"

namespace terrawright::water {

// What the network is made of, by any means: water(x, y) and the receivers reach one cell beyond the tile.
template <class WaterAt>
class RiverTile {
 public:
  RiverTile(const View<const Receiver>& receivers, const Rect& tile, WaterAt water)
      : receivers_(receivers),
        tile_(tile),
        water_(water),
        stride_(tile.width),
        codes_(only_rivers()),
        flow_(codes(), tile, tile.width) {
    arriving_.assign(flow_.size(), Arriving{});
    open_.assign(flow_.size(), 0);
    fixed_.assign(flow_.size(), 0);
  }

  // A river or lake cell on the tile's edge into which one of another tile drains.
  template <class Body>
  void each_entry(Body body) const {
    const Rect& seen = receivers_.area();
    Perimeter(tile_).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
      if (water_(x, y) == Water::none) return;
      for (std::size_t k = 0; k < directions.size(); ++k) {
        const std::int64_t nx = x + directions[k].dx, ny = y + directions[k].dy;
        const bool is_seen = nx >= seen.x && ny >= seen.y && nx < seen.x + seen.width && ny < seen.y + seen.height;
        if (!is_seen || flow_.contains(nx, ny)) continue;
        if (receivers_(nx, ny) != opposite[k + 1] || water_(nx, ny) == Water::none) continue;
        body(x, y, number);
        return;
      }
    });
  }

  // Marks the cells whose order depends on what arrives at this one: they hand nothing on.
  void open(std::size_t place) {
    while (!open_[place]) {
      open_[place] = 1;
      if (code(place) == 0 || leaves(place)) return;
      place = next(place);
    }
  }
  // Says what arrives at a cell, all in all.
  void fix(std::size_t place, const Arriving& all) {
    arriving_[place] = all;
    fixed_[place] = 1;
  }
  // Hands on from cell to cell.
  void spread() {
    flow_.downstream([&](std::size_t from, std::size_t to) {
      if (!open_[from] && !fixed_[to]) arriving_[to].add(handed_on(from));
    });
  }

  // Rivers that end in the tile, of those that are known.
  Ended ended() const {
    Ended all;
    if (flow_.still()) return all;
    for (std::size_t at = 0; at < size(); ++at) {
      if (codes_[at] == no_receiver) {
        // On the border of the map, where it goes no further.
        const bool ends = Steps{} < arriving_[at].longest && !open_[at] && water(at) != Water::none;
        if (ends) all.add(arriving_[at].longest);
      } else if (!open_[at] && water_below(at) == Water::none) {
        all.add(handed_on(at).longest);
      }
    }
    return all;
  }

  bool is_open(std::size_t place) const { return open_[place] != 0; }
  const Arriving& arriving(std::size_t place) const { return arriving_[place]; }
  Receiver code(std::size_t place) const { return codes_[place]; }
  std::int64_t column(std::size_t place) const { return tile_.x + static_cast<std::int64_t>(place) % stride_; }
  std::int64_t row(std::size_t place) const { return tile_.y + static_cast<std::int64_t>(place) / stride_; }
  std::size_t place(std::int64_t x, std::int64_t y) const { return flow_.place(x, y); }
  std::size_t size() const { return flow_.size(); }
  const Rect& tile() const { return tile_; }
  const FlowTile& flow() const { return flow_; }
  // Of a cell with a receiver.
  Water water_below(std::size_t place) const {
    const Direction& to = direction(code(place));
    return water_(column(place) + to.dx, row(place) + to.dy);
  }
  Water water(std::size_t place) const { return water_(column(place), row(place)); }
  Arriving handed_on(std::size_t from) const {
    return water::handed_on(water(from), arriving_[from], water_below(from), Steps::towards(code(from)));
  }
  bool leaves(std::size_t place) const {
    const Direction& to = direction(code(place));
    return !flow_.contains(column(place) + to.dx, row(place) + to.dy);
  }
  std::size_t next(std::size_t place) const {
    const Direction& to = direction(code(place));
    return flow_.place(column(place) + to.dx, row(place) + to.dy);
  }

 private:
  // The receivers of rivers and lakes alone.
  Scratch<Receiver> only_rivers() const {
    Scratch<Receiver> codes;
    codes.resize(static_cast<std::size_t>(tile_.width * tile_.height));
    std::size_t i = 0;
    for (std::int64_t y = tile_.y; y < tile_.y + tile_.height; ++y) {
      for (std::int64_t x = tile_.x; x < tile_.x + tile_.width; ++x, ++i) {
        codes[i] = water_(x, y) != Water::none ? receivers_(x, y) : no_receiver;
      }
    }
    return codes;
  }
  View<const Receiver> codes() const {
    return View<const Receiver>(terrawright_view{const_cast<Receiver*>(codes_.data()), stride_, tile_});
  }

  View<const Receiver> receivers_;
  Rect tile_;
  WaterAt water_;
  std::int64_t stride_;
  Scratch<Receiver> codes_;
  FlowTile flow_;
  Scratch<Arriving> arriving_;
  Scratch<std::uint8_t> open_, fixed_;
};

}  // namespace terrawright::water
