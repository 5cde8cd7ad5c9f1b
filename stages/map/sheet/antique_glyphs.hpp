// SPDX-License-Identifier: Apache-2.0
// antique_glyphs.hpp: mountains, hills and trees of the antique style (the atlas's section 7).
#pragma once
#include <vector>

#include "layout.hpp"
#include "rivers.hpp"
#include "surface.hpp"

namespace terrawright::map {

struct Mountain {
  Spot foot;            // the middle of its foot
  double height, half;  // 1/100 mm
  bool hill;
  std::uint64_t word;  // what makes it unlike the others
  Box box() const {
    return {rounded(foot.x - half), rounded(foot.y - height), rounded(foot.x + half), rounded(foot.y)};
  }
  // It is a triangle: a name may touch the corners beside its top.
  Box inner_box() const {
    return {rounded(foot.x - half * 0.55), rounded(foot.y - height * 0.88), rounded(foot.x + half * 0.55),
            rounded(foot.y)};
  }
};

// What signs keep off.
struct SignGround {
  const Surface* surface;
  const Field* from_coast;  // 1/100 mm from the sea on land
  const Lines* lakes;
  const std::vector<River>* rivers;
  Box frame;
};

// The largest first; none hides another, none lies where names are. One that finds no room is tried smaller.
std::vector<Mountain> mountains_of(const SignGround& ground, const std::vector<Box>& kept_free,
                                   const Parallel& parallel);
// From north to south.
void draw_mountains(std::vector<Mountain> mountains, const Style& style, DisplayList& list);

struct Tree {
  Spot foot;
  bool conifer;
};
std::vector<Tree> trees_of(const SignGround& ground, const std::vector<Mountain>& mountains,
                           const std::vector<Box>& kept_free);
void draw_trees(const std::vector<Tree>& trees, DisplayList& list);

}  // namespace terrawright::map
