// SPDX-License-Identifier: Apache-2.0
// A tile's own decisions about its islets and ponds, and its note for the others.
//
// A component that does not touch the tile's edge is whole. Among the whole islands only the `keep` largest can be
// among the `keep` largest of the world: the others go. Each of them joins the water around it and the lakes within it
// to one body of water. The rest are the nodes of the note.
#pragma once
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "components.hpp"

namespace terrawright::sea {

struct IsletRules {
  std::int64_t keep, min_area, max_pond;  // cells
  bool land_is_eight;
};

// Larger first; of equally large ones that with the lower first cell.
template <class Island>
bool ranks_before(const Island& a, const Island& b) {
  return std::tuple(-a.area, a.first) < std::tuple(-b.area, b.first);
}

// The islands that stay, out of those given: the largest that are large enough.
template <class Island>
void keep_largest(std::vector<Island>& islands, const IsletRules& rules) {
  const auto small = [&](const Island& island) { return island.area < rules.min_area; };
  islands.erase(std::remove_if(islands.begin(), islands.end(), small), islands.end());
  if (static_cast<std::int64_t>(islands.size()) <= rules.keep) return;
  const auto end = islands.begin() + rules.keep;
  std::nth_element(islands.begin(), end, islands.end(), ranks_before<Island>);
  islands.erase(end, islands.end());
}

// A component, or a whole body of water, of which the tile cannot tell what becomes.
struct Node {
  std::int64_t area, first;
  std::int64_t ponds, lakes;  // land: cells of the whole waters in it, should it stay: those to fill, the larger
  std::uint32_t parent;       // node beside it, or none
  std::uint8_t land, at_border, reserved[2];
};

struct Islets {
  std::vector<std::uint32_t> body;  // of each component: that which it certainly becomes one with, or itself
  std::vector<std::int64_t> area;   // of each body
  std::vector<std::uint32_t> node;  // of each component that is one
  std::vector<Node> nodes;
  std::int64_t certain = 0;        // whole islands that go
  std::int64_t certain_cells = 0;  // their cells
};

inline Islets islets(const std::vector<Component>& all, const IsletRules& rules) {
  struct Island {
    std::int64_t area, first;
    std::uint32_t component;
  };
  const auto n = static_cast<std::uint32_t>(all.size());
  std::vector<Island> stay;
  std::vector<std::uint8_t> goes(n), is_node(n);
  for (std::uint32_t c = 0; c < n; ++c) {
    is_node[c] = all[c].at_edge;
    if (!all[c].land || all[c].at_edge) continue;
    goes[c] = 1;
    stay.push_back({all[c].area, all[c].first, c});
  }
  keep_largest(stay, rules);
  for (const Island& island : stay) {
    goes[island.component] = 0;
    is_node[island.component] = 1;
  }

  Islets found;
  found.body.resize(n);
  found.area.resize(n);
  found.node.resize(n, none);
  for (std::uint32_t c = 0; c < n; ++c) {
    const std::uint32_t parent = all[c].parent;
    const bool joins = parent != none && (goes[c] || goes[parent]);
    found.body[c] = joins ? found.body[parent] : c;
    found.area[found.body[c]] += all[c].area;
    found.certain += goes[c];
    found.certain_cells += goes[c] ? all[c].area : 0;
  }
  for (const Island& island : stay) is_node[found.body[all[island.component].parent]] = 1;

  for (std::uint32_t c = 0; c < n; ++c) {
    const std::uint32_t parent = all[c].parent;
    if (is_node[c]) {
      found.node[c] = static_cast<std::uint32_t>(found.nodes.size());
      const std::uint32_t beside = parent == none ? none : found.node[found.body[parent]];
      found.nodes.push_back({found.area[c], all[c].first, 0, 0, beside, all[c].land, all[c].at_border, {0, 0}});
    } else if (found.body[c] == c) {
      Node& around = found.nodes[found.node[parent]];
      (found.area[c] <= rules.max_pond ? around.ponds : around.lakes) += found.area[c];
    }
  }
  return found;
}

}  // namespace terrawright::sea
