// SPDX-License-Identifier: Apache-2.0
// Orders of streams across tiles. A tile tells the part of its network that hangs on what other tiles hand in;
// `resolve` walks over those of all tiles from the springs down.
#pragma once
#include <cstdint>
#include <vector>

#include "order_note.hpp"

namespace terrawright::water {

struct Entering {
  std::uint32_t edge;
  Arriving arriving;
};

// Orders and lengths that arrive at the entries of every tile. Adds all rivers to `ended`.
inline std::vector<std::vector<Entering>> resolve_orders(const Resolving& resolving, const Notes<Blob>& notes,
                                                         Ended& ended) {
  const TileGrid tiles(resolving);
  constexpr std::size_t nowhere_below = SIZE_MAX;
  struct Cell {
    OpenCell open;
    std::size_t next;
    std::uint32_t waits;
  };
  std::vector<Cell> cells;
  std::vector<OrderNote> of_tile;
  std::vector<std::size_t> first;
  std::vector<std::vector<std::size_t>> entry_at(tiles.size());
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    first.push_back(cells.size());
    of_tile.emplace_back(notes[t]);
    ended.add(of_tile[t].ended);
    for (const OpenCell& open : of_tile[t].open) {
      if (open.is_entry) {
        if (entry_at[t].empty()) entry_at[t].assign(Perimeter(tiles[t]).size(), nowhere_below);
        entry_at[t][open.edge] = cells.size();
      }
      cells.push_back({open, open.next == no_exit ? nowhere_below : first[t] + open.next, 0});
    }
  }
  first.push_back(cells.size());

  // Across tiles.
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    std::vector<std::pair<std::int64_t, std::int64_t>> edge;
    Perimeter(tiles[t]).each([&](std::int64_t x, std::int64_t y, std::size_t) { edge.emplace_back(x, y); });
    const auto below = [&](std::uint32_t number, Receiver receiver) {
      const std::int64_t x = edge[number].first + direction(receiver).dx;
      const std::int64_t y = edge[number].second + direction(receiver).dy;
      if (!tiles.has(x, y)) return nowhere_below;
      const EdgeCell cell = tiles.at(x, y);
      return entry_at[cell.tile].empty() ? nowhere_below : entry_at[cell.tile][cell.number];
    };
    for (std::size_t i = first[t]; i < first[t + 1]; ++i) {
      if (cells[i].open.receiver != no_receiver) cells[i].next = below(cells[i].open.edge, cells[i].open.receiver);
    }
    for (const SureExit& exit : of_tile[t].sure) {
      const std::size_t to = below(exit.edge, exit.receiver);
      if (to != nowhere_below) cells[to].open.arriving.add(exit.handed_on);
    }
  }

  // From the springs down.
  std::vector<std::size_t> ready;
  for (const Cell& cell : cells) {
    if (cell.next != nowhere_below) ++cells[cell.next].waits;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].waits == 0) ready.push_back(i);
  }
  for (std::size_t i = 0; i < ready.size(); ++i) {
    const Cell& cell = cells[ready[i]];
    const Arriving on = cell.open.handed_on(cell.open.arriving);
    if (cell.open.water != Water::none && cell.open.below == Water::none) ended.add(on.longest);
    if (cell.next == nowhere_below) continue;
    cells[cell.next].open.arriving.add(on);
    if (--cells[cell.next].waits == 0) ready.push_back(cell.next);
  }
  std::vector<std::vector<Entering>> all(tiles.size());
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    for (std::size_t i = first[t]; i < first[t + 1]; ++i) {
      if (cells[i].open.is_entry) all[t].push_back({cells[i].open.edge, cells[i].open.arriving});
    }
  }
  return all;
}

// Orders of all cells of a tile, once it is known what enters.
inline void set_orders(RiverTile& rivers, const Items<Entering>& entering) {
  if (entering.size() != 0) {
    std::vector<std::ptrdiff_t> places;
    Perimeter(rivers.tile()).each([&](std::int64_t x, std::int64_t y, std::size_t) {
      places.push_back(rivers.map().place(x, y));
    });
    for (const Entering& entry : entering) rivers.fix(places[entry.edge], entry.arriving);
  }
  rivers.spread();
}

}  // namespace terrawright::water
