// SPDX-License-Identifier: Apache-2.0
// walks.hpp: the ways through tiles on which what happens at one tile's mouths reaches another: the trunk.
//
// A tile's cells hang on the cells beyond its exits; those are entries of other tiles, and each way from an entry down
// to an exit is noted cell by cell. So all cells of these ways can be worked out without a tile, down or up.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "flow_tile.hpp"

namespace terrawright::water {

// From an entry down to where a walk before it went, or to an exit, or to an outlet.
struct Walk {
  std::uint32_t edge;   // of the entry, on the perimeter
  std::uint32_t begin;  // its cells, up to the next walk's; none where the entry lies on another
  std::uint32_t
      next;  // the trunk's cell behind the last one; an exit's number and `exits`; `ends`: the last is an outlet
  static constexpr std::uint32_t exits = 1u << 31, ends = UINT32_MAX;
};
struct Exit {
  std::uint32_t edge;
  Receiver receiver;
};

// The walks of one tile, and its exits. The stride of `flow` is the tile's width.
class TileWalks {
 public:
  static constexpr std::uint32_t off_the_trunk = UINT32_MAX;

  TileWalks(const View<const Receiver>& receivers, const FlowTile& flow) {
    const Rect& area = flow.tile();
    for (const auto& leaving : flow.leaving()) exits_.push_back({leaving.edge, leaving.receiver});
    Perimeter(area).each([&](std::int64_t entry_x, std::int64_t entry_y, std::size_t edge) {
      if (!enters(receivers, area, entry_x, entry_y)) return;
      if (walks_.empty()) number_.assign(flow.size(), off_the_trunk);
      Walk walk{static_cast<std::uint32_t>(edge), static_cast<std::uint32_t>(places_.size()), Walk::ends};
      for (std::size_t at = flow.place(entry_x, entry_y);;) {
        if (number_[at] != off_the_trunk) {
          walk.next = number_[at];
          break;
        }
        number_[at] = static_cast<std::uint32_t>(places_.size());
        places_.push_back(at);
        const std::size_t below = flow.below(at);
        if (below == at) {
          if (flow.leaves_from(at)) walk.next = exit_at(flow, at) | Walk::exits;
          break;
        }
        at = below;
      }
      walks_.push_back(walk);
    });
  }

  // The trunk's cells, by FlowTile::place.
  const std::vector<std::size_t>& places() const { return places_; }
  bool on_the_trunk(std::size_t place) const { return !walks_.empty() && number_[place] != off_the_trunk; }
  // Parts of a note that Walks reads. `cells`: the trunk's, as places().
  template <class Cell>
  Blob note(const std::vector<Cell>& cells) const {
    Blob note;
    note.add(cells);
    note.add(walks_);
    note.add(exits_);
    return note;
  }

 private:
  std::uint32_t exit_at(const FlowTile& flow, std::size_t place) const {
    const Rect& area = flow.tile();
    const auto at = static_cast<std::int64_t>(place);
    const auto edge =
        static_cast<std::uint32_t>(Perimeter(area).index(area.x + at % area.width, area.y + at / area.width));
    const auto exit = std::lower_bound(exits_.begin(), exits_.end(), edge,
                                       [](const Exit& one, std::uint32_t wanted) { return one.edge < wanted; });
    return static_cast<std::uint32_t>(exit - exits_.begin());
  }

  std::vector<std::size_t> places_;
  std::vector<Walk> walks_;
  std::vector<Exit> exits_;
  Scratch<std::uint32_t> number_;
};

// The walks of all tiles, whose cells are noted as `Cell`.
template <class Cell>
class Walks {
 public:
  struct At {
    std::size_t tile, walk;
  };
  // Target of a walk's water: a cell of the trunk; for water from another tile, the walk of that entry.
  struct Next {
    bool ends, crosses;
    std::size_t tile, cell, entry;
  };

  Walks(const Resolving& resolving, const Notes<Blob>& notes) : tiles_(resolving) {
    for (std::size_t t = 0; t < tiles_.size(); ++t)
      of_tile_.push_back({notes[t].items<Cell>(0), notes[t].items<Walk>(1), notes[t].items<Exit>(2)});
    put_in_order();
  }

  std::size_t tiles() const { return tiles_.size(); }
  const Items<Cell>& cells(std::size_t tile) const { return of_tile_[tile].cells; }
  const Items<Walk>& of(std::size_t tile) const { return of_tile_[tile].walks; }
  const Items<Exit>& exits(std::size_t tile) const { return of_tile_[tile].exits; }
  // All that have cells, each after those that lead to it.
  const std::vector<At>& order() const { return order_; }
  std::uint32_t begin(const At& at) const { return of(at.tile)[at.walk].begin; }
  std::uint32_t end(const At& at) const { return end_of(of_tile_[at.tile], at.walk); }

  Next next(const At& at) const {
    const Walk& walk = of(at.tile)[at.walk];
    if (walk.next == Walk::ends) return {true, false, 0, 0, 0};
    if ((walk.next & Walk::exits) != 0) return beyond(at.tile, walk.next & ~Walk::exits);
    return {false, false, at.tile, walk.next, 0};
  }
  // Target of an exit.
  Next beyond(std::size_t tile, std::size_t exit) const {
    const Exit& from = exits(tile)[exit];
    const auto [x, y] = Perimeter(tiles_[tile]).cell(from.edge);
    const Direction& to = direction(from.receiver);
    if (!tiles_.has(x + to.dx, y + to.dy))
      throw Failure("receivers", "water leaves the map here: connect a node of erosion.route", x, y);
    const EdgeCell cell = tiles_.at(x + to.dx, y + to.dy);
    const OfTile& other = of_tile_[cell.tile];
    const auto* const walk = std::lower_bound(other.walks.begin(), other.walks.end(), cell.number,
                                              [](const Walk& one, std::size_t wanted) { return one.edge < wanted; });
    const auto entry = static_cast<std::size_t>(walk - other.walks.begin());
    return {false, true, cell.tile, walk->begin < end_of(other, entry) ? walk->begin : walk->next, entry};
  }

 private:
  struct OfTile {
    Items<Cell> cells;
    Items<Walk> walks;
    Items<Exit> exits;
  };

  static std::uint32_t end_of(const OfTile& tile, std::size_t walk) {
    return walk + 1 < tile.walks.size() ? tile.walks[walk + 1].begin : static_cast<std::uint32_t>(tile.cells.size());
  }
  // The walk that has a cell of the trunk.
  std::size_t walk_of(std::size_t tile, std::size_t cell) const {
    const Items<Walk>& walks = of(tile);
    const auto* const behind = std::upper_bound(walks.begin(), walks.end(), cell,
                                                [](std::size_t wanted, const Walk& one) { return wanted < one.begin; });
    return static_cast<std::size_t>(behind - walks.begin()) - 1;
  }

  void put_in_order() {
    // Number of walks that each waits for.
    std::vector<std::vector<std::uint32_t>> waits(tiles());
    std::size_t count = 0;
    for (std::size_t t = 0; t < tiles(); ++t) waits[t].assign(of(t).size(), 0);
    const auto each = [&](auto body) {
      for (std::size_t t = 0; t < tiles(); ++t) {
        for (std::size_t w = 0; w < of(t).size(); ++w) {
          if (begin({t, w}) < end({t, w})) body(At{t, w});
        }
      }
    };
    each([&](const At& at) {
      ++count;
      const Next to = next(at);
      if (!to.ends) ++waits[to.tile][walk_of(to.tile, to.cell)];
    });
    order_.reserve(count);
    each([&](const At& at) {
      if (waits[at.tile][at.walk] == 0) order_.push_back(at);
    });
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Next to = next(order_[i]);
      if (to.ends) continue;
      const At below{to.tile, walk_of(to.tile, to.cell)};
      if (--waits[below.tile][below.walk] == 0) order_.push_back(below);
    }
    if (order_.size() < count)
      throw Failure("receivers", "the water goes round in a circle: connect a node of erosion.route");
  }

  const TileGrid tiles_;
  std::vector<OfTile> of_tile_;
  std::vector<At> order_;
};

// Works out a value of each cell of the trunk from the mouths up, and tells each tile those beyond its exits, in their
// order. value(cell, down): `down` is the value of the cell that takes the water, nullptr at an outlet.
template <class Value, class Cell, class Work>
void tell_values_beyond(const Resolving& resolving, const Notes<Blob>& notes, Work value) {
  const Walks<Cell> walks(resolving, notes);
  std::vector<std::vector<Value>> values(walks.tiles());
  for (std::size_t t = 0; t < walks.tiles(); ++t) values[t].resize(walks.cells(t).size());
  for (std::size_t i = walks.order().size(); i-- > 0;) {
    const typename Walks<Cell>::At at = walks.order()[i];
    const typename Walks<Cell>::Next next = walks.next(at);
    const Value* down = next.ends ? nullptr : &values[next.tile][next.cell];
    for (std::size_t c = walks.end(at); c-- > walks.begin(at);) {
      values[at.tile][c] = value(walks.cells(at.tile)[c], down);
      down = &values[at.tile][c];
    }
  }
  for (std::size_t t = 0; t < walks.tiles(); ++t) {
    resolving.poll();
    if (walks.exits(t).empty()) continue;
    std::vector<Value> beyond;
    for (std::size_t e = 0; e < walks.exits(t).size(); ++e) {
      const typename Walks<Cell>::Next entry = walks.beyond(t, e);
      beyond.push_back(values[entry.tile][entry.cell]);
    }
    Blob own;
    own.add(beyond);
    resolving.tell(t, own);
  }
}

}  // namespace terrawright::water
