// SPDX-License-Identifier: Apache-2.0
// trees.hpp: forests of the antique style (the atlas's section 7).
#pragma once
#include "mountains.hpp"

namespace terrawright::map {

struct Tree {
  const Sign* sign;
  SignPlace place;  // the foot of its trunk
};
using Trees = std::vector<Tree>;

// From north to south.
Trees trees_of(const SignGround& ground, const Mountains& mountains, const std::vector<Box>& kept_free);
void draw_trees(const Trees& trees, DisplayList& list);

}  // namespace terrawright::map
