// SPDX-License-Identifier: Apache-2.0
// feature.peaks: summits, the most prominent first.
#include "peaks.hpp"

#include "feature/feature_grid.hpp"
#include "tables/rows.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::feature;

struct Peaks {
  In<Height> height;
  In<Mask> land;
  Out<Table> peaks;
  double prominence = 60;

  FeatureGrid grid;

  static void describe(Spec<Peaks>& s) {
    s.stage("feature.peaks", "Peaks: summits of land that stand high above the way to any higher one.");
    s.source("Prominence by union of cells from high to low");
    s.reads_cell();
    s.port(&Peaks::height, "height", "Heights above the sea.").unit("m").only_in(TERRAWRIGHT_PHASE_SURVEY);
    s.port(&Peaks::land, "land", "Mask of the land; without it, cells above 0 m.")
        .only_in(TERRAWRIGHT_PHASE_SURVEY)
        .optional();
    s.port(&Peaks::peaks, "peaks",
           "One row for each peak, the most prominent first, placed at its summit: its height, how far one has to go "
           "down "
           "on the way to a higher one, or to the sea, and in metres from the first cell the middle of what is high "
           "around it.")
        .points();
    s.parameter(&Peaks::prominence, "prominence",
                "Least prominence of a peak, above the highest saddle that leads to a higher one.")
        .unit("m")
        .range(0.001, 10000);
  }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), "height");
    grid = feature_grid(a.width(), a.height(), a.cell());
    a.needs_memory(memory_of(grid, grid.block == 1 ? 56 : 104));
  }

  Blob survey(const Tile& tile) const {
    const auto z = tile[height];
    const auto mask = tile[land];
    const auto is_land = [&](std::int64_t x, std::int64_t y) { return mask ? mask(x, y) != 0 : z(x, y) > 0.0f; };
    Blob note;
    survey_heights(note, tile, z, grid, is_land);
    survey_flags(note, tile, grid, is_land);
    return note;
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    const BlockHeights heights = join_heights(notes, 0, grid);
    const auto summits =
        summits_of(binomial(heights.mean, grid), join_flags(notes, 3, grid), heights, grid, prominence);
    tables::Rows<double, double, double, double> rows(
        {{"height", "m"}, {"prominence", "m"}, {"middle_x", "m"}, {"middle_y", "m"}});
    for (const Summit& summit : summits) {
      const std::int64_t x = summit.top.cell % grid.world_width, y = summit.top.cell / grid.world_width;
      rows.places.point(static_cast<double>(x), static_cast<double>(y));
      const terrawright_point middle = summit_middle(heights.mean, grid, x / grid.block, y / grid.block);
      rows.add(static_cast<double>(summit.top.height), summit.prominence, middle.x * grid.cell, middle.y * grid.cell);
    }
    resolving.table(peaks, rows.table());
    return done(Nothing{});
  }

  void paint(Tile&) const {}
};

}  // namespace

TERRAWRIGHT_STAGE(feature, peaks, Peaks)
