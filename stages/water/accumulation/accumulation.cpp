// SPDX-License-Identifier: Apache-2.0
// water.accumulation: how much water passes through each cell, its own and that of all cells upstream.
#include "terrawright/stage.hpp"
#include "water/outlets.hpp"
#include "water/upstream.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

TERRAWRIGHT_FOR_EACH_PROCESSOR
void dry_row(const std::uint8_t* sea, std::int64_t* __restrict row, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) row[x] = sea[x] != 0 ? 0 : row[x];
}
// 1 for each cell, or for each that drains somewhere.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void ones_of_row(const Receiver* to, bool all, std::int64_t* __restrict row, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) row[x] = all || to[x] != no_receiver ? 1 : 0;
}

struct Accumulation {
  In<Class> receivers;
  In<Count> runoff;
  In<Mask> ocean;
  Out<Count> accumulation;

  static void describe(Spec<Accumulation>& s) {
    s.stage("water.accumulation",
            "Flow accumulation: the runoff, or the number of cells, upstream of each cell, itself included.");
    s.source("Barnes 2017, Parallel non-divergent flow accumulation for trillion cell digital elevation models");
    s.port(&Accumulation::receivers, "receivers", "Receivers of the cells, from water.receivers.").halo(1);
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

  // Contributions of the cells themselves, row by row, for Upstream.
  auto own(const Tile& tile) const {
    return [to = tile[receivers], r = tile[runoff], sea = tile[ocean]](std::int64_t y, std::int64_t x, std::int64_t n,
                                                                       std::int64_t* row) {
      if (r) {
        std::copy_n(r.row(y, x), n, row);
      } else {
        ones_of_row(to.row(y, x), static_cast<bool>(sea), row, n);
      }
      if (sea) dry_row(sea.row(y, x), row, n);
    };
  }

  Blob survey(const Tile& tile) const {
    tile.poll();
    return Upstream<Sum>::note(tile[receivers], tile.area(), own(tile));
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    return Upstream<Sum>::resolve(resolving, notes);
  }

  Blob combine(const Combining& parts, const Notes<Blob>& notes) const { return Upstream<Sum>::combine(parts, notes); }
  void split(const Splitting& parts, const Notes<Blob>& notes) const { Upstream<Sum>::split(parts, notes); }

  void paint(Tile& tile) const {
    tile.poll();
    const auto to = tile[accumulation];
    const FlowTile flow(tile[receivers], tile.area(), to.stride());
    Upstream<Sum>::all(flow, tile.own<Blob>(), own(tile), to.row(tile.top(), tile.left()));
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, accumulation, Accumulation)
