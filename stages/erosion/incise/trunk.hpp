// SPDX-License-Identifier: Apache-2.0
// trunk.hpp: the heights of the ways through tiles, from the outlets up.
#pragma once
#include <cstddef>
#include <vector>

#include "carving.hpp"
#include "erosion/walks.hpp"

namespace terrawright::erosion {

// A cell of the trunk. Of an outlet: its height, which stays.
struct TrunkCell {
  float risen, kept;
};

// What a tile tells. cell(x, y) is its TrunkCell.
template <class Cell>
Blob trunk_note(const View<const Receiver>& receivers, const Rect& area, Cell cell) {
  const TileWalks walks(receivers, water::FlowTile(receivers, area, area.width));
  std::vector<TrunkCell> cells;
  cells.reserve(walks.places().size());
  for (const std::size_t place : walks.places()) {
    const auto at = static_cast<std::int64_t>(place);
    cells.push_back(cell(area.x + at % area.width, area.y + at / area.width));
  }
  return walks.note(cells);
}

// Tells each tile the new heights beyond its exits, in their order.
inline void tell_heights_beyond(const Resolving& resolving, const Notes<Blob>& notes) {
  const Walks<TrunkCell> walks(resolving, notes);
  std::vector<std::vector<float>> height(walks.tiles());
  for (std::size_t t = 0; t < walks.tiles(); ++t) height[t].resize(walks.cells(t).size());
  for (std::size_t i = walks.order().size(); i-- > 0;) {
    const Walks<TrunkCell>::At at = walks.order()[i];
    const Walks<TrunkCell>::Next next = walks.next(at);
    float down = next.ends ? 0 : next.crosses ? height[next.tile][next.cell] : height[at.tile][next.cell];
    const std::size_t last = walks.end(at) - 1;
    for (std::size_t c = last + 1; c-- > walks.begin(at);) {
      const TrunkCell& cell = walks.cells(at.tile)[c];
      down = height[at.tile][c] = next.ends && c == last ? cell.risen : carved(cell.risen, cell.kept, down);
    }
  }
  for (std::size_t t = 0; t < walks.tiles(); ++t) {
    resolving.poll();
    if (walks.exits(t).empty()) continue;
    std::vector<float> beyond;
    for (std::size_t e = 0; e < walks.exits(t).size(); ++e) {
      const Walks<TrunkCell>::Next entry = walks.beyond(t, e);
      beyond.push_back(height[entry.tile][entry.cell]);
    }
    Blob own;
    own.add(beyond);
    resolving.tell(t, own);
  }
}

}  // namespace terrawright::erosion
