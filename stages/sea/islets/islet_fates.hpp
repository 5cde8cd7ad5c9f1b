// SPDX-License-Identifier: Apache-2.0
// Decides the fate of every node, from the notes of all tiles.
//
// Components are joined over the tiles' seams, the largest islands chosen, and the water joined again through the
// removed islands. In 9.2 of the reference a pond is a body of water after the islets were removed.
#pragma once
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "sea/runs.hpp"
#include "terrawright/blob.hpp"

namespace terrawright::sea {

// The four sides of a tile as lines of nodes: where components go on in the next tile.

// A tile's own decisions about its islets and ponds, and its note for the others.
//
// A component that does not touch the tile's edge is whole. Among the whole islands only the `keep` largest can be
// among the `keep` largest of the world: the others go. Each of them joins the water around it and the lakes within it
// to one body of water. The rest are the nodes of the note.

// The connected components of land and of water within one tile, and the tree that they form.
//
// With land and water connected in the dual way (4 and 8, or 8 and 4), "beside each other" makes a tree of the
// components of a rectangle: each interface divides it in two. The component to the left of a component's first
// cell in raster order (above it, in the first column) is its parent, and its number is lower.

constexpr std::uint32_t none = UINT32_MAX;

struct Component {
  std::int64_t area;   // cells
  std::int64_t first;  // raster index in the world of the first cell
  std::uint32_t parent;
  bool land;
  bool at_edge;    // touches the tile's edge, so it may go on outside
  bool at_border;  // touches the world's border
};

struct Components {
  std::vector<Component> all;         // by first cell
  std::vector<std::uint32_t> of_run;  // the component of each run
};

inline Components components(const Runs& runs, const Rect& tile, const Rect& world, bool land_is_eight) {
  Sets sets(runs.count());
  for (std::uint32_t y = 1; y < runs.rows(); ++y) {
    touching(
        runs.row(y - 1), runs.row(y), land_is_eight, [&](std::uint32_t a, std::uint32_t b) { sets.unite(a, b); },
        [](std::uint32_t, std::uint32_t) {});
  }
  Components found;
  found.of_run.resize(runs.count());
  const bool world_left = tile.x == 0, world_right = tile.x + tile.width == world.width;
  for (std::uint32_t y = 0; y < runs.rows(); ++y) {
    const Line row = runs.row(y);
    const std::int64_t world_y = tile.y + y;
    const bool edge_row = y == 0 || y + 1 == runs.rows();
    const bool border_row = world_y == 0 || world_y + 1 == world.height;
    for (std::uint32_t r = row.first; r < row.stop; ++r) {
      const bool first = r == row.first, last = r + 1 == row.stop;
      const std::uint32_t begin = first ? 0 : runs.begin(r);
      const std::uint32_t root = sets.find(r);
      if (root == r) {
        const std::uint32_t parent = !first ? found.of_run[r - 1] : y > 0 ? found.of_run[runs.row(y - 1).first] : none;
        found.of_run[r] = static_cast<std::uint32_t>(found.all.size());
        found.all.push_back({0, world_y * world.width + tile.x + begin, parent, row.is_land(r), false, false});
      } else {
        found.of_run[r] = found.of_run[root];
      }
      Component& component = found.all[found.of_run[r]];
      component.area += runs.end(r) - begin;
      component.at_edge |= edge_row || first || last;
      component.at_border |= border_row || (first && world_left) || (last && world_right);
    }
  }
  return found;
}

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

enum Side : std::size_t { top, bottom, left, right };

// One side: runs with their node, from the left or the top. In one column, cells of one colour are one component as
// long as they follow each other, so here too land and water alternate.
struct SideLine {
  std::vector<std::uint32_t> ends, nodes;
  void add(std::uint32_t end, std::uint32_t node) {
    if (!nodes.empty() && nodes.back() == node) {
      ends.back() = end;
    } else {
      ends.push_back(end);
      nodes.push_back(node);
    }
  }
};

inline SideLine side_line(const Runs& runs, const Components& found, const Islets& islets, Side side) {
  SideLine line;
  const auto node = [&](std::uint32_t run) { return islets.node[found.of_run[run]]; };
  if (side == top || side == bottom) {
    const Line row = runs.row(side == top ? 0 : runs.rows() - 1);
    for (std::uint32_t r = row.first; r < row.stop; ++r) line.add(runs.end(r), node(r));
  } else {
    for (std::uint32_t y = 0; y < runs.rows(); ++y) {
      line.add(y + 1, node(side == left ? runs.row(y).first : runs.row(y).stop - 1));
    }
  }
  return line;
}

// A note, in place. Sections: three counts, the nodes, then ends and nodes of each side.
struct IsletNote {
  const std::int64_t* counts;  // islands that certainly go, their cells, land cells
  Items<Node> nodes;
  Items<std::uint32_t> ends[4], of_run[4];

  explicit IsletNote(const BlobView& blob) : counts(blob.items<std::int64_t>(0).data()), nodes(blob.items<Node>(1)) {
    for (std::size_t side = 0; side < 4; ++side) {
      ends[side] = blob.items<std::uint32_t>(2 + 2 * side);
      of_run[side] = blob.items<std::uint32_t>(3 + 2 * side);
    }
  }
  Line line(Side side) const {
    const auto stop = static_cast<std::uint32_t>(ends[side].size());
    return {ends[side].data(), 0, stop, nodes[of_run[side][0]].land != 0};
  }

  static Blob blob(const Runs& runs, const Components& found, const Islets& islets) {
    std::int64_t land_cells = 0;
    for (const Component& component : found.all) land_cells += component.land ? component.area : 0;
    const std::int64_t counts[3] = {islets.certain, islets.certain_cells, land_cells};
    Blob blob;
    blob.add(counts, 3);
    blob.add(islets.nodes);
    for (const Side side : {top, bottom, left, right}) {
      const SideLine line = side_line(runs, found, islets, side);
      blob.add(line.ends);
      blob.add(line.nodes);
    }
    return blob;
  }
};

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
