// SPDX-License-Identifier: Apache-2.0
// water.receivers: where the water of each cell goes next.
#include "directions.hpp"
#include "outlets.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Receivers {
  In<Height> filled;
  In<Count> distance;
  In<Mask> ocean;
  Out<Class> receivers;

  std::int64_t width = 0, rows = 0;

  static void describe(Spec<Receivers>& s) {
    s.stage("water.receivers",
            "The neighbour that each cell drains to: the steepest way down, across flats the nearest.");
    s.source("O'Callaghan & Mark 1984, D8; flats: algorithms 15.3. Slopes are compared, so diagonals are not favoured");
    s.port(&Receivers::filled, "filled", "Heights without depressions, from water.fill.").unit("m").halo(1);
    s.port(&Receivers::distance, "distance", "Steps across flats, from water.flats.").unit("1").halo(1);
    s.port(&Receivers::ocean, "ocean", "Where water ends; without it, what is not above 0 m.").optional();
    s.port(&Receivers::receivers, "receivers", "The direction of the neighbour; none of outlets.");
  }

  void arrange(Arrangement& a) {
    width = a.width();
    rows = a.height();
    a.set_legend(receivers, receiver_legend());
  }

  void paint(Tile& tile) const {
    const auto w = tile[filled];
    const auto d = tile[distance];
    const auto to = tile[receivers];
    const Outlets is_outlet(w, tile[ocean], width, rows);
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      to(x, y) = is_outlet(x, y) ? no_receiver : d(x, y) == 0 ? steepest(w, x, y) : across(w, d, x, y);
    });
  }

  static Receiver steepest(const View<const float>& w, std::int64_t x, std::int64_t y) {
    const auto here = static_cast<double>(w(x, y));
    double best = 0.0;
    Receiver receiver = no_receiver;
    for (std::size_t k = 0; k < directions.size(); ++k) {
      const Direction& to = directions[k];
      const double slope = (here - static_cast<double>(w(x + to.dx, y + to.dy))) * to.inverse_length;
      if (!(slope > best)) continue;
      best = slope;
      receiver = static_cast<Receiver>(k + 1);
    }
    return receiver;
  }

  static Receiver across(const View<const float>& w, const View<const std::int64_t>& d, std::int64_t x,
                         std::int64_t y) {
    for (std::size_t k = 0; k < directions.size(); ++k) {
      const std::int64_t nx = x + directions[k].dx, ny = y + directions[k].dy;
      if (w(nx, ny) == w(x, y) && d(nx, ny) == d(x, y) - 1) return static_cast<Receiver>(k + 1);
    }
    return no_receiver;
  }
};

}  // namespace

TERRAWRIGHT_STAGE(receivers, Receivers)
