// SPDX-License-Identifier: Apache-2.0
// Stages that keep their word, in ways that a hasty check would take for wrong ones.
#include <algorithm>
#include <mutex>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Floats {  // a halo larger than many worlds, sums of floats in the order of the map
  In<Height> height;
  Out<Height> made;
  std::int64_t radius = 40;
  static void describe(Spec<Floats>& s) {
    s.stage("honest.floats", "The mean of a cross around each cell.");
    s.port(&Floats::height, "height", "Any heights.").halo([](const Floats& self) { return self.radius; });
    s.port(&Floats::made, "made", "The means.").like("height");
    s.parameter(&Floats::radius, "radius", "Its arms.").range(0, 100);
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[made];
    const Rect seen = from.area();
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      float sum = 0, cells = 0;
      for (auto i = std::max(x - radius, seen.x); i <= std::min(x + radius, seen.x + seen.width - 1); ++i, ++cells)
        sum += from(i, y);
      for (auto j = std::max(y - radius, seen.y); j <= std::min(y + radius, seen.y + seen.height - 1); ++j, ++cells)
        sum += from(x, j);
      to(x, y) = sum / cells;
    });
  }
};

struct Counts {  // merges integers; a cache that is the same for all
  In<Height> height;
  Out<Weight> share;
  static void describe(Spec<Counts>& s) {
    s.stage("honest.counts", "The share of land.");
    s.port(&Counts::height, "height", "Any heights.");
    s.port(&Counts::share, "share", "The same everywhere.");
  }
  struct Note {
    std::int64_t land, all;
  };
  Note survey(const Tile& tile) const {
    Note note{};
    const auto from = tile[height];
    tile.each_cell([&](auto x, auto y) {
      note.land += from(x, y) > 0.0f ? 1 : 0;
      ++note.all;
    });
    return note;
  }
  Note merge(const Note& a, const Note& b) const { return {a.land + b.land, a.all + b.all}; }
  Next<Note> resolve(Resolving&, const Notes<Note>& notes) const { return done(notes[0]); }
  void paint(Tile& tile, const Note& note) const {
    static const std::unique_ptr<float[]> table = [] {
      auto made = std::make_unique<float[]>(4096);
      for (int i = 0; i < 4096; ++i) made[i] = static_cast<float>(i) / 4095.0f;
      return made;
    }();
    const auto to = tile[share];
    const float cell = table[static_cast<std::size_t>(note.land * 4095 / note.all)];
    tile.each_cell([&](auto x, auto y) { to(x, y) = cell; });
  }
};

struct Whole {  // not to be tiled
  In<Height> height;
  Out<Height> made;
  static void describe(Spec<Whole>& s) {
    s.stage("honest.whole", "Sums along the rows.").whole();
    s.port(&Whole::height, "height", "Any heights.");
    s.port(&Whole::made, "made", "The sums.").like("height");
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[made];
    tile.each_row([&](auto y) {
      float sum = 0;
      for (auto x = tile.left(); x < tile.right(); ++x) to(x, y) = sum += from(x, y);
    });
  }
};

struct Vendor {  // an id with a vendor before it
  In<Mask> land;
  Out<Mask> sea;
  static void describe(Spec<Vendor>& s) {
    s.stage("honest/vendor.other", "The other way round.");
    s.port(&Vendor::land, "land", "Any mask.");
    s.port(&Vendor::sea, "sea", "The rest.");
  }
  void paint(Tile& tile) const {
    tile.each_cell([from = tile[land], to = tile[sea]](auto x, auto y) { to(x, y) = from(x, y) > 0 ? 0 : 1; });
  }
};

struct Refusing {  // says in words of its own what it does not take, and has an example
  In<Height> height;
  Out<Height> made;
  double share = 0.5;
  static void describe(Spec<Refusing>& s) {
    s.stage("honest.refusing", "Heights, where half of them is asked for.")
        .example(
            "terrawright: 1\nname: half\nworld: {size: [65, 65], seed: 1}\nstages:\n  noise: {use: heights.noise@1}\n"
            "  half: {use: honest.refusing@1, in: {height: noise}}\noutputs: [{file: \"{name}.tif\", layers: {h: "
            "half}}]\n");
    s.port(&Refusing::height, "height", "Any heights.");
    s.port(&Refusing::made, "made", "The same.").like("height");
    s.parameter(&Refusing::share, "share", "Nothing but a half.").range(0, 1);
  }
  void arrange(Arrangement&) {
    if (share != 0.5) throw Failure{"share", "nothing but a half is known"};
  }
  void paint(Tile& tile) const { tile.same(made, height); }
};

}  // namespace

TERRAWRIGHT_PLUGIN("test.honest", "1", stage<Floats>(), stage<Counts>(), stage<Whole>(), stage<Vendor>(),
                   stage<Refusing>())
