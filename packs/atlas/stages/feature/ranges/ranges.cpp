// SPDX-License-Identifier: Apache-2.0
// feature.ranges: mountain ranges, the largest first.
#include "ranges.hpp"

#include <optional>

#include "feature/axis.hpp"
#include "feature/feature_grid.hpp"
#include "tables/rows.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::feature;

struct Ranges {
  In<Height> height;
  In<Mask> land;
  Out<Table> ranges;
  Out<Mask> mask;
  double window = 6000, rough = 450, broad = 3000, smoothing = 1000, part = 72, min_area = 58, hole = 150;
  Percentage rough_share = percent(72), low_share = percent(55);
  std::optional<std::int64_t> most = 12;

  FeatureGrid grid;

  static void describe(Spec<Ranges>& s) {
    s.stage("feature.ranges", "Mountain ranges: land that is rough and high, parted at its deep valleys.");
    s.source("Atlas features: relief in a window, and islands of a falling sea that are too large to join");
    s.reads_cell();
    s.port(&Ranges::height, "height", "Heights above the sea.").unit("m").only_in(TERRAWRIGHT_PHASE_SURVEY);
    s.port(&Ranges::land, "land", "Mask of the land; without it, cells above 0 m.")
        .only_in(TERRAWRIGHT_PHASE_SURVEY)
        .optional();
    s.port(&Ranges::ranges, "ranges",
           "One row for each range, the largest first: the line along its middle from the western end, its area, its "
           "highest summit, and the middle of the line in metres from the first cell.")
        .lines();
    s.port(&Ranges::mask, "mask", "1 in the ranges of the table.").unit("1").by_name();
    s.parameter(&Ranges::window, "window", "Side of the square in which land is rough that is high beside low.")
        .unit("m")
        .range(1, 1e7);
    s.parameter(&Ranges::rough, "rough", "Difference of heights in the window that mountains exceed.")
        .unit("m")
        .range(0, 20000);
    s.parameter(&Ranges::rough_share, "rough_share", "Share of the land that is not rough enough, however rough it is.")
        .range(0, 100);
    s.parameter(&Ranges::low_share, "low_share", "Share of the land that is not high enough, however high it is.")
        .range(0, 100);
    s.parameter(&Ranges::part, "part", "Area from which on two ranges that meet stay two.").unit("km2").at_least(0);
    s.parameter(&Ranges::min_area, "min_area", "Least area of a range.").unit("km2").at_least(0);
    s.parameter(&Ranges::most, "most", "Greatest number of ranges: the largest.").word("all").at_least(1);
    s.parameter(&Ranges::hole, "hole", "Area from which on land that a range encloses is not its own.")
        .unit("km2")
        .at_least(0)
        .advanced();
    s.parameter(&Ranges::broad, "broad", "Over how many metres heights are smoothed to be high or low.")
        .unit("m")
        .range(0, 1e7)
        .advanced();
    s.parameter(&Ranges::smoothing, "smoothing", "Over how many metres outlines of ranges are smoothed.")
        .unit("m")
        .range(0, 1e7)
        .advanced();
  }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), "height");
    grid = feature_grid(a.width(), a.height(), a.cell());
    a.needs_memory(memory_of(grid, grid.block == 1 ? 80 : 120));
  }

  Blob survey(const Tile& tile) const {
    const auto z = tile[height];
    const auto is = tile[land];
    const auto is_land = [&](std::int64_t x, std::int64_t y) { return is ? is(x, y) != 0 : z(x, y) > 0.0f; };
    Blob note;
    survey_heights(note, tile, z, grid, is_land);
    survey_flags(note, tile, grid, is_land);
    return note;
  }

  Next<Blob> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    const BlockHeights heights = join_heights(notes, 0, grid);
    std::vector<std::int32_t> far;
    std::vector<std::uint8_t> high = mountains(heights.mean, join_flags(notes, 3, grid), grid,
                                               {window, rough, rough_share, broad, low_share, smoothing, hole}, far);
    const Patches parts = split(high, far, grid, grid.blocks_of_area(part));
    const std::vector<std::uint32_t> kept = largest(parts, grid.blocks_of_area(min_area), most);
    resolving.table(ranges, table_of(parts, kept, heights, squared_distances(high, grid)));
    std::fill(high.begin(), high.end(), std::uint8_t{0});
    for (const std::uint32_t p : kept) {
      for (const std::uint32_t c : parts[p]) high[c] = 1;
    }
    Blob verdict;
    verdict.add(high);
    return done(std::move(verdict));
  }

  Table table_of(const Patches& parts, const std::vector<std::uint32_t>& kept, const BlockHeights& heights,
                 const std::vector<std::int32_t>& squared) const {
    Axes axes(parts, squared, grid);
    tables::Rows<double, double, double, double, double> rows(
        {{"area", "km2"}, {"height", "m"}, {"length", "km"}, {"pole_x", "m"}, {"pole_y", "m"}});
    for (const std::uint32_t p : kept) {
      Top top;
      for (const std::uint32_t c : parts[p]) top = is_higher(heights.top(c), top) ? heights.top(c) : top;
      const std::vector<AxisPoint> line = axes.of(p);
      const AxisPoint middle = middle_of(line);
      rows.places.line(line.begin(), line.end());
      rows.add(static_cast<double>(parts[p].size()) * grid.square_kilometres(), static_cast<double>(top.height),
               length_of(line, grid.cell), middle.x * grid.cell, middle.y * grid.cell);
    }
    return rows.table();
  }

  void paint(Tile& tile, const BlobView& verdict) const {
    if (!tile.wanted(mask)) return;
    const Items<std::uint8_t> is = verdict.items<std::uint8_t>(0);
    tile.each_cell(
        [&](std::int64_t x, std::int64_t y) { tile[mask](x, y) = is[grid.at(x / grid.block, y / grid.block)]; });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(feature, ranges, Ranges)
