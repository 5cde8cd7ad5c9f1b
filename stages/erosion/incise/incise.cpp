// SPDX-License-Identifier: Apache-2.0
// erosion.incise: the land rises, and rivers cut into it, for one step of time.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "water/walks.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

// The law of one cell, E = K A^0.5 S, implicit in time: any length of a step is stable. h = (risen + F down) / (1 + F),
// F = celerity step / length, with one division that waits for nothing.

// Years of a step over metres to the neighbour.
struct Pace {
  float straight, diagonal;
};

// Part of the difference to the cell below that remains after a step: 1 / (1 + F).
inline float kept(float celerity, water::Receiver to, const Pace& pace) {
  return 1.0f / (1.0f + celerity * (to < 5 ? pace.straight : pace.diagonal));
}

// `down`: the new height of the cell that takes the water. Never below that: so nothing needs to be filled again.
inline float carved(float risen, float kept, float down) {
  const float cut = down + (risen - down) * kept;
  const float high = cut < risen ? cut : risen;  // the sum may be rounded up
  return risen > down ? high : down;
}

TERRAWRIGHT_FOR_EACH_PROCESSOR
void kept_of_row(const float* celerity, const water::Receiver* to, float straight, float diagonal,
                 float* __restrict row, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) row[x] = kept(celerity[x], to[x], {straight, diagonal});
}

// `uplift`: of each cell, or nullptr; then `rise` is that of all. False where one is not a number of 0 or more.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool risen_of_row(const float* height, const water::Receiver* to, const float* uplift, float rise,
                  float* __restrict row, std::int64_t count) {
  std::uint32_t bad = 0;
  if (uplift == nullptr) {
    for (std::int64_t x = 0; x < count; ++x) row[x] = to[x] != water::no_receiver ? height[x] + rise : height[x];
    return true;
  }
  for (std::int64_t x = 0; x < count; ++x) {
    const float up = uplift[x];
    const bool drains = to[x] != water::no_receiver;
    bad |= static_cast<std::uint32_t>(drains & !(up >= 0.0f && up - up == 0.0f));
    row[x] = drains ? height[x] + up * rise : height[x];
  }
  return bad == 0;
}

// A cell of the trunk. For an outlet: its height, which stays.
struct TrunkCell {
  float risen, kept;
};

// Note of a tile. cell(x, y) is its TrunkCell.
template <class Cell>
Blob trunk_note(const View<const Receiver>& receivers, const Rect& area, Cell cell) {
  const TileWalks walks(receivers, water::FlowTile(receivers, area, area.width));
  std::vector<TrunkCell> cells;
  cells.reserve(walks.places().size());
  for (const std::size_t place : walks.places()) {
    const auto at = static_cast<std::int64_t>(place);
    cells.push_back(cell(area.x + at % area.width, area.y + at / area.width));
  }
  return walks.note(cells);
}

struct Incise {
  In<Height> height;
  In<Class> receivers;
  In<Scalar> celerity;
  In<Field> uplifts;
  Out<Height> incised;
  double uplift = 0.5, step = 200000;

  Pace pace{};

  static void describe(Spec<Incise>& s) {
    s.stage("erosion.incise", "Lets the land rise while rivers cut their valleys into it, for one step of time.");
    s.source(
        "Howard 1994; implicit steps after Braun & Willett 2013. From the mouths up, in float32: risen = h + uplift "
        "step, F = celerity step / length and h = down + (risen - down) / (1 + F), at most risen, where down is the "
        "new "
        "height of the cell that takes the water; h = down where risen is not above it");
    s.reads_cell();
    s.port(&Incise::height, "height", "Heights above the sea; outlets at least as high as its surface.").unit("m");
    s.port(&Incise::receivers, "receivers", "Receivers of the cells, from erosion.route of these heights.")
        .halo(&Incise::seen_around);
    s.port(&Incise::celerity, "celerity", "Speed at which rivers cut upstream, from erosion.celerity.").unit("m/yr");
    s.port(&Incise::uplifts, "uplift",
           "Uplift rate at each cell, in the place of one rate for all: mountains grow where it is high. A cell that "
           "rises less than the one it drains to is raised with that, as a river fills its valley up, so what sinks "
           "behind a rising coast becomes a plain; to keep valleys, let the rate fall towards the coast, and change "
           "over many cells.")
        .unit("mm/yr")
        .optional();
    s.port(&Incise::incised, "height",
           "The heights after the step; outlets keep theirs. No cell is below the one that it drains to.")
        .unit("m");
    s.parameter(&Incise::uplift, "uplift", "Uplift rate of all cells.").unit("mm/yr").range(0, 1000);
    s.parameter(&Incise::step, "step", "Length of one time step; each finds the courses of the rivers again.")
        .unit("yr")
        .range(0, 1e9);
  }

  void arrange(Arrangement& a) {
    check_receivers(a, receivers);
    pace = {static_cast<float>(step / a.cell()), static_cast<float>(step / (a.cell() * 1.4142135623730951))};
    a.needs_memory(static_cast<std::uint64_t>(a.width() * a.height()) / 2 + (1 << 20));
  }

  // Surveys look over the tile's edge for what comes in.
  static std::int64_t seen_around(const Incise&, std::uint32_t phase) {
    return phase == TERRAWRIGHT_PHASE_SURVEY ? 1 : 0;
  }

  // m; with a layer of it, m for each mm/yr.
  float rise(bool has_layer) const { return static_cast<float>((has_layer ? 1.0 : uplift) / 1000.0 * step); }

  Blob survey(const Tile& tile) const {
    tile.poll();
    const auto z = tile[height], speed = tile[celerity], up = tile[uplifts];
    const auto to = tile[receivers];
    const float by = rise(static_cast<bool>(up));
    return trunk_note(to, tile.area(), [&](std::int64_t x, std::int64_t y) {
      TrunkCell cell{};
      const float* const own = up ? up.row(y, x) : nullptr;
      // Errors of an uplift are reported when the cell is painted.
      risen_of_row(z.row(y, x), to.row(y, x), own, by, &cell.risen, 1);
      cell.kept = kept(speed(x, y), to(x, y), pace);
      return cell;
    });
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    tell_values_beyond<float, TrunkCell>(resolving, notes, [](const TrunkCell& cell, const float* down) {
      return down == nullptr ? cell.risen : carved(cell.risen, cell.kept, *down);
    });
    return done(Nothing{});
  }

  void paint(Tile& tile) const {
    const auto z = tile[height], speed = tile[celerity], up = tile[uplifts];
    const auto drains = tile[receivers];
    const auto to = tile[incised];
    const FlowTile flow(drains, tile.area(), to.stride());
    if (flow.still()) {
      tile.same(incised, height);
      return;
    }
    Scratch<float> keeps;
    keeps.resize(flow.size());
    const float by = rise(static_cast<bool>(up));
    tile.each_row([&](std::int64_t y) {
      if (!flow.flows(y)) {
        std::copy_n(z.row(y, tile.left()), tile.width(), to.row(y, tile.left()));
        return;
      }
      const Receiver* const row = drains.row(y, tile.left());
      kept_of_row(speed.row(y, tile.left()), row, pace.straight, pace.diagonal, &keeps[flow.place(tile.left(), y)],
                  tile.width());
      const float* const own = up ? up.row(y, tile.left()) : nullptr;
      if (!risen_of_row(z.row(y, tile.left()), row, own, by, to.row(y, tile.left()), tile.width()))
        refuse_uplift(tile, y);
    });
    float* const heights = to.row(tile.top(), tile.left());
    const float* const kept = keeps.data();
    const BlobView own = tile.own<Blob>();
    for (std::size_t i = 0; i < flow.leaving().size(); ++i) {
      const std::size_t at = flow.leaving()[i].place;
      heights[at] = carved(heights[at], kept[at], own.items<float>(0)[i]);
    }
    flow.upstream([=](std::size_t from, std::size_t below) {
      heights[from] = carved(heights[from], kept[from], heights[below]);
    });
  }

  [[noreturn]] void refuse_uplift(const Tile& tile, std::int64_t y) const {
    for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
      const float up = tile[uplifts](x, y);
      if (tile[receivers](x, y) != no_receiver && !(std::isfinite(up) && up >= 0.0f))
        throw Failure("uplift", "the uplift is not a finite number of 0 or more", x, y);
    }
    throw Failure("uplift", "the uplift is not a finite number of 0 or more");
  }
};

}  // namespace

TERRAWRIGHT_STAGE(erosion, incise, Incise)
