// SPDX-License-Identifier: Apache-2.0
// The part of a tile's network that hangs on what other tiles hand in: the cells below its entries, as few as say all.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "notes/packed.hpp"
#include "river_tile.hpp"

namespace terrawright::water {

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

}  // namespace terrawright::water
