// SPDX-License-Identifier: Apache-2.0
// trunk.hpp: the ways through tiles: down them what donors hand on, then up them the new heights.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "erosion/walks.hpp"
#include "exchange.hpp"

namespace terrawright::erosion {

// A cell of the trunk, and what its donors off the trunk hand on to it.
struct CarryingCell {
  Before before;
  Donors donors;
};
// What comes into a tile at an edge cell.
struct Inflow {
  Donors donors;
  std::uint64_t edge;
};

// The trunk of a world, solved once.
class CarryingTrunk {
 public:
  // Notes are those of TileWalks, and section 3: what cells off the trunk hand on at each exit.
  CarryingTrunk(const Resolving& resolving, const Notes<Blob>& notes)
      : resolving_(&resolving), walks_(resolving, notes) {
    for (std::size_t t = 0; t < walks_.tiles(); ++t) {
      cells_.emplace_back(walks_.cells(t).size());
      inflows_.emplace_back(walks_.of(t).size(), Donors{0, 0});
      for (std::size_t c = 0; c < cells_[t].size(); ++c) cells_[t][c].donors = walks_.cells(t)[c].donors;
    }
    for (std::size_t t = 0; t < walks_.tiles(); ++t) {
      const Items<Donors> leaving = notes[t].template items<Donors>(3);
      for (std::size_t e = 0; e < leaving.size(); ++e) enter(walks_.beyond(t, e), leaving[e]);
    }
    for (const At& at : walks_.order()) go_down(at);
    for (std::size_t i = walks_.order().size(); i-- > 0;) go_up(walks_.order()[i]);
  }

  // Tells each tile the heights beyond its exits, in their order, and what comes in.
  void tell() const {
    for (std::size_t t = 0; t < walks_.tiles(); ++t) {
      resolving_->poll();
      if (walks_.exits(t).empty() && walks_.of(t).empty()) continue;
      std::vector<float> beyond;
      for (std::size_t e = 0; e < walks_.exits(t).size(); ++e) {
        const Next entry = walks_.beyond(t, e);
        beyond.push_back(cells_[entry.tile][entry.cell].height);
      }
      std::vector<Inflow> inflows;
      for (std::size_t w = 0; w < walks_.of(t).size(); ++w) inflows.push_back({inflows_[t][w], walks_.of(t)[w].edge});
      Blob own;
      own.add(beyond);
      own.add(inflows);
      resolving_->tell(t, own);
    }
  }

 private:
  using At = Walks<CarryingCell>::At;
  using Next = Walks<CarryingCell>::Next;
  struct Cell {
    Donors donors;
    Line line;
    float height;
  };

  void enter(const Next& to, const Donors& donors) {
    cells_[to.tile][to.cell].donors.add(donors);
    if (to.crosses) inflows_[to.tile][to.entry].add(donors);
  }
  void go_down(const At& at) {
    const Next next = walks_.next(at);
    std::vector<Cell>& cells = cells_[at.tile];
    const std::size_t last = walks_.end(at) - 1;
    for (std::size_t c = walks_.begin(at); c <= last; ++c) {
      if (next.ends && c == last) return;  // an outlet keeps its height
      const Before& before = walks_.cells(at.tile)[c].before;
      cells[c].line = line_of(before, cells[c].donors);
      const Donors donors = handed_on(before, cells[c].donors, cells[c].line);
      if (c < last)
        cells[c + 1].donors.add(donors);
      else
        enter(next, donors);
    }
  }
  void go_up(const At& at) {
    const Next next = walks_.next(at);
    std::vector<Cell>& cells = cells_[at.tile];
    const std::size_t last = walks_.end(at) - 1;
    float down = next.ends ? 0 : cells_[next.tile][next.cell].height;
    for (std::size_t c = last + 1; c-- > walks_.begin(at);) {
      const Before& before = walks_.cells(at.tile)[c].before;
      down = cells[c].height = next.ends && c == last ? before.risen : settled(cells[c].line, before.grade, down);
    }
  }

  const Resolving* resolving_;
  Walks<CarryingCell> walks_;
  std::vector<std::vector<Cell>> cells_;
  std::vector<std::vector<Donors>> inflows_;
};

}  // namespace terrawright::erosion
