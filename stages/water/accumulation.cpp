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
    s.stage("water.accumulation", "Runoff, or cells, upstream of each cell, itself included.");
    s.source("Barnes 2017, Parallel non-divergent flow accumulation for trillion cell digital elevation models");
    s.port(&Accumulation::receivers, "receivers", "Where each cell drains to, from water.receivers.").halo(1);
    s.port(&Accumulation::runoff, "runoff", "What each cell adds; without it 1 of each cell on land.").optional();
    s.port(&Accumulation::ocean, "ocean", "Cells that add nothing by themselves; without it, cells that drain nowhere.")
        .optional();
    s.port(&Accumulation::accumulation, "accumulation", "The sum over the cell and all upstream, exact.");
  }

  void arrange(Arrangement& a) {
    check_receivers(a, receivers);
    a.set_unit(accumulation, a.connected(runoff) ? std::string(a.unit(runoff)) : "1");
    a.needs_memory(static_cast<std::uint64_t>(a.width() * a.height()) / 8 + (1 << 20));
  }

  // body(own) with what a cell adds by itself as a function of x and y, made for the inputs at hand.
  template <class Body>
  auto with_own(const Tile& tile, Body body) const {
    const auto r = tile[runoff];
    const auto sea = tile[ocean];
    const auto to = tile[receivers];
    if (r && sea) return body([=](auto x, auto y) { return sea(x, y) ? std::int64_t{0} : r(x, y); });
    if (r) return body([=](auto x, auto y) { return r(x, y); });
    if (sea) return body([=](auto x, auto y) { return std::int64_t{sea(x, y) == 0}; });
    return body([=](auto x, auto y) { return std::int64_t{to(x, y) != no_receiver}; });
  }

  Blob survey(const Tile& tile) const {
    tile.poll();
    return with_own(tile, [&](auto own) { return Upstream<Sum>::note(tile[receivers], tile.area(), own); });
  }

  Next<Entered> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    Upstream<Sum>::resolve(resolving, notes);
    return done(Entered{});
  }

  void paint(Tile& tile) const {
    const FlowTile flow(tile[receivers], tile.area());
    const auto all = with_own(tile, [&](auto own) { return Upstream<Sum>::all(flow, tile.own<Blob>(), own); });
    tile.each_row([&](std::int64_t y) {
      const std::int64_t* from = &all[flow.place(tile.left(), y)];
      std::copy(from, from + tile.width(), tile[accumulation].row(y, tile.left()));
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(accumulation, Accumulation)
