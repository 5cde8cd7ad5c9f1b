// SPDX-License-Identifier: Apache-2.0
// The corners of the world as points, their diagonal as a line, and a table without places.
#include "terrawright/stage.hpp"
using namespace terrawright;
struct Corners {
  In<Height> height;
  Out<Table> corners, diagonals, sizes;
  double right = 0, down = 0;
  static void describe(Spec<Corners>& s) {
    s.stage("test.corners", "Tables of corners.");
    s.port(&Corners::height, "height", "Any.");
    s.port(&Corners::corners, "corners", "One row a corner.").points();
    s.port(&Corners::diagonals, "diagonals", "One row a diagonal.").lines().by_name();
    s.port(&Corners::sizes, "sizes", "Width and height.").by_name();
  }
  void arrange(Arrangement& world) {
    right = static_cast<double>(world.width() - 1);
    down = static_cast<double>(world.height() - 1);
  }
  struct Nothing {};
  Next<Nothing> resolve(Resolving& world) const {
    Table points, lines, plain;
    points.texts("corner", {"north west", "south east"});
    points.point(0, 0);
    points.point(right, down);
    world.table(corners, points);
    lines.integers("diagonal", "1", {1});
    const std::vector<terrawright_point> way = {{0, 0}, {right, down}};
    lines.line(way.begin(), way.end());
    world.table(diagonals, lines);
    plain.reals("side", "cells", {right + 1, down + 1});
    world.table(sizes, plain);
    return done(Nothing{});
  }
  void paint(Tile&) const {}
};
TERRAWRIGHT_PLUGIN("test.corners", "1", terrawright::stage<Corners>())
