// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <utility>
#include <vector>

#include "inputs.hpp"
#include "landscape.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::erosion;

struct StreamPowerErosion {
  In<Height> height;
  In<Mask> ocean;
  In<Scalar> rain;
  In<Field> uplifts, hardnesses;
  Out<Height> eroded;
  double uplift = 0.5, hardness = 1, erodibility = 1e-5, channel_area = 0.3e6, step = 200000;
  std::int64_t steps = 25;

  double cell = 0;

  static void describe(Spec<StreamPowerErosion>& s) {
    s.stage("bench.stream_power", "Lets the land rise while rivers cut their valleys into it.");
    s.revision(2);
    s.source(
        "Howard 1994; implicit steps after Braun & Willett 2013; algorithms 16. From the mouths up: risen = h + uplift "
        "step, F = erodibility hardness sqrt(max(A, channel_area)) step / length and h = (risen + F down) / (1 + F), "
        "where down is the new height of the cell that takes the water; h = down where risen is below it");
    s.whole().reads_cell();
    s.port(&StreamPowerErosion::height, "height", "Heights above the sea.").unit("m");
    s.port(&StreamPowerErosion::ocean, "ocean",
           "Mask of the ocean, where heights stay and rivers end; without it, cells at 0 m and below.")
        .optional();
    s.port(&StreamPowerErosion::rain, "rain",
           "Annual rain: wetter land feeds its rivers more; without it, all land feeds them alike.")
        .unit("mm/yr")
        .optional();
    s.port(
         &StreamPowerErosion::uplifts, "uplift",
         "How fast the land rises at each cell, in the place of one rate for all: mountains grow where it is high. A "
         "cell that rises less than the one it drains to is raised with that, as a river fills its valley up, so "
         "what sinks behind a rising coast becomes a plain; to keep valleys, let the rate fall towards the coast, and "
         "change over many cells.")
        .unit("mm/yr")
        .optional();
    s.port(
         &StreamPowerErosion::hardnesses, "hardness",
         "Factor on the erodibility at each cell: 0.5 is rock that rivers cut half as fast, 2 is soft ground. A noise "
         "around 1 keeps streams on even slopes from running side by side.")
        .unit("1")
        .optional();
    s.port(
         &StreamPowerErosion::eroded, "height",
         "The heights after erosion; the ocean and the world's border keep theirs. No hollow is left, and so no lake. "
         "To have some, dig them afterwards: shape.formula with unit m and a - min(250 * clamp((b - 0.5) / 0.3, 0, 1), "
         "0.7 * max(a, 0)), where b is a smooth noise of -1 to 1, and what comes out goes to water.drainage and "
         "water.lakes.")
        .unit("m");
    s.parameter(&StreamPowerErosion::uplift, "uplift", "How fast the land rises, everywhere alike.")
        .unit("mm/yr")
        .range(0, 1000);
    s.parameter(&StreamPowerErosion::hardness, "hardness", "Factor on the erodibility, everywhere alike.")
        .range(0, 1000);
    s.parameter(&StreamPowerErosion::erodibility, "erodibility",
                "Erodibility K of the stream power law: a river cuts down at K times its slope times the square root "
                "of its drainage area in m2.")
        .unit("1/yr")
        .range(0, 1);
    s.parameter(
         &StreamPowerErosion::channel_area, "channel_area",
         "Drainage area at which rivers begin. What drains less erodes as if it drained this, so that a hillside "
         "does not become the steeper the smaller the cells are. 1 km2 where worlds of several cell sizes are "
         "to agree; 0: every cell is a river.")
        .unit("m2")
        .range(0, 1e12);
    s.parameter(&StreamPowerErosion::step, "step",
                "Length of one time step; in each, the courses of the rivers are found anew.")
        .unit("yr")
        .range(0, 1e9);
    s.parameter(&StreamPowerErosion::steps, "steps", "Number of time steps: the erosion lasts `steps` times `step`.")
        .range(1, 100000);
  }

  void arrange(Arrangement& a) {
    if (a.world().wraps_x() || a.world().wraps_y()) {
      throw Failure("height",
                    "the world wraps, and rivers do not cross its edges, over which they leave the map; set "
                    "wrap: none, or leave this stage out");
    }
    if (a.width() * a.height() > UINT32_MAX) throw Failure("height", "a world of more than 2^32 cells is too large");
    cell = a.cell();
    std::uint64_t bytes = Landscape::bytes;
    if (a.connected(rain)) bytes += sizeof(std::int64_t);
    if (a.connected(uplifts)) bytes += sizeof(float);
    if (a.connected(hardnesses)) bytes += sizeof(float);
    a.needs_memory(static_cast<std::uint64_t>(a.width() * a.height()) * bytes);
  }

  void paint(Tile& tile) const {
    const auto poll = [&] { tile.poll(); };
    const Raster raster(static_cast<std::size_t>(tile.width()), static_cast<std::size_t>(tile.height()));
    std::vector<std::uint8_t> outlet = outlets(tile, raster, tile[height], tile[ocean]);
    std::vector<double> state = heights(tile, tile[height], outlet);
    Ground ground{weights(tile, tile[rain], outlet), factors(tile, tile[uplifts], outlet, "uplift"),
                  factors(tile, tile[hardnesses], outlet, "hardness")};
    Landscape landscape(raster.width, raster.height, std::move(state), std::move(outlet), std::move(ground));
    const StreamPower law{uplift / 1000.0, erodibility * hardness, step, cell, channel_area};
    for (std::int64_t k = 0; k < steps; ++k) landscape.advance(law, poll);
    const auto from = tile[height];
    const auto to = tile[eroded];
    std::size_t at = 0;
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      to(x, y) = landscape.is_outlet(at) ? from(x, y) : static_cast<float>(landscape.height()[at]);
      ++at;
    });
  }
};

}  // namespace

TERRAWRIGHT_PLUGIN("org.terrawright.bench", "1", stage<StreamPowerErosion>())
