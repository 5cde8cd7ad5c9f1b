// SPDX-License-Identifier: Apache-2.0
// water.endorheic: closed basins, whose lakes lose to the air all that flows in.
#include <algorithm>
#include <cmath>
#include <string>

#include "closed_note.hpp"
#include "terrawright/stage.hpp"
#include "water/discharge.hpp"
#include "water/land_share.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Endorheic {
  In<Height> height, filled;
  In<Class> receivers;
  In<Count> runoff;
  In<Scalar> evaporation, rain;
  In<Mask> ocean;
  Out<Mask> sinks, lake;
  Out<Scalar> depth, level;
  Out<Number> lakes, share;
  std::int64_t min_area = 9;

  std::int64_t width = 0, rows = 0;

  static void describe(Spec<Endorheic>& s) {
    s.stage("water.endorheic",
            "Finds endorheic lakes, which never spill: each shrinks until as much water evaporates from its area as "
            "flows in.");
    s.source("Algorithms 15.8; the water balance of closed lakes, as Langbein 1961");
    s.revision(2).whole();  // 2: levels lie between two cells
    s.port(&Endorheic::height, "height", "Heights above the sea.").unit("m");
    s.port(&Endorheic::filled, "filled", "Heights without depressions, from water.fill.").unit("m");
    s.port(&Endorheic::receivers, "receivers", "Receivers of the cells if all lakes spill, from water.receivers.");
    s.port(&Endorheic::runoff, "runoff", "Runoff that each cell adds, from water.runoff.").unit(runoff_unit);
    s.port(&Endorheic::evaporation, "evaporation",
           "Annual evaporation from open water, such as `potential` of water.runoff.")
        .unit("mm/yr");
    s.port(&Endorheic::rain, "rain",
           "Annual rain, of which a lake keeps all that falls on it. Without it a lake keeps what land would shed.")
        .unit("mm/yr")
        .optional();
    s.port(&Endorheic::ocean, "ocean", "Mask of the ocean, where water ends; without it, cells at 0 m and below.")
        .optional();
    s.port(&Endorheic::sinks, "sinks",
           "1 in the ocean, in closed lakes and in salt pans: connected as the ocean, it makes a second drainage end "
           "in them.")
        .unit("1");
    s.port(&Endorheic::lake, "lake", "1 in closed lakes.").unit("1").by_name();
    s.port(&Endorheic::depth, "depth", "Depth of closed lakes; 0 elsewhere.").unit("m").by_name();
    s.port(&Endorheic::level, "level", "Height of a closed lake's surface above the sea; 0 elsewhere.")
        .unit("m")
        .by_name();
    s.port(&Endorheic::lakes, "lakes", "Number of closed lakes; salt pans hold no water and do not count.")
        .unit("1")
        .by_name();
    s.port(&Endorheic::share, "share", "Share of the land that closed lakes cover.").unit("%").by_name();
    s.parameter(&Endorheic::min_area, "min_area",
                "Smallest area of a depression that can hold a closed lake; smaller ones spill, however much "
                "evaporates.")
        .unit("cells or an area")
        .at_least(1);
  }

  void arrange(Arrangement& a) {
    check_receivers(a, receivers);
    width = a.width();
    rows = a.height();
    if (width * rows > UINT32_MAX) throw Failure("height", "a world of more than 2^32 cells is too large");
    // It takes 48 itself. With these alone configs/continent.yaml took 18 % more memory than was planned.
    a.needs_memory(static_cast<std::uint64_t>(width * rows) * 108);
  }

  // The tile is the world: its note is the verdict.
  Blob survey(const Tile& tile) const {
    const auto z = tile[height], w = tile[filled];
    ClosedLakes basins(width, raster<float>(tile, [&](auto x, auto y) { return z(x, y); }),
                       raster<float>(tile, [&](auto x, auto y) { return w(x, y); }),
                       raster<Receiver>(tile, [&](auto x, auto y) { return tile[receivers](x, y); }),
                       raster<std::int64_t>(tile, [&](auto x, auto y) { return tile[runoff](x, y); }),
                       raster<std::int64_t>(tile, [&](auto x, auto y) { return lost(tile, x, y); }), min_area);
    const auto closed = basins.find([&] { tile.poll(); });
    const Outlets outlets(z, tile[ocean], width, rows);
    return closed_note(closed, land_cells(z, w, outlets, tile.area()));
  }

  // Net of the rain that a cell under water keeps and would not have kept as land, since its runoff is counted already.
  std::int64_t lost(const Tile& tile, std::int64_t x, std::int64_t y) const {
    const auto whole = [&](const In<Scalar>& port, const char* name) {
      const float amount = tile[port](x, y);
      if (!(amount >= 0.0f && amount <= 1e6f))
        throw Failure(name, "the " + std::string(name) + " is not an amount of water", x, y);
      return static_cast<std::int64_t>(std::nearbyint(1024.0 * static_cast<double>(amount)));
    };
    const std::int64_t evaporates = whole(evaporation, "evaporation");
    if (!tile[rain]) return evaporates;
    return std::max(evaporates - whole(rain, "rain") + tile[runoff](x, y), std::int64_t{0});
  }

  Next<Blob> resolve(const Resolving& resolving, const Notes<Blob>& notes) const {
    const ClosedNote note(notes[0]);
    std::int64_t wet = 0, with_water = 0;
    for (const ClosedEnd& of : note.lakes) {
      wet += of.wet;
      with_water += of.wet != 0;
    }
    resolving.number(lakes, static_cast<double>(with_water));
    resolving.number(share, percent_of(wet, note.land));
    return done(note.blob());
  }

  void paint(Tile& tile, const BlobView& verdict) const {
    const ClosedNote note(verdict);
    const auto z = tile[height];
    const Outlets outlets(z, tile[ocean], width, rows);
    const auto sink = tile[sinks], mask = tile[lake];
    const auto deep = tile[depth], surface = tile[level];
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      if (sink) sink(x, y) = outlets.is_ocean(x, y);
      if (mask) mask(x, y) = 0;
      if (deep) deep(x, y) = 0.0f;
      if (surface) surface(x, y) = 0.0f;
    });
    const std::uint32_t* next = note.wet.data();
    for (const ClosedEnd& of : note.lakes) {
      if (sink) sink(of.deepest % width, of.deepest / width) = 1;
      for (std::int64_t i = 0; i < of.wet; ++i, ++next) {
        const std::int64_t x = *next % width, y = *next / width;
        if (sink) sink(x, y) = 1;
        if (mask) mask(x, y) = 1;
        if (deep) deep(x, y) = of.level - z(x, y);
        if (surface) surface(x, y) = of.level;
      }
    }
  }

  template <class Cell, class At>
  static std::vector<Cell> raster(const Tile& tile, At at) {
    std::vector<Cell> cells;
    cells.reserve(static_cast<std::size_t>(tile.width() * tile.height()));
    tile.each_cell([&](std::int64_t x, std::int64_t y) { cells.push_back(at(x, y)); });
    return cells;
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, endorheic, Endorheic)
