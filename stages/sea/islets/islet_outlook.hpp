// SPDX-License-Identifier: Apache-2.0
// Verdict for one tile about its islets and ponds, and its use.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "islet_fates.hpp"

namespace terrawright::sea {

// Is any height of the tile changed, and is there inland water left?
struct Outlook {
  std::uint8_t changes, has_lakes;
};

// Sections: the outlook, and the fate of each node of the tile.
inline Blob outlook_blob(const IsletNote& note, const Fates& fates, std::size_t tile) {
  const Fate* of_node = fates.of_node.data() + fates.first_node[tile];
  bool changes = note.counts[0] != 0, has_lakes = false;
  for (std::size_t i = 0; i < note.nodes.size(); ++i) {
    const Node& node = note.nodes[i];
    const bool stays = of_node[i] == Fate::land;
    changes |= (node.land && !stays) || of_node[i] == Fate::filled || (stays && node.ponds != 0);
    has_lakes |= of_node[i] == Fate::lake || (stays && node.lakes != 0);
  }
  Blob blob;
  blob.add_one(Outlook{changes, has_lakes});
  blob.add(of_node, note.nodes.size());
  return blob;
}

// The fate of every component of the tile.
inline std::vector<Fate> fates_within(const std::vector<Component>& all, const Islets& islets, const IsletRules& rules,
                                      const Fate* of_node) {
  std::vector<Fate> fates;
  fates.reserve(all.size());
  for (std::uint32_t c = 0; c < all.size(); ++c) {
    const std::uint32_t body = islets.body[c];
    if (islets.node[body] != none) {
      fates.push_back(of_node[islets.node[body]]);
      continue;
    }
    // Water enclosed by a node of land.
    const Fate around = of_node[islets.node[all[body].parent]];
    const Fate enclosed = islets.area[body] <= rules.max_pond ? Fate::filled : Fate::lake;
    fates.push_back(around == Fate::land ? enclosed : around);
  }
  return fates;
}

}  // namespace terrawright::sea
