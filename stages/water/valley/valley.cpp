// SPDX-License-Identifier: Apache-2.0
// water.valley: rivers widen their valleys to level floors between bluffs.
#include <cmath>
#include <vector>

#include "terrawright/stage.hpp"
#include "water/walks.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

// A cell of a river.
struct Bed {
  float height, discharge;  // m3/s; 0: there is none
  std::int32_t x, y;
};
constexpr Bed no_bed = {0, 0, 0, 0};

struct Valley {
  In<Height> height;
  In<Class> receivers;
  In<Scalar> discharge;
  In<Mask> ocean;
  Out<Height> widened;
  double from = 1, widths = 12, fall = 0.001;

  double cell = 0;

  static void describe(Spec<Valley>& s) {
    s.stage("water.valley", "Valley floors: level ground beside rivers, as wide as they are large, up to bluffs.");
    s.source(
        "Lateral planation, Gilbert 1877; rivers are 5 sqrt(Q) m wide, Leopold & Maddock 1953. Each cell looks at the "
        "first river cell on its way, of the height z, e m away: floor = z + fall min(e, W / 2), W = widths 5 sqrt(Q), "
        "and above it h = floor + (h - floor) smooth((e - W / 2) / max(W / 2, cell)); in float64");
    s.reads_cell();
    s.port(&Valley::height, "height", "Heights above the sea, without depressions.").unit("m");
    s.port(&Valley::receivers, "receivers", "Receivers of the cells, from water.receivers of these heights.")
        .halo(&Valley::seen_around);
    s.port(&Valley::discharge, "discharge", "Water that passes through each cell, from water.rivers.").unit("m3/s");
    s.port(&Valley::ocean, "ocean", "Mask of the ocean, which keeps its floor; without it, cells at 0 m and below.")
        .optional();
    s.port(&Valley::widened, "height",
           "The heights, nowhere higher than they were; where a floor meets another valley there may be depressions.")
        .unit("m");
    s.parameter(&Valley::from, "from", "Discharge from which a stream has a floor.").unit("m3/s").range(0.001, 1e6);
    s.parameter(&Valley::widths, "widths", "Width of the floor, in widths of its river.").range(1, 200);
    s.parameter(&Valley::fall, "fall", "Slope of the floor down to its river, rise over run.").range(0, 0.1);
  }

  void arrange(Arrangement& a) {
    check_receivers(a, receivers);
    cell = a.cell();
    a.needs_memory(static_cast<std::uint64_t>(a.width() * a.height()) + (1 << 20));
    a.needs_scratch(0, sizeof(Bed));
  }

  // Surveys look over the tile's edge for what comes in.
  static std::int64_t seen_around(const Valley&, std::uint32_t phase) {
    return phase == TERRAWRIGHT_PHASE_SURVEY ? 1 : 0;
  }

  Bed bed_at(const Tile& tile, std::int64_t x, std::int64_t y) const {
    const float carried = tile[discharge](x, y);
    if (!(carried >= static_cast<float>(from))) return no_bed;
    const bool at_sea = tile[ocean] ? tile[ocean](x, y) != 0 : !(tile[height](x, y) > 0.0f);
    if (at_sea) return no_bed;
    return {tile[height](x, y), carried, static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
  }
  static Bed first(const Bed& own, const Bed& below) { return own.discharge > 0 ? own : below; }

  Blob survey(const Tile& tile) const {
    tile.poll();
    const FlowTile flow(tile[receivers], tile.area(), tile.width());
    const TileWalks walks(tile[receivers], flow);
    std::vector<Bed> beds;
    for (const std::size_t place : walks.places()) {
      const auto at = static_cast<std::int64_t>(place);
      beds.push_back(bed_at(tile, tile.left() + at % tile.width(), tile.top() + at / tile.width()));
    }
    return walks.note(beds);
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    tell_values_beyond<Bed, Bed>(resolving, notes, [](const Bed& own, const Bed* below) {
      return first(own, below == nullptr ? no_bed : *below);
    });
    return done(Nothing{});
  }

  void paint(Tile& tile) const {
    tile.require_finite(height, "height", "a height");
    tile.require_finite(discharge, "discharge");
    const FlowTile flow(tile[receivers], tile.area(), tile.width());
    if (flow.still()) {
      tile.same(widened, height);
      return;
    }
    Bed* const beds = tile.scratch<Bed>(flow.size());
    tile.each_cell([&](std::int64_t x, std::int64_t y) { beds[flow.place(x, y)] = bed_at(tile, x, y); });
    const BlobView own = tile.own<Blob>();
    for (std::size_t i = 0; i < flow.leaving().size(); ++i) {
      Bed& leaving = beds[flow.leaving()[i].place];
      leaving = first(leaving, own.items<Bed>(0)[i]);
    }
    flow.upstream([&](std::size_t up, std::size_t below) { beds[up] = first(beds[up], beds[below]); });
    const auto z = tile[height];
    const auto to = tile[widened];
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const Bed& bed = beds[flow.place(x, y)];
      to(x, y) = bed.discharge > 0 ? lowered(z(x, y), x, y, bed) : z(x, y);
    });
  }

  float lowered(float high, std::int64_t x, std::int64_t y, const Bed& bed) const {
    const auto dx = static_cast<double>(x - bed.x), dy = static_cast<double>(y - bed.y);
    const double away = std::sqrt(dx * dx + dy * dy) * cell;
    const double half = widths * 2.5 * std::sqrt(static_cast<double>(bed.discharge));
    const double share = (away - half) / std::max(half, cell);
    if (share >= 1) return high;
    const double floor = static_cast<double>(bed.height) + fall * std::min(away, half);
    const double above = static_cast<double>(high) - floor;
    if (!(above > 0)) return high;
    const double kept = share > 0 ? share * share * (3 - 2 * share) : 0;
    return static_cast<float>(floor + above * kept);
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, valley, Valley)
