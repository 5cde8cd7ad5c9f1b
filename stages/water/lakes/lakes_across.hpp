// SPDX-License-Identifier: Apache-2.0
// Lakes that several tiles have a part of, put together. A note holds, in this order: for each cell of the tile's
// perimeter the number of its lake or no_lake (nothing where there is none), and these lakes.
#pragma once
#include <cstdint>
#include <vector>

#include "water/lake_basins.hpp"
#include "water/perimeter.hpp"

namespace terrawright::water {

// The lakes that touch the tile's edge, numbered as one comes upon them on the way round it.
struct EdgeLakes {
  std::vector<std::uint32_t> number;  // by lake of the tile; no_lake: it is within
  std::vector<std::uint32_t> cells;   // the number of each cell of the edge, or no_lake; empty if none has one
  std::vector<Lake> lakes;

  EdgeLakes(const LakeBasins& basins, const Rect& tile) : number(basins.lakes().size(), no_lake) {
    Perimeter(tile).each([&](std::int64_t x, std::int64_t y, std::size_t) {
      const std::uint32_t label = basins.label(x, y);
      if (label != no_lake && number[label] == no_lake) {
        number[label] = static_cast<std::uint32_t>(lakes.size());
        lakes.push_back(basins.lakes()[label]);
      }
      cells.push_back(label == no_lake ? no_lake : number[label]);
    });
    if (lakes.empty()) cells.clear();
  }
};

struct LakesAcross {
  std::vector<Lake> lakes;                          // each once
  std::vector<std::vector<std::uint32_t>> of_tile;  // of each tile's lakes at its edge: which one it is a part of
};

inline LakesAcross join_lakes(const Resolving& resolving, const Notes<Blob>& notes) {
  const TileGrid tiles(resolving);
  std::vector<std::uint32_t> first;
  std::vector<Lake> all;
  Joined parts;
  for (std::size_t t = 0; t < notes.size(); ++t) {
    first.push_back(static_cast<std::uint32_t>(all.size()));
    for (const Lake& part : notes[t].items<Lake>(1)) {
      all.push_back(part);
      parts.add();
    }
  }
  // Beside each other across an edge and of one level.
  for (std::size_t t = 0; t < notes.size(); ++t) {
    const auto edge = notes[t].items<std::uint32_t>(0);
    if (edge.empty()) continue;
    resolving.poll();
    Perimeter(tiles[t]).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
      if (edge[number] == no_lake) return;
      const std::uint32_t here = first[t] + edge[number];
      tiles.each_across(t, x, y, [&](const EdgeCell& other) {
        const auto there = notes[other.tile].items<std::uint32_t>(0);
        if (there.empty() || there[other.number] == no_lake) return;
        const std::uint32_t across = first[other.tile] + there[other.number];
        if (all[across].level == all[here].level) parts.unite(here, across);
      });
    });
  }
  LakesAcross found;
  std::vector<std::uint32_t> number(all.size());
  found.of_tile.resize(notes.size());
  for (std::size_t t = 0, i = 0; t < notes.size(); ++t) {
    for (std::size_t k = 0; k < notes[t].items<Lake>(1).size(); ++k, ++i) {
      const std::uint32_t root = parts.find(static_cast<std::uint32_t>(i));
      if (root == i) {
        number[i] = static_cast<std::uint32_t>(found.lakes.size());
        found.lakes.push_back(all[i]);
      } else {
        found.lakes[number[root]].add(all[i]);
      }
      found.of_tile[t].push_back(number[root]);
    }
  }
  return found;
}

}  // namespace terrawright::water
