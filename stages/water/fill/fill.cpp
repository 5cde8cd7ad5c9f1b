// SPDX-License-Identifier: Apache-2.0
// water.fill: raises the bottom of every depression to the level at which its water leaves.
#include <algorithm>
#include <vector>

#include "spill.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

// An edge cell of a tile.
struct EdgeHeight {
  float height;
  std::uint32_t basin;  // number of its edge basin; 0: it is an outlet
};

struct Filled {};

struct Fill {
  In<Height> height;
  In<Mask> ocean;
  Out<Height> filled;

  Rect world{};

  static void describe(Spec<Fill>& s) {
    s.stage("water.fill",
            "Fills depressions to the level at which they spill on the lowest way to the ocean or off the map.");
    s.source("Barnes 2016, Parallel priority-flood depression filling for trillion cell models; on basins");
    s.port(&Fill::height, "height", "Heights above the sea.").unit("m");
    s.port(&Fill::ocean, "ocean", "Mask of the ocean, where water ends; without it, cells at 0 m and below.")
        .optional();
    s.port(&Fill::filled, "filled",
           "The heights with depressions filled to the level at which they spill; the ocean keeps its heights.")
        .unit("m");
  }

  void arrange(Arrangement& a) {
    world = {0, 0, a.width(), a.height()};
    a.needs_memory(static_cast<std::uint64_t>(world.width * world.height) / 4 + (1 << 20));
  }

  Outlets outlets(const Tile& tile) const { return Outlets(tile[height], tile[ocean], world.width, world.height); }

  Blob survey(const Tile& tile) const {
    tile.poll();
    tile.require_finite(height, "height", "a height");
    const Basins basins(tile[height], outlets(tile), tile.area());
    const Local local = basins.all_outlets() ? Local{} : spill(basins, tile.area());
    std::vector<EdgeHeight> edge;
    Perimeter(tile.area()).each([&](std::int64_t x, std::int64_t y, std::size_t) {
      const Basin basin = basins.basin(x, y);
      edge.push_back({tile[height](x, y), basin == outside ? 0 : local.edge[basin]});
    });
    Blob note;
    note.add_one(local.edges);
    note.add(edge);
    note.add(local.passes);
    note.add(local.level);
    note.add(local.edge);
    return note;
  }

  Next<Filled> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    // Edge basins of all tiles, numbered one after the other; their outside is one.
    std::vector<std::uint32_t> first(notes.size());
    std::uint32_t count = 1;
    for (std::size_t t = 0; t < notes.size(); ++t) {
      first[t] = count - 1;
      count += notes[t].one<std::uint32_t>(0) - 1;
    }
    const auto global = [&](std::size_t t, std::uint32_t edge) { return edge == 0 ? 0 : first[t] + edge; };
    Passes passes;
    const TileGrid tiles(resolving);
    for (std::size_t t = 0; t < notes.size(); ++t) {
      resolving.poll();
      for (const Pass& pass : notes[t].items<Pass>(2)) passes.add(global(t, pass.a), global(t, pass.b), pass.level);
      const auto edge = notes[t].items<EdgeHeight>(1);
      Perimeter(tiles[t]).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
        const EdgeHeight& here = edge[number];
        if (here.basin == 0) return;
        tiles.each_across(t, x, y, [&](const EdgeCell& other) {
          const EdgeHeight& there = notes[other.tile].items<EdgeHeight>(1)[other.number];
          passes.add(global(t, here.basin), global(other.tile, there.basin), std::max(here.height, there.height));
        });
      });
    }
    const std::vector<float> of_edge = flood(count, passes.take(), {0}).level;
    for (std::size_t t = 0; t < notes.size(); ++t) {
      const auto local = notes[t].items<float>(3);
      const auto edge = notes[t].items<std::uint32_t>(4);
      std::vector<float> level(local.begin(), local.end());
      for (Basin basin = 0; basin < level.size(); ++basin) {
        level[basin] = std::max(level[basin], of_edge[global(t, edge[basin])]);
      }
      Blob own;
      own.add(level);
      resolving.tell(t, own);
    }
    return done(Filled{});
  }

  void paint(Tile& tile) const {
    const Basins basins(tile[height], outlets(tile), tile.area());
    if (basins.all_outlets()) {
      tile.same(filled, height);
      return;
    }
    const auto level = tile.own<Blob>().items<float>(0);
    tile.each_row([&](std::int64_t y) {
      const float* from = tile[height].row(y, tile.left());
      float* to = tile[filled].row(y, tile.left());
      const Basin* basin = basins.row(y);
      for (std::int64_t x = 0; x < tile.width(); ++x) to[x] = std::max(from[x], level[basin[x]]);
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, fill, Fill)
