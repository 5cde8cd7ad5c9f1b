// SPDX-License-Identifier: Apache-2.0
// Stages of every shape and reach.
#include "terrawright/stage.hpp"
using namespace terrawright;
struct All {
  In<Height> height;
  Out<Height> out;
  static void describe(Spec<All>& s) {
    s.stage("test.all", "Needs the whole raster.").revision(3).whole();
    s.port(&All::height, "height", "Any.");
    s.port(&All::out, "height", "The same.").like("height");
  }
  void paint(Tile& tile) const {
    tile.each_cell([&](auto x, auto y) { tile[out](x, y) = tile[height](x, y); });
  }
};
struct Lee {
  In<Height> height;
  In<Class> kind;
  Out<Height> out;
  int reach = 7;
  static Rect west(const Lee& lee, const Rect& tile) {
    return {tile.x - lee.reach, tile.y, tile.width + lee.reach, tile.height};
  }
  static void describe(Spec<Lee>& s) {
    s.stage("test.lee", "Looks to the west | only.").reads_latitude();
    s.port(&Lee::height, "height", "Any.").window(&Lee::west);
    s.port(&Lee::kind, "kind", "Classes.").optional();
    s.port(&Lee::out, "height", "The same.").like("height");
    s.parameter(&Lee::reach, "reach", "How far.").range(0, 100).unit("cells");
  }
  void arrange(Arrangement&) {
    if (reach == 0) throw Failure("reach", "too near");
  }
  void paint(Tile& tile) const {
    tile.each_cell([&](auto x, auto y) { tile[out](x, y) = tile[height](x, y); });
  }
};
struct Shy {
  In<Height> height;
  Out<Height> out;
  static void describe(Spec<Shy>& s) {
    s.stage("test.shy", "Refuses its defaults.");
    s.port(&Shy::height, "height", "Any.").halo(2);
    s.port(&Shy::out, "height", "The same.").like("height");
  }
  void arrange(Arrangement&) { throw Failure("", "not today"); }
  void paint(Tile&) const {}
};
struct Either {
  In<Height> height;
  In<Class> kind;
  Out<Mask> out;
  static void describe(Spec<Either>& s) {
    s.stage("test.either", "Takes one of two.");
    s.port(&Either::height, "height", "Any.").optional().halo(2);
    s.port(&Either::kind, "kind", "Classes.").optional().halo(3);
    s.port(&Either::out, "mask", "None.");
  }
  void arrange(Arrangement& a) {
    if (a.connected(height) == a.connected(kind)) throw Failure("", "one of two");
  }
  void paint(Tile&) const {}
};
TERRAWRIGHT_PLUGIN("test.shapes", "2.1", stage<All>(), stage<Lee>(), stage<Shy>(), stage<Either>())
