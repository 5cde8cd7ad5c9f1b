// SPDX-License-Identifier: Apache-2.0
// water.fill: raises the bottom of every depression to the level at which its water leaves.
#include <algorithm>
#include <vector>

#include "basins.hpp"
#include "spill.hpp"
#include "terrawright/stage.hpp"
#include "water/directions.hpp"
#include "water/perimeter.hpp"
#include "water/scratch.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Fill {
  In<Height> height;
  In<Mask> ocean;
  Out<Height> filled;

  Rect world{};

  static void describe(Spec<Fill>& s) {
    s.stage("water.fill",
            "Fills depressions to the level at which they spill on the lowest way to the ocean or off the map.");
    s.source("Barnes 2016, Parallel priority-flood depression filling for trillion cell models; on basins");
    s.port(&Fill::height, "height", "Heights above the sea.").unit("m").halo(&Fill::seen_around);
    s.port(&Fill::ocean, "ocean", "Mask of the ocean, where water ends; without it, cells at 0 m and below.")
        .optional();
    s.port(&Fill::filled, "filled",
           "The heights with depressions filled to the level at which they spill; the ocean keeps its heights.")
        .unit("m");
  }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), "height");
    world = {0, 0, a.width(), a.height()};
    a.needs_memory(static_cast<std::uint64_t>(world.width * world.height) / 4 + (1 << 20));
  }

  Outlets outlets(const Tile& tile) const { return Outlets(tile[height], tile[ocean], world.width, world.height); }

  // Surveys look over the tile's edge for what links it to others.
  static std::int64_t seen_around(const Fill&, std::uint32_t phase) {
    return phase == TERRAWRIGHT_PHASE_SURVEY ? 1 : 0;
  }

  Blob survey(const Tile& tile) const {
    require_countable(tile.area());
    tile.poll();
    tile.require_finite(height, "height", "a height");
    const auto poll = [&] { tile.poll(); };
    const Basins basins(tile[height], outlets(tile), tile.area(), poll);
    return spill(basins, tile[height], tile.area(), world.width, world.height, poll).blob();
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    // Edge basins of all tiles, numbered one after the other; their outside is one.
    const TileGrid tiles(resolving);
    std::vector<FillNote> of_tile;
    std::vector<std::uint32_t> first;
    std::uint64_t count = 1;
    for (std::size_t t = 0; t < notes.size(); ++t) {
      of_tile.emplace_back(notes[t]);
      first.push_back(static_cast<std::uint32_t>(count - 1));
      count += of_tile.back().edges - 1;
    }
    const auto global = [&](std::size_t t, std::uint32_t edge) { return edge == 0 ? 0 : first[t] + edge; };
    if (count > nowhere) throw Failure("height", "the world has more basins than can be counted (2^32)");
    Passes passes;
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      resolving.poll();
      for (const Pass& pass : of_tile[t].passes) passes.add(global(t, pass.a), global(t, pass.b), pass.level);
      for (const Border border : borders) {
        const Beyond cell = beyond(tiles[t], border, world.width, world.height);
        if (!says_levels(border) || cell.x < 0) continue;
        const std::size_t other = tiles.at(cell.x, cell.y).tile;
        const auto& here = of_tile[t].across[border].basins;
        const auto& there = of_tile[other].across[facing(border)].basins;
        const auto& levels = of_tile[t].across[border].levels;
        for (std::size_t i = 0; i < levels.size(); ++i) {
          passes.add(global(t, here.empty() ? 0 : here[i]), global(other, there.empty() ? 0 : there[i]), levels[i]);
        }
      }
    }
    const std::vector<float> level = flood(static_cast<std::uint32_t>(count), passes.take(), {{0, no_level}}).level;
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      if (of_tile[t].pits.empty()) continue;
      Blob own;
      own.add(of_tile[t].pits);
      own.add(level.data() + global(t, 1), of_tile[t].edges - 1);
      resolving.tell(t, own);
    }
    return done(Nothing{});
  }

  void paint(Tile& tile) const {
    const auto from = tile[height];
    const BlobView own = tile.own<Blob>();
    std::vector<Depression> depressions;
    if (own) depressions = unpacked_pits(own.items<std::uint8_t>(0), own.items<float>(1), from, tile.area());
    if (depressions.empty()) {
      tile.same(filled, height);
      return;
    }
    const auto to = tile[filled];
    tile.each_row([&](std::int64_t y) { std::copy_n(from.row(y, tile.left()), tile.width(), to.row(y, tile.left())); });
    RisingWater water(to.row(tile.top(), tile.left()), to.stride(), tile.width(), tile.height());
    for (const Depression& one : depressions) {
      tile.poll();
      water.rise(one);
    }
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, fill, Fill)
