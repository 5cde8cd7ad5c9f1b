// SPDX-License-Identifier: Apache-2.0
// Orders of streams across tiles. A tile tells the part of its network that hangs on what other tiles hand in;
// `resolve` walks over those of all tiles from the springs down.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "notes/packed.hpp"
#include "river_tile.hpp"
#include "terrawright/blob.hpp"

namespace terrawright::water {

// The part of a tile's network that hangs on what other tiles hand in: the cells below its entries, as few as say all.

// A cell whose order depends on others', and what it passes to. Cells below it that hand on what they get are left out:
// they make the way longer, and what joins on them may have come further.
struct OpenCell {
  Arriving arriving;   // from the tile's own springs
  Steps step, joined;  // to the next open cell, or its receiver; of what joins on the way, the longest
  Water water, below;  // itself, and its receiver
  bool is_entry = false;
  Receiver receiver = no_receiver;  // if it leaves the tile
  std::uint32_t edge = 0;           // its number on the perimeter, if it is an entry or leaves
  std::uint32_t next = no_exit;     // open cell below it

  Arriving handed_on(const Arriving& all) const {
    Arriving on = water::handed_on(water, all, below, step);
    on.longest = std::max(on.longest, joined);
    return on;
  }
};
// A cell that leaves the tile and whose order the tile knows.
struct SureExit {
  std::uint32_t edge;
  Receiver receiver;
  Arriving handed_on;
};

inline std::vector<OpenCell> open_cells(RiverTile& rivers) {
  Scratch<std::uint32_t> number, edge;
  Scratch<std::uint8_t> is_entry, donors;
  number.resize(rivers.flow().size());
  edge.resize(number.size());
  is_entry.resize(number.size());
  donors.resize(number.size());
  std::vector<std::ptrdiff_t> open, entries;
  const auto at = [](std::ptrdiff_t place) { return static_cast<std::size_t>(place); };
  rivers.each_entry([&](std::ptrdiff_t entry, std::size_t on_edge) {
    entries.push_back(entry);
    rivers.open(entry, [&](std::ptrdiff_t place) {
      open.push_back(place);
      number[at(place)] = no_exit;
      is_entry[at(place)] = donors[at(place)] = 0;
    });
    is_entry[at(entry)] = 1;
    edge[at(entry)] = static_cast<std::uint32_t>(on_edge);
  });
  rivers.spread();
  for (const FlowTile::Leaving& leaving : rivers.flow().leaving()) edge[leaving.place] = leaving.edge;
  for (const std::ptrdiff_t place : open) {
    if (rivers.code(place) == no_receiver || rivers.leaves(place)) continue;
    std::uint8_t& n = donors[at(rivers.next(place))];
    n = static_cast<std::uint8_t>(std::min(2, n + 1));
  }

  // Every open cell below an entry once.
  std::vector<OpenCell> cells;
  for (const std::ptrdiff_t first : entries) {
    std::uint32_t above = no_exit;
    Water from = Water::none;
    std::uint8_t least = 0;  // the order that arrives from above is this at least
    for (std::ptrdiff_t place = first;; place = rivers.next(place)) {
      const std::uint32_t known = number[at(place)];
      if (known != no_exit) {
        if (above != no_exit) cells[above].next = known;
        break;
      }
      const bool ends = rivers.code(place) == no_receiver, leaves = !ends && rivers.leaves(place);
      const Water here = rivers.water(place), below = ends ? Water::none : rivers.water_below(place);
      const Steps step = ends ? Steps{} : Steps::towards(rivers.code(place));
      Arriving arriving = rivers.arriving(place);
      const bool hands_on = here == Water::river ? from == Water::river && arriving.order < least
                                                 : below == Water::lake && arriving.order == 0;
      const bool is_last = ends || leaves || below == Water::none;
      if (above == no_exit || is_last || !hands_on || donors[at(place)] > 1 || is_entry[at(place)] != 0) {
        const auto own = static_cast<std::uint32_t>(cells.size());
        number[at(place)] = own;
        if (above != no_exit) cells[above].next = own;
        above = own;
        OpenCell cell{arriving, step, {}, here, below};
        cell.is_entry = is_entry[at(place)] != 0;
        if (leaves) cell.receiver = rivers.code(place);
        if (cell.is_entry || leaves) cell.edge = edge[at(place)];
        cells.push_back(cell);
        if (is_last) break;
      } else {
        OpenCell& cell = cells[above];
        const Steps joined = std::max(cell.joined, arriving.longest);
        if (Steps{} < joined) cell.joined = joined + step;
        cell.step = cell.step + step;
      }
      if (least != 0) arriving.add({least, 1, {}});
      least = handed_on(here, arriving, below, step).order;
      from = here;
    }
  }
  return cells;
}

// Note of a tile about its rivers' orders: its open cells, its certain outflows, and the rivers that end in it.
struct OrderNote {
  std::vector<OpenCell> open;
  std::vector<SureExit> sure;
  Ended ended;

  explicit OrderNote(RiverTile& rivers) : open(open_cells(rivers)) {
    for (const FlowTile::Leaving& leaving : rivers.flow().leaving()) {
      const auto place = static_cast<std::ptrdiff_t>(leaving.place);
      if (!rivers.is_open(place)) sure.push_back({leaving.edge, leaving.receiver, rivers.handed_on(place)});
    }
    ended = rivers.ended();
  }

  Blob blob() const {
    notes::Packed to;
    const auto steps = [&](const Steps& way) {
      to.add(way.straight);
      to.add(way.diagonal);
    };
    const auto arriving = [&](const Arriving& all) {
      to.add(all.order * std::uint64_t{4} + all.times);
      if (all.order != 0) steps(all.longest);
    };
    to.add(open.size());
    for (std::size_t i = 0; i < open.size(); ++i) {
      const OpenCell& cell = open[i];
      const bool is_joined = Steps{} < cell.joined;
      to.add(static_cast<std::uint64_t>(cell.water) | static_cast<std::uint64_t>(cell.below) << 2 |
             std::uint64_t{cell.is_entry} << 4 | std::uint64_t{is_joined} << 5 |
             std::uint64_t{cell.next != no_exit} << 6 | std::uint64_t{cell.receiver} << 7);
      arriving(cell.arriving);
      steps(cell.step);
      if (is_joined) steps(cell.joined);
      if (cell.is_entry || cell.receiver != no_receiver) to.add(cell.edge);
      if (cell.next != no_exit) to.add_signed(std::int64_t{cell.next} - static_cast<std::int64_t>(i));
    }
    to.add(sure.size());
    for (const SureExit& exit : sure) {
      to.add(exit.edge * std::uint64_t{16} + exit.receiver);
      arriving(exit.handed_on);
    }
    to.add(static_cast<std::uint64_t>(ended.rivers));
    steps(ended.longest);
    Blob note;
    note.add(to.bytes());
    return note;
  }

  explicit OrderNote(const BlobView& note) {
    notes::Unpacked from(note.items<std::uint8_t>(0));
    if (from.empty()) return;
    const auto next = [&] { return static_cast<std::uint32_t>(from.next()); };
    const auto steps = [&] {
      const std::uint32_t straight = next();
      return Steps{straight, next()};
    };
    const auto arriving = [&] {
      const std::uint32_t both = next();
      Arriving all{static_cast<std::uint8_t>(both / 4), static_cast<std::uint8_t>(both % 4), {}};
      if (all.order != 0) all.longest = steps();
      return all;
    };
    open.resize(next());
    for (std::size_t i = 0; i < open.size(); ++i) {
      OpenCell& cell = open[i];
      const std::uint32_t head = next();
      cell.water = static_cast<Water>(head & 3u);
      cell.below = static_cast<Water>(head >> 2 & 3u);
      cell.is_entry = (head >> 4 & 1u) != 0;
      cell.receiver = static_cast<Receiver>(head >> 7);
      cell.arriving = arriving();
      cell.step = steps();
      if ((head >> 5 & 1u) != 0) cell.joined = steps();
      if (cell.is_entry || cell.receiver != no_receiver) cell.edge = next();
      if ((head >> 6 & 1u) != 0)
        cell.next = static_cast<std::uint32_t>(static_cast<std::int64_t>(i) + from.next_signed());
    }
    sure.resize(next());
    for (SureExit& exit : sure) {
      const std::uint32_t both = next();
      exit = {both / 16, static_cast<Receiver>(both % 16), arriving()};
    }
    ended.rivers = static_cast<std::int64_t>(from.next());
    ended.longest = steps();
  }
};

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
