// SPDX-License-Identifier: Apache-2.0
// Code that stages of hidden.cpp and kept.cpp share.
#pragma once
#include <algorithm>
#include <limits>
#include <utility>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// Heights of heights; what is wrong, the stage says.
template <class Stage>
struct Hidden {
  In<Height> height;
  Out<Height> made;
  template <class Spec>
  static void ports(Spec& s, const char* id) {
    s.stage(id, "Breaks its word.");
    s.port(static_cast<In<Height> Stage::*>(&Stage::height), "height", "Any heights.");
    s.port(static_cast<Out<Height> Stage::*>(&Stage::made), "made", "Heights.").like("height");
  }
  // body(height, x, y): the cell.
  template <class Body>
  void each(Tile& tile, Body body) const {
    tile.each_cell([&, from = tile[height], to = tile[made]](auto x, auto y) { to(x, y) = body(from(x, y), x, y); });
  }
  void copied(Tile& tile) const {
    each(tile, [](float here, auto, auto) { return here; });
  }
};
#define HIDDEN(Name, id)                                  \
  struct Name : Hidden<Name> {                            \
    static void describe(Spec<Name>& s) { ports(s, id); } \
    void paint(Tile& tile) const;                         \
  };                                                      \
  void Name::paint(Tile& tile) const

// The least and the largest height of the tile.
template <class Stage>
std::pair<float, float> ends(const Tile& tile, const Stage& stage) {
  std::pair<float, float> found{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
  tile.each_cell([&, from = tile[stage.height]](auto x, auto y) {
    found.first = std::min(found.first, from(x, y));
    found.second = std::max(found.second, from(x, y));
  });
  return found;
}

}  // namespace
