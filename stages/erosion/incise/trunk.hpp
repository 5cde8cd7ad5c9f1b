// SPDX-License-Identifier: Apache-2.0
// trunk.hpp: the ways through tiles on which what happens at one tile's mouths reaches another, and their heights.
//
// A tile's cells hang on the cells beyond its exits; those are entries of other tiles, and each way from an entry down
// to an exit is noted cell by cell. So all heights of these ways can be worked out from the outlets up without a tile.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "carving.hpp"
#include "water/flow_tile.hpp"

namespace terrawright::erosion {

using water::Receiver;

// A cell of the trunk. Of an outlet: its height, which stays.
struct TrunkCell {
  float risen, kept;
};
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

// What a tile tells. cell(x, y) is its TrunkCell.
template <class Cell>
Blob trunk_note(const View<const Receiver>& receivers, const Rect& area, Cell cell) {
  const water::FlowTile flow(receivers, area, area.width);
  std::vector<Exit> exits;
  for (const auto& leaving : flow.leaving()) exits.push_back({leaving.edge, leaving.receiver});
  std::vector<TrunkCell> cells;
  std::vector<Walk> walks;
  constexpr std::uint32_t unseen = UINT32_MAX;
  water::Scratch<std::uint32_t> number;
  water::Perimeter(area).each([&](std::int64_t entry_x, std::int64_t entry_y, std::size_t edge) {
    if (!water::enters(receivers, area, entry_x, entry_y)) return;
    if (walks.empty()) number.assign(flow.size(), unseen);
    Walk walk{static_cast<std::uint32_t>(edge), static_cast<std::uint32_t>(cells.size()), Walk::ends};
    for (std::size_t at = flow.place(entry_x, entry_y);;) {
      if (number[at] != unseen) {
        walk.next = number[at];
        break;
      }
      const std::int64_t x = area.x + static_cast<std::int64_t>(at) % area.width;
      const std::int64_t y = area.y + static_cast<std::int64_t>(at) / area.width;
      number[at] = static_cast<std::uint32_t>(cells.size());
      cells.push_back(cell(x, y));
      const std::size_t below = flow.below(at);
      if (below == at) {
        if (!flow.leaves_from(at)) break;
        const auto own = static_cast<std::uint32_t>(water::Perimeter(area).index(x, y));
        const auto exit = std::lower_bound(exits.begin(), exits.end(), own,
                                           [](const Exit& one, std::uint32_t wanted) { return one.edge < wanted; });
        walk.next = static_cast<std::uint32_t>(exit - exits.begin()) | Walk::exits;
        break;
      }
      at = below;
    }
    walks.push_back(walk);
  });
  Blob note;
  note.add(cells);
  note.add(walks);
  note.add(exits);
  return note;
}

class Trunk {
 public:
  Trunk(const Resolving& resolving, const Notes<Blob>& notes) : tiles_(resolving), resolving_(&resolving) {
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      of_tile_.push_back({notes[t].items<TrunkCell>(0), notes[t].items<Walk>(1), notes[t].items<Exit>(2), {}, {}});
      of_tile_[t].height.resize(of_tile_[t].cells.size());
      of_tile_[t].state.resize(of_tile_[t].walks.size(), State::unseen);
    }
  }

  // Tells each tile the new heights beyond its exits, in their order.
  void tell() {
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      resolving_->poll();
      const Items<Exit>& exits = of_tile_[t].exits;
      if (exits.empty()) continue;
      std::vector<float> beyond;
      for (std::size_t e = 0; e < exits.size(); ++e) {
        const At entry = beyond_exit(t, e);
        solve(entry);
        beyond.push_back(height_of_entry(entry));
      }
      Blob own;
      own.add(beyond);
      resolving_->tell(t, own);
    }
  }

 private:
  enum class State : std::uint8_t { unseen, open, done };
  struct OfTile {
    Items<TrunkCell> cells;
    Items<Walk> walks;
    Items<Exit> exits;
    std::vector<float> height;  // of cells
    std::vector<State> state;   // of walks
  };
  // A walk of a tile.
  struct At {
    std::size_t tile, walk;
  };

  At beyond_exit(std::size_t tile, std::size_t exit) const {
    const Exit& from = of_tile_[tile].exits[exit];
    const auto [x, y] = water::Perimeter(tiles_[tile]).cell(from.edge);
    const water::Direction& to = water::direction(from.receiver);
    if (!tiles_.has(x + to.dx, y + to.dy))
      throw Failure("receivers", "water leaves the map here: connect a node of erosion.route", x, y);
    const water::EdgeCell entry = tiles_.at(x + to.dx, y + to.dy);
    const Items<Walk>& walks = of_tile_[entry.tile].walks;
    const auto* const walk = std::lower_bound(walks.begin(), walks.end(), entry.number,
                                              [](const Walk& one, std::size_t wanted) { return one.edge < wanted; });
    return {entry.tile, static_cast<std::size_t>(walk - walks.begin())};
  }
  // The walk that has a cell of the trunk.
  At walk_of(std::size_t tile, std::uint32_t cell) const {
    const Items<Walk>& walks = of_tile_[tile].walks;
    const auto* const behind = std::upper_bound(
        walks.begin(), walks.end(), cell, [](std::uint32_t wanted, const Walk& one) { return wanted < one.begin; });
    return {tile, static_cast<std::size_t>(behind - walks.begin()) - 1};
  }
  std::uint32_t end_of(const At& at) const {
    const OfTile& tile = of_tile_[at.tile];
    return at.walk + 1 < tile.walks.size() ? tile.walks[at.walk + 1].begin
                                           : static_cast<std::uint32_t>(tile.cells.size());
  }
  // Once its walk is solved.
  float height_of_entry(const At& at) const {
    const OfTile& tile = of_tile_[at.tile];
    const Walk& walk = tile.walks[at.walk];
    return tile.height[walk.begin < end_of(at) ? walk.begin : walk.next];
  }

  // That of what it leads to first, and so on.
  void solve(const At& first) {
    if (state(first) == State::done) return;
    open_.push_back(first);
    while (!open_.empty()) {
      const At at = open_.back();
      const Walk& walk = of_tile_[at.tile].walks[at.walk];
      const bool ends = walk.next == Walk::ends, leaves = !ends && (walk.next & Walk::exits) != 0;
      float down = 0;
      if (!ends) {
        const At next = leaves ? beyond_exit(at.tile, walk.next & ~Walk::exits) : walk_of(at.tile, walk.next);
        if (state(next) != State::done) {
          if (state(at) == State::open)
            throw Failure("receivers", "the water goes round in a circle: connect a node of erosion.route");
          state(at) = State::open;
          open_.push_back(next);
          continue;
        }
        down = leaves ? height_of_entry(next) : of_tile_[at.tile].height[walk.next];
      }
      OfTile& tile = of_tile_[at.tile];
      for (std::uint32_t i = end_of(at), begin = walk.begin; i-- > begin;) {
        const bool is_outlet = ends && i + 1 == end_of(at);
        down = tile.height[i] = is_outlet ? tile.cells[i].risen : carved(tile.cells[i].risen, tile.cells[i].kept, down);
      }
      state(at) = State::done;
      open_.pop_back();
    }
  }
  State& state(const At& at) { return of_tile_[at.tile].state[at.walk]; }

  const water::TileGrid tiles_;
  const Resolving* resolving_;
  std::vector<OfTile> of_tile_;
  std::vector<At> open_;
};

}  // namespace terrawright::erosion
