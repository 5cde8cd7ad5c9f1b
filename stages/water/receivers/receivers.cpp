// SPDX-License-Identifier: Apache-2.0
// water.receivers: where the water of each cell goes next.
#include <algorithm>
#include <vector>

#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "water/directions.hpp"
#include "water/outlets.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

// The steepest way down from each cell of a row; of equal ones the first direction.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void steepest_of_row(const float* w, std::int32_t stride, Receiver* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) {
    const auto here = static_cast<double>(w[x]);
    double best = 0.0, receiver = no_receiver;
    for (int k = 0; k < 8; ++k) {
      const Direction& way = directions[static_cast<std::size_t>(k)];
      const double slope = (here - static_cast<double>(w[x + way.dy * stride + way.dx])) * way.inverse_length;
      const bool steeper = slope > best;
      best = steeper ? slope : best;
      receiver = steeper ? k + 1 : receiver;
    }
    to[x] = static_cast<Receiver>(static_cast<std::int32_t>(receiver));
  }
}

struct Receivers {
  In<Height> filled;
  In<Class> way;
  In<Count> distance;
  In<Mask> ocean;
  Out<Class> receivers;

  std::int64_t width = 0, rows = 0;

  static void describe(Spec<Receivers>& s) {
    s.stage(
        "water.receivers",
        "The neighbour that each cell drains to (D8): the steepest way down; across flats, the way of water.flats.");
    s.source("O'Callaghan & Mark 1984, D8; flats: algorithms 15.3. Slopes are compared, so diagonals are not favoured");
    s.port(&Receivers::filled, "filled", "Heights without depressions, from water.fill.").unit("m").halo(1);
    s.port(&Receivers::way, "way", "Ways of water across flats, from water.flats.").optional();
    s.port(&Receivers::distance, "distance",
           "Distance across flats, from water.flats: without `way`, water goes to the neighbour of least distance.")
        .unit("1")
        .halo(1)
        .optional();
    s.port(&Receivers::ocean, "ocean", "Mask of the ocean, where water ends; without it, cells at 0 m and below.")
        .optional();
    s.port(&Receivers::receivers, "receivers",
           "Direction of the neighbour that each cell drains to; outlets have none.");
  }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), "filled");
    width = a.width();
    rows = a.height();
    if (!a.connected(way) && !a.connected(distance))
      throw Failure("way", "how does water cross flats? Connect `way` of a node of water.flats");
    if (a.connected(way) && !has_legend(a, way, way_legend()))
      throw Failure("way", "these classes are not ways across flats: connect `way` of a node of water.flats");
    a.set_legend(receivers, receiver_legend());
  }

  void paint(Tile& tile) const {
    const auto w = tile[filled];
    const auto ways = tile[way];
    const auto d = tile[distance];
    const auto to = tile[receivers];
    const Outlets outlets(w, tile[ocean], width, rows);
    std::vector<std::uint8_t> flags(static_cast<std::size_t>(tile.width()));
    tile.each_row([&](std::int64_t y) {
      Receiver* const row = to.row(y, tile.left());
      if (outlets.row(y, tile.left(), tile.left() + tile.width(), flags.data())) {
        std::fill_n(row, tile.width(), no_receiver);
        return;
      }
      // Cells on the border of the map have no neighbours to read, and are outlets.
      const std::int64_t begin = std::max<std::int64_t>(tile.left(), 1);
      const std::int64_t end = std::min(tile.left() + tile.width(), width - 1);
      steepest_of_row(w.row(y, begin), static_cast<std::int32_t>(w.stride()), to.row(y, begin),
                      static_cast<std::int32_t>(end - begin));
      for (std::int64_t x = tile.left(); x < tile.left() + tile.width(); ++x) {
        Receiver& receiver = row[x - tile.left()];
        if (flags[static_cast<std::size_t>(x - tile.left())] != 0) {
          receiver = no_receiver;
        } else if (ways) {
          if (ways(x, y) != no_receiver) receiver = ways(x, y);
        } else if (d(x, y) != 0) {
          receiver = across(w, d, x, y);
        }
      }
    });
  }

  static Receiver across(const View<const float>& w, const View<const std::int64_t>& d, std::int64_t x,
                         std::int64_t y) {
    Receiver receiver = no_receiver;
    std::int64_t least = d(x, y);
    for (std::size_t k = 0; k < directions.size(); ++k) {
      const std::int64_t nx = x + directions[k].dx, ny = y + directions[k].dy;
      if (w(nx, ny) != w(x, y) || d(nx, ny) >= least) continue;
      least = d(nx, ny);
      receiver = static_cast<Receiver>(k + 1);
    }
    return receiver;
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, receivers, Receivers)
