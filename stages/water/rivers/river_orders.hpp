// SPDX-License-Identifier: Apache-2.0
// Orders of streams across tiles. A tile tells the part of its network that hangs on what other tiles hand in: the
// cells below its entries. `resolve` walks over those of all tiles from the springs down.
#pragma once
#include <cstdint>
#include <vector>

#include "river_tile.hpp"

namespace terrawright::water {

// A cell whose order depends on others', and what it passes to.
struct OpenCell {
  Arriving arriving;   // from the tile's own springs
  Steps step;          // to its receiver
  Water water, below;  // itself, and its receiver
  std::uint8_t is_entry;
  Receiver receiver;   // if it leaves the tile; else none
  std::uint32_t edge;  // its number on the perimeter, if it is an entry or leaves
  std::uint32_t next;  // open cell below it, or no_exit
};
// A cell that leaves the tile and whose order the tile knows.
struct SureExit {
  std::uint32_t edge;
  Receiver receiver;
  Arriving handed_on;
};
struct Entering {
  std::uint32_t edge;
  Arriving arriving;
};

template <class WaterAt>
Blob order_note(RiverTile<WaterAt>& rivers) {
  std::vector<std::size_t> entries;
  Scratch<std::uint32_t> edge_of;
  edge_of.assign(rivers.size(), no_exit);
  rivers.each_entry([&](std::int64_t x, std::int64_t y, std::size_t number) {
    entries.push_back(rivers.place(x, y));
    edge_of[entries.back()] = static_cast<std::uint32_t>(number);
    rivers.open(entries.back());
  });
  rivers.spread();
  std::vector<SureExit> sure;
  for (const FlowTile::Leaving& leaving : rivers.flow().leaving()) {
    if (rivers.is_open(leaving.place)) {
      edge_of[leaving.place] = leaving.edge;
    } else {
      sure.push_back({leaving.edge, leaving.receiver, rivers.handed_on(leaving.place)});
    }
  }
  // Every open cell below an entry once.
  std::vector<OpenCell> cells;
  Scratch<std::uint32_t> number;
  number.assign(rivers.size(), no_exit);
  for (const std::size_t entry : entries) {
    std::uint32_t above = no_exit;
    for (std::size_t at = entry;; at = rivers.next(at)) {
      const bool known = number[at] != no_exit;
      if (!known) {
        number[at] = static_cast<std::uint32_t>(cells.size());
        const bool ends = rivers.code(at) == 0, leaves = !ends && rivers.leaves(at);
        cells.push_back({rivers.arriving(at), ends ? Steps{} : Steps::towards(rivers.code(at)), rivers.water(at),
                         ends ? Water::none : rivers.water_below(at), 0, leaves ? rivers.code(at) : no_receiver,
                         edge_of[at], no_exit});
      }
      if (above != no_exit) cells[above].next = number[at];
      if (known || cells[number[at]].receiver != no_receiver || rivers.code(at) == 0) break;
      above = number[at];
    }
  }
  for (const std::size_t entry : entries) cells[number[entry]].is_entry = 1;
  Blob note;
  note.add(cells);
  note.add(sure);
  note.add_one(rivers.ended());
  return note;
}

// What arrives at the entries of every tile: a section each. Adds all rivers to `ended`.
inline Blob resolve_orders(const Resolving& resolving, const Notes<Blob>& notes, Ended& ended) {
  const TileGrid tiles(resolving);
  constexpr std::size_t nowhere_below = SIZE_MAX;
  struct Cell {
    OpenCell open;
    std::size_t next;
    std::uint32_t waits;
  };
  std::vector<Cell> cells;
  std::vector<std::size_t> first;
  std::vector<std::vector<std::size_t>> entry_at(tiles.size());
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    first.push_back(cells.size());
    ended.add(notes[t].one<Ended>(2));
    for (const OpenCell& open : notes[t].items<OpenCell>(0)) {
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
    for (const SureExit& exit : notes[t].items<SureExit>(1)) {
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
    const Arriving on = handed_on(cell.open.water, cell.open.arriving, cell.open.below, cell.open.step);
    if (cell.open.water != Water::none && cell.open.below == Water::none) ended.add(on.longest);
    if (cell.next == nowhere_below) continue;
    cells[cell.next].open.arriving.add(on);
    if (--cells[cell.next].waits == 0) ready.push_back(cell.next);
  }
  Blob all;
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    std::vector<Entering> entering;
    for (std::size_t i = first[t]; i < first[t + 1]; ++i) {
      if (cells[i].open.is_entry) entering.push_back({cells[i].open.edge, cells[i].open.arriving});
    }
    all.add(entering);
  }
  return all;
}

// Orders of all cells of a tile, once it is known what enters.
template <class WaterAt>
void set_orders(RiverTile<WaterAt>& rivers, const Items<Entering>& entering) {
  std::vector<std::size_t> places;
  Perimeter(rivers.tile()).each([&](std::int64_t x, std::int64_t y, std::size_t) {
    places.push_back(rivers.place(x, y));
  });
  for (const Entering& entry : entering) rivers.fix(places[entry.edge], entry.arriving);
  rivers.spread();
}

}  // namespace terrawright::water
