// SPDX-License-Identifier: Apache-2.0
// erosion.route: where the water of each cell goes, after heights have changed a little.
#include <algorithm>

#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "water/directions.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

// The steepest way down from each cell of a row, of equal ones the first direction; where none goes down, or nothing
// went before, as before.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void route_row(const float* z, std::ptrdiff_t stride, const Receiver* before, Receiver* __restrict to,
               std::int32_t count) {
  const float *const above = z - stride, *const below = z + stride;
  constexpr auto diagonal = static_cast<float>(inverse_diagonal);
  for (std::int32_t x = 0; x < count; ++x) {
    const float here = z[x];
    float slope = 0;
    std::uint32_t code = before[x];
    const auto see = [&](float steep, std::uint32_t direction) {
      const bool steeper = steep > slope;
      slope = steeper ? steep : slope;
      code = steeper ? direction : code;
    };
    see(here - z[x + 1], 1);
    see(here - above[x], 2);
    see(here - z[x - 1], 3);
    see(here - below[x], 4);
    see((here - above[x + 1]) * diagonal, 5);
    see((here - above[x - 1]) * diagonal, 6);
    see((here - below[x - 1]) * diagonal, 7);
    see((here - below[x + 1]) * diagonal, 8);
    to[x] = static_cast<Receiver>(before[x] == no_receiver ? std::uint32_t{no_receiver} : code);
  }
}

struct Route {
  In<Height> height;
  In<Class> before;
  Out<Class> receivers;

  std::int64_t width = 0;

  static void describe(Spec<Route>& s) {
    s.stage("erosion.route",
            "The neighbour that each cell drains to, after heights have changed: the steepest way down; where none "
            "goes down, as before.");
    s.source(
        "O'Callaghan & Mark 1984, D8, in float32. No cell may be below the one that it drained to before: then water "
        "that stays on its way across level ground comes to lower ground, and never round in a circle");
    s.port(&Route::height, "height", "Heights above the sea, after a step of erosion.").unit("m").halo(1);
    s.port(
        &Route::before, "receivers",
        "Receivers that the cells had before this step, from erosion.route or water.receivers. Outlets stay outlets.");
    s.port(&Route::receivers, "receivers", "Direction of the neighbour that each cell drains to; outlets have none.");
  }

  void arrange(Arrangement& a) {
    check_receivers(a, before);
    width = a.width();
    a.set_legend(receivers, receiver_legend());
  }

  void paint(Tile& tile) const {
    const auto z = tile[height];
    const auto from = tile[before];
    const auto to = tile[receivers];
    const auto drains = [](Receiver receiver) { return receiver != no_receiver; };
    tile.each_row([&](std::int64_t y) {
      const Receiver* const row = from.row(y, tile.left());
      Receiver* const out = to.row(y, tile.left());
      // A cell that drains nowhere may have no neighbours, on the border of the map.
      if (std::none_of(row, row + tile.width(), drains)) {
        std::fill_n(out, tile.width(), no_receiver);
        return;
      }
      const std::int64_t begin = std::max<std::int64_t>(tile.left(), 1), end = std::min(tile.right(), width - 1);
      if (begin > tile.left()) out[0] = no_receiver;
      if (end < tile.right()) out[tile.width() - 1] = no_receiver;
      route_row(z.row(y, begin), z.stride(), from.row(y, begin), to.row(y, begin),
                static_cast<std::int32_t>(end - begin));
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(erosion, route, Route)
