// SPDX-License-Identifier: Apache-2.0
// erosion.flux: the sediment that rivers carry out of each cell.

#include "erosion/whole_numbers.hpp"
#include "terrawright/stage.hpp"
#include "water/directions.hpp"
#include "water/upstream.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::erosion;
using namespace terrawright::water;

struct Flux {
  In<Scalar> worn;
  In<Class> receivers;
  Out<Scalar> flux;
  double step = 200000;

  double volume = 0;  // m3/yr of 2^-10 m over a cell

  static void describe(Spec<Flux>& s) {
    s.stage("erosion.flux", "How much sediment rivers carry out of each cell in a year.");
    s.source("The sum of what each cell upstream lost in a step, in whole 2^-10 m over a cell; exact in any order");
    s.reads_cell();
    s.port(&Flux::worn, "worn", "Loss of each cell in the step, below 0 its gain, from erosion.transport.").unit("m");
    s.port(&Flux::receivers, "receivers", "Receivers of the cells in that step, from erosion.route.").halo(1);
    s.port(&Flux::flux, "flux",
           "Sediment that leaves each cell; at outlets what enters the sea there. Below 0 where a river fills up the "
           "mouths of others.")
        .unit("m3/yr");
    s.parameter(&Flux::step, "step", "Length of that step.").unit("yr").range(1, 1e9);
  }

  void arrange(Arrangement& a) {
    check_receivers(a, receivers);
    volume = a.cell() * a.cell() / 1024.0 / step;
    a.needs_memory(static_cast<std::uint64_t>(a.width() * a.height()) / 8 + (1 << 20));
  }

  auto own(const Tile& tile) const {
    return
        [lost = tile[worn], to = tile[receivers]](std::int64_t y, std::int64_t x, std::int64_t n, std::int64_t* row) {
          const float* const from = lost.row(y, x);
          const Receiver* const drains = to.row(y, x);
          for (std::int64_t i = 0; i < n; ++i)
            row[i] = drains[i] != no_receiver ? rounded(static_cast<double>(from[i]) * 1024.0) : 0;
        };
  }

  Blob survey(const Tile& tile) const {
    tile.poll();
    return Upstream<Sum>::note(tile[receivers], tile.area(), own(tile));
  }
  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    return Upstream<Sum>::resolve(resolving, notes);
  }
  void paint(Tile& tile) const {
    tile.require_finite(worn, "worn");
    const FlowTile flow(tile[receivers], tile.area(), tile.width());
    Scratch<std::int64_t> sums;
    sums.resize(flow.size());
    Upstream<Sum>::all(flow, tile.own<Blob>(), own(tile), sums.data());
    tile.each_row([&](std::int64_t y) {
      float* const row = tile[flux].row(y, tile.left());
      const std::int64_t* const sum = &sums[flow.place(tile.left(), y)];
      for (std::int64_t x = 0; x < tile.width(); ++x) row[x] = static_cast<float>(static_cast<double>(sum[x]) * volume);
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(erosion, flux, Flux)
