// SPDX-License-Identifier: Apache-2.0
// water.breach: carves outlets into depressions instead of filling them.
#include <algorithm>

#include "terrawright/stage.hpp"
#include "water/outlets.hpp"
#include "water/upstream.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Breach {
  In<Height> height;
  In<Class> receivers;
  In<Mask> ocean;
  Out<Height> carved;

  std::int64_t width = 0, rows = 0;

  static void describe(Spec<Breach>& s) {
    s.stage("water.breach", "Cuts every depression open: no cell is higher than any that drains through it.");
    s.source("Lindsay 2016, breaching; here along the receivers of the filled land, so the result is unique");
    s.port(&Breach::height, "height", "Heights above the sea.").unit("m");
    s.port(&Breach::receivers, "receivers", "Receivers of the cells, from water.receivers of the filled heights.")
        .halo(1);
    s.port(&Breach::ocean, "ocean",
           "Mask of the ocean, whose cells keep their heights; without it, cells at 0 m and below.")
        .optional();
    s.port(&Breach::carved, "height", "The heights, lowered along the paths that the water takes.").unit("m");
  }

  void arrange(Arrangement& a) {
    check_receivers(a, receivers);
    width = a.width();
    rows = a.height();
    a.needs_memory(static_cast<std::uint64_t>(width * rows) / 8 + (1 << 20));
  }

  auto own(const Tile& tile) const {
    return [z = tile[height]](std::int64_t y, std::int64_t x, std::int64_t n, float* row) {
      std::copy_n(z.row(y, x), n, row);
    };
  }

  Blob survey(const Tile& tile) const {
    tile.poll();
    return Upstream<Least>::note(tile[receivers], tile.area(), own(tile));
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    return Upstream<Least>::resolve(resolving, notes);
  }

  void paint(Tile& tile) const {
    tile.poll();
    const auto from = tile[height];
    const auto to = tile[carved];
    const FlowTile flow(tile[receivers], tile.area(), to.stride());
    Upstream<Least>::all(flow, tile.own<Blob>(), own(tile), to.row(tile.top(), tile.left()));
    const Outlets outlets(from, tile[ocean], width, rows);
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      if (outlets.is_ocean(x, y)) to(x, y) = from(x, y);
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, breach, Breach)
