// SPDX-License-Identifier: Apache-2.0
// view.hillshade: light and shadow alone.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "view/shore_rows.hpp"
#include "view/tint.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

// How steep a world is on the whole, exactly, so that shading can suit any world.

// Neighbours of different height along both axes: how many, and the sum of their nearbyint(|dh| / (hi - lo) * 2^bits).
struct Steepness {
  std::int64_t sum = 0, pairs = 0;

  // So many that the sum over all neighbours of a world fits.
  static int bits(std::int64_t width, std::int64_t height) {
    int bits = 62;
    for (std::int64_t pairs = 2 * width * height; pairs > 1; pairs = (pairs + 1) / 2) --bits;
    return bits < 50 ? bits : 50;
  }
};

// Pairs of a cell of one row and a cell of another.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_pairs(const float* here, const float* there, std::size_t count, float lowest, double range, double scale,
               Steepness& all) {
  std::int64_t sum = 0, pairs = 0;
  const auto at = [&](float z) { return static_cast<double>(z < lowest ? lowest : z); };
  for (std::size_t x = 0; x < count; ++x) {
    const double rise = std::fabs(at(there[x]) - at(here[x]));
    const bool counts = rise > 0 && rise <= range;  // not flat, nor no number: that tile refuses it
    sum += rounded((counts ? rise : 0.0) / range * scale);
    pairs += counts ? 1 : 0;
  }
  all.sum += sum;
  all.pairs += pairs;
}

// A pair belongs to the tile of its left or upper cell; the window of z reaches one cell beyond the tile.
// Heights below `lowest` count as it.
inline Steepness survey_steepness(const Tile& tile, const View<const float>& z, float lowest, double range, int bits) {
  Steepness all;
  if (!(range > 0)) return all;
  const double scale = std::ldexp(1.0, bits);
  const std::int64_t right = std::min(tile.right(), z.area().x + z.area().width - 1);
  const std::int64_t bottom = z.area().y + z.area().height;
  tile.each_row([&](std::int64_t y) {
    const float* row = z.row(y, tile.left());
    add_pairs(row, row + 1, static_cast<std::size_t>(right - tile.left()), lowest, range, scale, all);
    if (y + 1 == bottom) return;
    add_pairs(row, z.row(y + 1, tile.left()), static_cast<std::size_t>(tile.width()), lowest, range, scale, all);
  });
  return all;
}

// The drawn slope of the mean pair of neighbours, where the exaggeration is auto.
constexpr double usual_slope = 0.4;

// Drawn rise over a run of one cell, for each unit of height between neighbours.
struct Drawn {
  double per_unit;
};

enum class Water { floor, flat };

// Neighbours lie this share of their distance apart for each cell; 0 where there is but one.
double share_of(std::int64_t cells) { return cells > 0 ? 1.0 / static_cast<double>(cells) : 0.0; }

struct Slopes {
  float least;        // heights below count as it
  double share_down;  // share_of of the neighbours above and below
  double per_unit;
};

TERRAWRIGHT_FOR_EACH_PROCESSOR
void shade_row(const Slopes& slopes, double share_across, const float* west, const float* east, const float* north,
               const float* south, float* __restrict to, std::size_t count) {
  const Slopes s = slopes;
  const auto at = [&](float z) { return static_cast<double>(z < s.least ? s.least : z); };
  for (std::size_t x = 0; x < count; ++x) {
    const double gx = (at(west[x]) - at(east[x])) * share_across * s.per_unit;
    const double gy = (at(north[x]) - at(south[x])) * s.share_down * s.per_unit;
    to[x] = static_cast<float>(shade_of(gx, gy));
  }
}

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
    s.parameter(&Hillshade::water, "water", "Surface that is shaded where the sea is.")
        .choices({"floor", "flat"})
        .choice_docs({"The sea floor.", "The flat surface of the sea."});
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
    tile.each_row([&](std::int64_t y) {
      const std::int64_t north = std::max(y - 1, seen.y), south = std::min(y + 1, seen.y + seen.height - 1);
      const Slopes slopes{lowest(tile), share_of(south - north), drawn.per_unit};
      // Cells from `first` on whose neighbours to the west and east lie this far from them.
      const auto shade_cells = [&](std::int64_t first, std::int64_t count, std::int64_t west, std::int64_t east) {
        if (count <= 0) return;
        shade_row(slopes, share_of(west + east), z.row(y, first - west), z.row(y, first + east), z.row(north, first),
                  z.row(south, first), to.row(y, first), static_cast<std::size_t>(count));
      };
      const std::int64_t left = std::max(tile.left(), seen.x + 1);
      const std::int64_t right = std::min(tile.right(), seen.x + seen.width - 1);
      shade_cells(left, right - left, 1, 1);
      if (left > tile.left()) shade_cells(seen.x, 1, 0, seen.width > 1 ? 1 : 0);
      if (right < tile.right() && seen.width > 1) shade_cells(right, 1, 1, 0);
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(view, hillshade, Hillshade)
