// SPDX-License-Identifier: Apache-2.0
// water.accumulation: how much water passes through each cell, its own and that of all cells upstream.
#include "outlets.hpp"
#include "terrawright/stage.hpp"
#include "upstream.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Entered {};

struct Accumulation {
  In<Class> receivers;
  In<Count> runoff;
  In<Mask> ocean;
  Out<Count> accumulation;

  static void describe(Spec<Accumulation>& s) {
    s.stage("water.accumulation",
            "Flow accumulation: the runoff, or the number of cells, upstream of each cell, itself included.");
    s.source("Barnes 2017, Parallel non-divergent flow accumulation for trillion cell digital elevation models");
    s.port(&Accumulation::receivers, "receivers", "Where each cell drains to, from water.receivers.").halo(1);
    s.port(&Accumulation::runoff, "runoff", "Runoff that each cell adds; without it, each cell on land adds 1.")
        .optional();
    s.port(&Accumulation::ocean, "ocean",
           "Mask of the ocean, whose cells add no runoff of their own; without it, the cells that drain nowhere add "
           "none.")
        .optional();
    s.port(&Accumulation::accumulation, "accumulation",
           "Exact sum of the runoff over the cell and all cells upstream of it.");
  }

  void arrange(Arrangement& a) {
    check_receivers(a, receivers);
    a.set_unit(accumulation, a.connected(runoff) ? std::string(a.unit(runoff)) : "1");
    a.needs_memory(static_cast<std::uint64_t>(a.width() * a.height()) / 8 + (1 << 20));
  }

  // What cells add by themselves, row by row, as Upstream wants it.
  auto own(const Tile& tile) const {
    return [to = tile[receivers], r = tile[runoff], sea = tile[ocean]](std::int64_t y, std::int64_t x, std::int64_t n,
                                                                       std::int64_t* row) {
      if (r) {
        std::copy_n(r.row(y, x), n, row);
      } else {
        std::fill_n(row, n, 1);
      }
      for (std::int64_t i = 0; sea && i < n; ++i) row[i] = sea(x + i, y) != 0 ? 0 : row[i];
      for (std::int64_t i = 0; !sea && !r && i < n; ++i) row[i] = to(x + i, y) != no_receiver;
    };
  }

  Blob survey(const Tile& tile) const {
    tile.poll();
    return Upstream<Sum>::note(tile[receivers], tile.area(), own(tile));
  }

  Next<Entered> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    Upstream<Sum>::resolve(resolving, notes);
    return done(Entered{});
  }

  void paint(Tile& tile) const {
    tile.poll();
    const auto to = tile[accumulation];
    const FlowTile flow(tile[receivers], tile.area(), to.stride());
    Upstream<Sum>::all(flow, tile.own<Blob>(), own(tile), to.row(tile.top(), tile.left()));
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, accumulation, Accumulation)
