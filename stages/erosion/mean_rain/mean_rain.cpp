// SPDX-License-Identifier: Apache-2.0
// erosion.mean_rain: how much rain the land gets.

#include "erosion/whole_numbers.hpp"
#include "terrawright/stage.hpp"
#include "water/directions.hpp"
#include "water/outlets.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::erosion;

// For the land of a tile, or of several: the sum as two numbers, whose parts hold it for any world.
struct Fallen {
  std::uint64_t low, high, cells;
};
struct Known {};

struct MeanRain {
  In<Scalar> rain;
  In<Mask> ocean;
  Out<Number> mean;

  std::int64_t width = 0, rows = 0;

  static void describe(Spec<MeanRain>& s) {
    s.stage("erosion.mean_rain", "The mean of the rain on the land, against which rivers are strong or weak.");
    s.source("A sum of whole 1/65536 mm, exact in any order, over the cells but those of the ocean and the border");
    s.port(&MeanRain::rain, "rain", "Annual rain; without it the mean is 0.").unit("mm/yr").optional();
    s.port(&MeanRain::ocean, "ocean", "Mask of the ocean, from erosion.surface.");
    s.port(&MeanRain::mean, "mean", "Mean annual rain on land.").unit("mm/yr");
  }

  void arrange(Arrangement& a) {
    water::refuse_wrapped(a.world(), "ocean");
    width = a.width();
    rows = a.height();
  }

  Fallen survey(const Tile& tile) const {
    Fallen fallen{};
    const auto from = tile[rain];
    if (!from) return fallen;
    const auto sea = tile[ocean];
    const water::Outlets outlets({}, sea, width, rows);
    std::uint64_t sum = 0;
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      if (outlets(x, y)) return;
      const float here = from(x, y);
      require_rain(here, x, y);
      sum += static_cast<std::uint64_t>(rounded(static_cast<double>(here) * parts_of_a_millimetre));
      ++fallen.cells;
    });
    fallen.low = sum & 0xffffffffu;
    fallen.high = sum >> 32;
    return fallen;
  }

  Fallen merge(const Fallen& a, const Fallen& b) const { return {a.low + b.low, a.high + b.high, a.cells + b.cells}; }

  Next<Known> resolve(Resolving& resolving, const Notes<Fallen>& notes) const {
    const Fallen all = notes.size() == 0 ? Fallen{} : notes[0];
    const double sum = static_cast<double>(all.high) * 4294967296.0 + static_cast<double>(all.low);
    if (all.cells != 0 && sum == 0.0) throw Failure("rain", "no rain falls on the land, so no river can cut");
    resolving.number(mean, all.cells == 0 ? 0.0 : sum / parts_of_a_millimetre / static_cast<double>(all.cells));
    return done(Known{});
  }

  void paint(Tile&) const {}
};

}  // namespace

TERRAWRIGHT_STAGE(erosion, mean_rain, MeanRain)
