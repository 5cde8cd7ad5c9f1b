// SPDX-License-Identifier: Apache-2.0
// view.hillshade: light and shadow alone.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "steepness.hpp"
#include "terrawright/stage.hpp"
#include "view/sea.hpp"
#include "view/shade.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

// The drawn slope of the mean pair of neighbours, where the exaggeration is auto.
constexpr double usual_slope = 0.4;

// Drawn rise over a run of one cell, for each unit of height between neighbours.
struct Drawn {
  double per_unit;
};

enum class Water { floor, flat };

struct Hillshade {
  In<Height> height;
  In<Number> level;
  Out<Weight> shade;
  std::optional<double> exaggeration;
  Water water = Water::floor;

  double run = 1;  // a cell, in the unit of the heights where that is m
  int bits = 0;
  std::optional<Sea> sea;

  static void describe(Spec<Hillshade>& s) {
    s.stage("view.hillshade", "Light and shadow alone: the sun stands in the north-west, 35 degrees high.");
    s.source(
        "(1 + L/sqrt(3)) / 2, L = (1-gx-gy) / sqrt(1+gx^2+gy^2), gx the rise to the west, gy to the north; "
        "algorithms 3.4");
    s.reads_cell();
    s.port(&Hillshade::height, "height", "Heights in metres or without unit.").statistics().halo(1);
    s.port(&Hillshade::level, "level", "The sea level, which `water: flat` needs where heights are not in metres.")
        .optional();
    s.port(&Hillshade::shade, "shade",
           "Brightness: 0 where the ground faces away from the sun, 1 where it faces it, 0.789 where it is flat.")
        .unit("1");
    s.parameter(&Hillshade::exaggeration, "exaggeration",
                "Vertical exaggeration, how much steeper slopes are drawn than they are; in heights without unit, 1 "
                "counts as the side of a cell. auto draws the mean slope of every world alike.")
        .range(0, 1e9)
        .word("auto");
    s.parameter(&Hillshade::water, "water",
                "What is shaded under water: the sea floor, or the flat surface of the sea.")
        .choices({"floor", "flat"});
  }

  void arrange(Arrangement& world) {
    if (world.unit(height) == "m") run = world.cell();
    bits = Steepness::bits(world.width(), world.height());
    if (water == Water::floor) return;
    sea = Sea::find(world, height, level);
    if (!sea) throw Failure("water", "the sea level is not known; connect level: sea.level, or take heights in metres");
  }

  float lowest(const Running& running) const {
    return sea ? sea->level(running) : -std::numeric_limits<float>::infinity();
  }
  double range(const Running& running) const {
    return running.statistics(height).maximum - running.statistics(height).minimum;
  }

  Steepness survey(const Tile& tile) const {
    tile.require_finite(height, "height", "a height");
    return survey_steepness(tile, tile[height], lowest(tile), range(tile), bits);
  }
  Steepness merge(const Steepness& a, const Steepness& b) const { return {a.sum + b.sum, a.pairs + b.pairs}; }
  Next<Drawn> resolve(Resolving& world, const Notes<Steepness>& notes) const {
    if (exaggeration) return done(Drawn{*exaggeration / run});
    Steepness all;
    for (std::size_t n = 0; n < notes.size(); ++n) all = merge(all, notes[n]);
    if (all.sum == 0) return done(Drawn{0});
    const double mean = static_cast<double>(all.sum) / std::ldexp(static_cast<double>(all.pairs), bits);
    return done(Drawn{usual_slope / (mean * range(world))});
  }

  void paint(Tile& tile, const Drawn& drawn) const {
    const auto z = tile[height];
    const auto to = tile[shade];
    const Rect& seen = z.area();
    const float least = lowest(tile);
    const auto rise = [&](float from, float onto, std::int64_t cells) {
      if (cells == 0) return 0.0;
      const double difference = static_cast<double>(std::max(onto, least)) - static_cast<double>(std::max(from, least));
      return difference / static_cast<double>(cells) * drawn.per_unit;
    };
    tile.each_row([&](std::int64_t y) {
      const std::int64_t north = std::max(y - 1, seen.y), south = std::min(y + 1, seen.y + seen.height - 1);
      for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
        const std::int64_t west = std::max(x - 1, seen.x), east = std::min(x + 1, seen.x + seen.width - 1);
        to(x, y) = static_cast<float>(
            shade_of(rise(z(east, y), z(west, y), east - west), rise(z(x, south), z(x, north), south - north)));
      }
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(view, hillshade, Hillshade)
