// SPDX-License-Identifier: Apache-2.0
// water.runoff: what of the rain does not evaporate.
#include <algorithm>
#include <cmath>

#include "terrawright/stage.hpp"
#include "water/discharge.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Runoff {
  In<Scalar> rain, biotemperature;
  In<Mask> ocean;
  Out<Count> runoff;
  Out<Scalar> annual, potential;
  double evapotranspiration = 58.93;

  double most_rain = 0;  // mm/yr, so that the sum of all cells fits

  static void describe(Spec<Runoff>& s) {
    s.stage("water.runoff", "Runoff: what the rain leaves for the rivers after evaporation and transpiration.");
    s.source("Turc 1954 and Pike 1964: ET = P / sqrt(1 + (P / PET)^2); PET from biotemperature: Holdridge 1967");
    s.port(&Runoff::rain, "rain", "Annual rain.").unit("mm/yr").statistics();
    s.port(&Runoff::biotemperature, "biotemperature",
           "Biotemperature: the year's mean of the monthly temperatures, each held to 0..30 C.")
        .unit("C");
    s.port(&Runoff::ocean, "ocean",
           "Mask of the ocean, from which nothing runs off; without it, every cell has runoff.")
        .optional();
    s.port(&Runoff::runoff, "runoff", "Annual runoff in whole 1/1024 mm, so that sums are exact.").unit(runoff_unit);
    s.port(&Runoff::annual, "annual", "Annual runoff.").unit("mm/yr").by_name();
    s.port(&Runoff::potential, "potential",
           "Potential evapotranspiration: what would evaporate in a year if there were always enough water.")
        .unit("mm/yr")
        .by_name();
    s.parameter(&Runoff::evapotranspiration, "evapotranspiration",
                "Annual potential evapotranspiration in mm for each degree of biotemperature.")
        .range(0, 1000);
  }

  void arrange(Arrangement& a) {
    const double cells = static_cast<double>(a.width()) * static_cast<double>(a.height());
    most_rain = std::floor(9e18 / 1024 / cells);
  }

  void paint(Tile& tile) const {
    const auto p = tile[rain], bt = tile[biotemperature];
    const auto sea = tile[ocean];
    const auto to = tile[runoff];
    const auto net = tile[annual], most = tile[potential];
    tile.require_finite(rain, "rain", "the rain");
    tile.require_finite(biotemperature, "biotemperature", "the biotemperature");
    if (tile.statistics(rain).maximum > most_rain) {
      throw Failure("rain", "so much rain cannot be added up: sums in 64 bits hold at most " +
                                std::to_string(static_cast<std::int64_t>(most_rain)) +
                                " mm/yr on a world of this size");
    }
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const bool wet = sea && sea(x, y) != 0;
      const double pet = evapotranspiration * static_cast<double>(bt(x, y));
      const double left = wet ? 0.0 : left_of(static_cast<double>(p(x, y)), pet);
      if (to) to(x, y) = static_cast<std::int64_t>(std::nearbyint(1024.0 * left));
      if (net) net(x, y) = static_cast<float>(left);
      if (most) most(x, y) = static_cast<float>(std::max(pet, 0.0));
    });
  }

  // mm/yr.
  static double left_of(double rain, double pet) {
    if (!(rain > 0.0)) return 0.0;
    const double ratio = rain / pet;
    const double evaporated = pet > 0.0 ? rain / std::sqrt(1.0 + ratio * ratio) : 0.0;
    return std::max(rain - evaporated, 0.0);
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, runoff, Runoff)
