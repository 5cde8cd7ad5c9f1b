// SPDX-License-Identifier: Apache-2.0
// The four sides of a tile as lines of nodes: where components go on in the next tile.
#pragma once
#include <cstdint>
#include <vector>

#include "islet_note.hpp"
#include "terrawright/blob.hpp"

namespace terrawright::sea {

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

}  // namespace terrawright::sea
