// SPDX-License-Identifier: Apache-2.0
// rivers.hpp: rivers that grow from a hair to the width of their water.
#pragma once
#include "plane.hpp"

namespace terrawright::map {

struct Reach {
  std::vector<Spot> spots;  // on the paper, downstream
  double discharge = 0;     // m3/s
  std::int64_t next = -1;   // the reach that it flows into
};
struct River {
  Line line;                   // downstream
  std::vector<double> widths;  // 1/100 mm, at each of its spots
};

// Width of a river with so many m3/s, 1/100 mm.
double river_width(double discharge);
// One river each from source to mouth: at a confluence the branch with more water goes on. Ends within `beside` of the
// shore of a lake go on into it.
std::vector<River> rivers_of(const std::vector<Reach>& reaches, const Lines& lakes, double beside);
void draw(const std::vector<River>& rivers, Colour colour, DisplayList& list);

}  // namespace terrawright::map
