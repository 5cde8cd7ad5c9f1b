// SPDX-License-Identifier: Apache-2.0
// Decides the fate of every node, from the notes of all tiles.
//
// Components are joined over the tiles' seams, the largest islands chosen, and the water joined again through the
// removed islands. In 9.2 of the reference a pond is a body of water after the islets were removed.
#pragma once
#include <cstdint>
#include <vector>

#include "islet_sides.hpp"

namespace terrawright::sea {

enum class Fate : std::uint8_t { land, ocean, lake, filled };

struct Fates {
  std::vector<std::uint32_t> first_node;  // of each tile
  std::vector<Fate> of_node;
  std::int64_t components = 0, removed = 0, filled = 0, inland_left = 0, land_cells = 0;
  std::int64_t islands = 0;  // that are left
};

// Calls visit(line, tile, line, tile) for every seam, and corner(node, node) for cells that touch across four tiles.
template <class Visit, class Corner>
void each_seam(const std::vector<IsletNote>& notes, const std::vector<std::uint32_t>& first_node, std::size_t columns,
               Visit visit, Corner corner) {
  const auto node = [&](std::size_t tile, Side side, bool last) {
    const auto& nodes = notes[tile].of_run[side];
    return first_node[tile] + nodes[last ? nodes.size() - 1 : 0];
  };
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const bool goes_right = (i + 1) % columns != 0, goes_down = i + columns < notes.size();
    if (goes_right) visit(i, right, i + 1, left);
    if (goes_down) visit(i, bottom, i + columns, top);
    if (goes_right && goes_down) {
      corner(node(i, bottom, true), node(i + columns + 1, top, false));
      corner(node(i + 1, bottom, false), node(i + columns, top, true));
    }
  }
}

// `columns`: tiles beside each other. The notes are in tile order.
inline Fates fates(const std::vector<IsletNote>& notes, std::size_t columns, const IsletRules& rules) {
  Fates result;
  std::vector<Node> nodes;
  for (const IsletNote& note : notes) {
    result.first_node.push_back(static_cast<std::uint32_t>(nodes.size()));
    nodes.insert(nodes.end(), note.nodes.begin(), note.nodes.end());
    result.components += note.counts[0];
    result.removed += note.counts[1];
    result.land_cells += note.counts[2];
  }
  const auto n = static_cast<std::uint32_t>(nodes.size());
  Sets sets(n);

  // Runs that touch over a seam: same(node, node), differ(node, node).
  const auto seams = [&](auto same, auto differ) {
    each_seam(
        notes, result.first_node, columns,
        [&](std::size_t i, Side side_i, std::size_t j, Side side_j) {
          const auto a = [&](std::uint32_t run) { return result.first_node[i] + notes[i].of_run[side_i][run]; };
          const auto b = [&](std::uint32_t run) { return result.first_node[j] + notes[j].of_run[side_j][run]; };
          touching(
              notes[i].line(side_i), notes[j].line(side_j), rules.land_is_eight,
              [&](std::uint32_t r, std::uint32_t s) { same(a(r), b(s)); },
              [&](std::uint32_t r, std::uint32_t s) { differ(a(r), b(s)); });
        },
        [&](std::uint32_t a, std::uint32_t b) {
          const bool is_eight = (nodes[a].land != 0) == rules.land_is_eight;
          if (is_eight && nodes[a].land == nodes[b].land) same(a, b);
        });
  };
  const auto nothing = [](std::uint32_t, std::uint32_t) {};
  const auto unite = [&](std::uint32_t a, std::uint32_t b) { sets.unite(a, b); };
  seams(unite, nothing);

  struct Island {
    std::int64_t area = 0, first = INT64_MAX;
    std::uint32_t root = none;
  };
  std::vector<Island> of_root(n), islands;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (!nodes[i].land) continue;
    Island& island = of_root[sets.find(i)];
    island.root = sets.find(i);
    island.area += nodes[i].area;
    island.first = std::min(island.first, nodes[i].first);
  }
  for (const Island& island : of_root) {
    if (island.root != none) islands.push_back(island);
  }
  result.components += static_cast<std::int64_t>(islands.size());
  keep_largest(islands, rules);
  std::vector<std::uint8_t> root_stays(n), stays(n);
  for (const Island& island : islands) root_stays[island.root] = 1;
  for (std::uint32_t i = 0; i < n; ++i) stays[i] = root_stays[sets.find(i)];

  // One of two neighbours is land: if it goes, they become one body of water.
  const auto each_pair = [&](auto beside) {
    for (std::size_t tile = 0; tile < notes.size(); ++tile) {
      const std::uint32_t first = result.first_node[tile];
      for (std::uint32_t i = 0; i < notes[tile].nodes.size(); ++i) {
        if (nodes[first + i].parent != none) beside(first + i, first + nodes[first + i].parent);
      }
    }
    seams(nothing, beside);
  };
  each_pair([&](std::uint32_t a, std::uint32_t b) {
    if (!stays[a] && !stays[b]) sets.unite(a, b);
  });

  struct Body {
    std::int64_t area = 0;
    bool at_border = false;
  };
  std::vector<Body> bodies(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    if (stays[i]) {
      result.filled += nodes[i].ponds;
      result.inland_left += nodes[i].lakes;
      continue;
    }
    Body& body = bodies[sets.find(i)];
    body.area += nodes[i].area + nodes[i].ponds + nodes[i].lakes;
    body.at_border |= nodes[i].at_border != 0;
    result.removed += nodes[i].land ? nodes[i].area : 0;
  }
  for (const Body& body : bodies) {
    if (!body.at_border) (body.area <= rules.max_pond ? result.filled : result.inland_left) += body.area;
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const Body& body = bodies[sets.find(i)];
    result.of_node.push_back(stays[i]                      ? Fate::land
                             : body.at_border              ? Fate::ocean
                             : body.area <= rules.max_pond ? Fate::filled
                                                           : Fate::lake);
  }
  // A pond that is filled hangs the islands in it on that around it.
  const auto is_land = [&](std::uint32_t i) {
    return result.of_node[i] == Fate::land || result.of_node[i] == Fate::filled;
  };
  each_pair([&](std::uint32_t a, std::uint32_t b) {
    if (is_land(a) && is_land(b)) sets.unite(a, b);
  });
  std::vector<std::uint8_t> counted(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    if (!stays[i] || counted[sets.find(i)]) continue;
    counted[sets.find(i)] = 1;
    ++result.islands;
  }
  return result;
}

}  // namespace terrawright::sea
