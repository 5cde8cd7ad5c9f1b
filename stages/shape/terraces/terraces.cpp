// SPDX-License-Identifier: Apache-2.0
// shape.terraces: flat treads and steep risers, as of layered rock.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "shape/curve/monotone_curve.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Treads {
  double base, high, tread, strength;
  double summit, count;  // the summit lies at this many steps; it is no number where steps do not count
  bool on_land;
  shape::Shore shore;
};

// The riser goes from 0 to 1 over the part of a terrace that is not flat.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void step_row(const Treads& steps, const float* from, float* __restrict to, std::size_t length) {
  const Treads s = steps;
  for (std::size_t x = 0; x < length; ++x) {
    const auto h = static_cast<double>(from[x]);
    // The division may end just below the count, and the summit would lose a whole terrace.
    const double terraces = h == s.summit ? s.count : (h - s.base) / s.high;
    const double whole = std::floor(terraces), fraction = terraces - whole;
    const double t = (fraction - s.tread) / (1.0 - s.tread), rising = t * t * (3.0 - 2.0 * t);
    const double riser = fraction <= s.tread || s.tread == 1.0 ? 0.0 : rising;
    const double stepped = s.base + (whole + riser) * s.high;
    const auto mixed = static_cast<float>(h + s.strength * (stepped - h));
    const float terraced = s.on_land ? s.shore.kept_dry(mixed) : mixed;
    const bool stays = (s.on_land && !s.shore.is_land(from[x])) || terraces - terraces != 0.0;
    to[x] = stays ? from[x] : terraced;
  }
}

struct Terraces {
  In<Height> height;
  In<Number> level;
  Out<Height> terraced;
  std::int64_t count = 8;
  std::optional<double> step;
  double tread = 0.5;
  double strength = 1;
  bool on_land = false;

  static void describe(Spec<Terraces>& s) {
    s.stage("shape.terraces", "Heights in terraces: flat treads joined by smooth risers; the order of heights stays.");
    s.source(
        "(k + g(f)) step over the base; g = 0 on the tread, then t^2 (3-2t), t = (f-tread) / (1-tread); f the "
        "fraction and k the whole part of (h-base) / step; float64");
    s.port(&Terraces::height, "height", "Heights in any unit.").statistics();
    s.port(&Terraces::level, "level", "The sea level. With it the sea stays as it is and terraces start at the shore.")
        .optional();
    s.port(&Terraces::terraced, "height",
           "The heights in terraces; the summit keeps its height, and land stays above the sea.")
        .like("height");
    s.parameter(&Terraces::count, "count", "Number of terraces between the base and the summit.").range(1, 1000);
    s.parameter(&Terraces::step, "step", "Height of one terrace, in the unit of the heights, in place of `count`.")
        .at_least(0)
        .word("by_count");
    s.parameter(&Terraces::tread, "tread", "The flat share of each terrace; 1: steps with vertical risers.")
        .range(0, 1);
    s.parameter(&Terraces::strength, "strength", "Share of the terraces: 0 keeps the heights, 1 gives terraces alone.")
        .range(0, 1);
  }

  void arrange(Arrangement& arrangement) {
    on_land = arrangement.connected(level);
    if (on_land && arrangement.unit(level) != arrangement.unit(height)) {
      throw Failure("level", "the level has another unit than the heights");
    }
    if (step && *step == 0.0) throw Failure("step", "the height of a terrace must be above 0");
  }

  void paint(Tile& tile) const {
    tile.require_finite(height, "height", "a height");
    const shape::Shore shore(on_land ? tile[level] : 0.0);
    const double base = on_land ? static_cast<double>(shore.level) : tile.statistics(height).minimum;
    const double summit = tile.statistics(height).maximum;
    const double high = step ? *step : (summit - base) / static_cast<double>(count);
    const Treads steps{base,
                       high,
                       tread,
                       strength,
                       step ? std::numeric_limits<double>::quiet_NaN() : summit,
                       static_cast<double>(count),
                       on_land,
                       shore};
    const auto from = tile[height];
    const auto to = tile[terraced];
    tile.each_row([&](std::int64_t y) {
      const float* row = from.row(y, tile.left());
      float* out = to.row(y, tile.left());
      if (high > 0.0) {
        step_row(steps, row, out, static_cast<std::size_t>(tile.width()));
      } else {
        std::copy_n(row, tile.width(), out);
      }
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, terraces, Terraces)
