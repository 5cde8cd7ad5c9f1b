// SPDX-License-Identifier: Apache-2.0
#include "rain.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "climate/seasons.hpp"
#include "climate/wind_field.hpp"
#include "relief_blocks.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::climate;

constexpr double seconds_per_hour = 3600, kilograms_per_cubic_kilometre = 1e12;

struct Rain {
  In<Height> height;
  In<Grid> flow;
  Out<Scalar> annual;
  Out<Number> inflow, evaporation, precipitation, outflow, balance;
  Moisture moisture;
  double lapse_ratio = 0.8, vapour_scale = 2500, cloud_delay = 300, fall_delay = 300, rainout_time = 3e4;
  double evaporation_time = 1e4, recycling = 0.5, vapour = 25, wet_hours = 500, uplift_smooth = 6000;
  Background background = Background::drops;
  std::optional<double> humidity;

  std::int64_t width = 0, rows = 0;
  double cell = 0, latitude = 0;

  static void describe(Spec<Rain>& s) {
    s.stage(
        "climate.rain",
        "Annual rain with rain shadows: the wind carries moist air over the land, where it loses its water as rain.");
    s.revision(2);  // 2: background rain into the drops, recycling, a wider and smoother uplift
    s.source("Smith & Barstad 2004, A linear theory of orographic precipitation; in physical space, vapour conserved");
    s.reads_cell().reads_latitude();
    s.port(&Rain::height, "height", "Heights above the sea.").unit("m").only_in(TERRAWRIGHT_PHASE_SURVEY);
    s.port(&Rain::flow, "flow", "The wind, from climate.wind.").unit(flow_form);
    s.port(&Rain::annual, "annual", "Annual rain.").unit("mm/yr");
    s.port(&Rain::inflow, "inflow", "Water that the wind carries into the world in a year.").unit("km3/yr").by_name();
    s.port(&Rain::evaporation, "evaporation", "Water that evaporates from sea and land in a year.")
        .unit("km3/yr")
        .by_name();
    s.port(&Rain::precipitation, "precipitation", "Water that falls as rain on land and sea in a year.")
        .unit("km3/yr")
        .by_name();
    s.port(&Rain::outflow, "outflow", "Water that the wind carries out of the world in a year.")
        .unit("km3/yr")
        .by_name();
    s.port(&Rain::balance, "balance", "Relative error of inflow + evaporation = precipitation + outflow.")
        .unit("1")
        .by_name();
    s.parameter(&Rain::lapse_ratio, "lapse_ratio",
                "Moist adiabatic lapse rate divided by the environmental lapse rate.")
        .range(0, 2);
    s.parameter(&Rain::vapour_scale, "vapour_scale",
                "Scale height of water vapour: the height over which its density falls to 1/e.")
        .unit("m")
        .range(100, 20000);
    s.parameter(&Rain::cloud_delay, "cloud_delay", "Time in which cloud water turns into raindrops; 0: at once.")
        .unit("s")
        .range(0, 1e5);
    s.parameter(&Rain::fall_delay, "fall_delay", "Time in which raindrops fall to the ground; 0: at once.")
        .unit("s")
        .range(0, 1e5);
    s.parameter(&Rain::rainout_time, "rainout_time",
                "Time in which rain that needs no hills takes the vapour of the air down to 1/e; 0: no such rain.")
        .unit("s")
        .range(0, 1e9);
    s.parameter(
         &Rain::evaporation_time, "evaporation_time",
         "Time in which evaporation from the sea takes the air's saturation deficit down to 1/e; 0: no evaporation.")
        .unit("s")
        .range(0, 1e9);
    s.parameter(&Rain::recycling, "recycling",
                "Share of the rain that needs no hills which evaporates again where it falls on land, from soil and "
                "forest; 0: none.")
        .range(0, 1);
    s.parameter(&Rain::background, "background",
                "Start of rain that needs no hills. drops: as raindrops, which fall wherever the air goes. cloud: as "
                "cloud, from which sinking air takes it back, so that coasts and lee sides get less of it.")
        .choices({"drops", "cloud"});
    s.parameter(&Rain::vapour, "vapour", "Water vapour that a column of saturated air holds over a sea of 15 C.")
        .unit("kg/m2")
        .range(0, 1000);
    s.parameter(&Rain::humidity, "humidity",
                "Relative humidity of the air that enters the world: its vapour divided by that of saturated air. "
                "auto: the equilibrium of a wide sea, rainout_time / (rainout_time + evaporation_time), so that rain "
                "over the sea is constant from the edge on; 0.75 without evaporation from the sea.")
        .word("auto")
        .range(0, 1);
    s.parameter(&Rain::wet_hours, "wet_hours", "Hours in a year in which it rains as computed.")
        .unit("h/yr")
        .range(0, 8784);
    s.parameter(&Rain::uplift_smooth, "uplift_smooth",
                "Width of the box blur, done twice, that smooths the heights before they lift the air. Air rises that "
                "far before the coast, and the two delays carry rain on as far. 0: none.")
        .unit("m")
        .range(0, 1e6);
  }

  void arrange(Arrangement& a) {
    if (a.world().wraps_x() || a.world().wraps_y()) {
      throw Failure("height",
                    "the world wraps, and air comes in at one edge and leaves over another; set wrap: none, or "
                    "leave this stage out");
    }
    width = a.width();
    rows = a.height();
    cell = a.cell();
    latitude = a.latitude();
    // Notes and a sector's arrays at the usual size of the climate's grid.
    const auto nodes =
        static_cast<std::uint64_t>(std::min<std::int64_t>(a.width(), 513) * std::min<std::int64_t>(a.height(), 513));
    a.needs_memory(nodes * 120);
    moisture = {lapse_ratio,  vapour_scale,     cloud_delay, fall_delay,
                rainout_time, evaporation_time, recycling,   background};
  }

  Blob survey(const Tile& tile) const { return survey_blocks(tile, tile[height], FlowView(tile[flow]).grid()); }

  Blob merge(const BlobView& a, const BlobView& b) const { return added(BlockNote(a), BlockNote(b)); }

  Next<Blob> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    const FlowView wind(resolving[flow]);
    const ClimateGrid grid = wind.grid();
    ReliefBlocks blocks = gather_blocks(notes, grid, width, rows);
    const double spacing = static_cast<double>(grid.block) * cell;
    const auto radius = static_cast<std::int64_t>(std::nearbyint(uplift_smooth / (2 * spacing)));
    for (int pass = 0; pass < 2; ++pass) blur(blocks, grid, radius);
    const double enters = humidity.value_or(moisture.settled_humidity());

    const double per_year = seconds_per_hour * wet_hours;
    std::vector<double> rain(blocks.height.size());
    WaterBalance total;
    // Sectors one after the other: how many there are, and how many threads, is not known to arrange().
    for (std::size_t k = 0; k < wind.sectors(); ++k) {
      const Marching marching(grid, wind.sector(k).mean);
      Rainfall fall;
      {
        Squares squares = squares_of(marching, blocks, saturation(grid), enters, wind, k, spacing);
        squares.falling = moisture.settled_drops();
        fall = Sweep(squares, moisture).run();
      }
      const double weight = wind.sector(k).weight;
      Marching::each(marching.columns(), marching.rows(), [&](std::int64_t i, std::int64_t j, std::size_t at) {
        rain[marching.node(i, j)] += weight * fall.rain[at];
      });
      total.add(weight, fall.balance);
    }
    std::vector<float> nodes;
    nodes.reserve(rain.size());
    for (const double p : rain) nodes.push_back(static_cast<float>(seconds_per_hour * p * wet_hours));

    const double volume = per_year / kilograms_per_cubic_kilometre;
    resolving.number(inflow, total.inflow * volume);
    resolving.number(evaporation, total.evaporation * volume);
    resolving.number(precipitation, total.precipitation * volume);
    resolving.number(outflow, total.outflow * volume);
    resolving.number(balance, total.relative_error());
    Blob verdict;
    verdict.add_one(grid);
    verdict.add(nodes);
    return done(std::move(verdict));
  }

  void paint(Tile& tile, const BlobView& verdict) const {
    if (!tile.wanted(annual)) return;
    const auto& grid = verdict.one<ClimateGrid>(0);
    const auto to = tile[annual];
    magnify(Kernel::catmull, verdict.items<float>(1).data(), cells_between(grid.width, grid.block),
            cells_between(grid.height, grid.block), tile.area(), [&](std::int64_t y, const float* row) {
              float* cells = to.row(y, tile.left());
              for (std::int64_t x = 0; x < tile.width(); ++x) cells[x] = row[x] > 0.0f ? row[x] : 0.0f;
            });
  }

  // Vapour over the sea, for each row of nodes.
  std::vector<double> saturation(const ClimateGrid& grid) const {
    std::vector<double> by_row;
    for (std::int64_t j = 0; j < grid.height; ++j) {
      const double north = latitude_of_row(j * grid.block, rows, latitude, cell);
      by_row.push_back(vapour * terrawright_exp2(0.09356 * (sea_level_temperature(north) - 15.0)));
    }
    return by_row;
  }
};

}  // namespace

TERRAWRIGHT_STAGE(climate, rain, Rain)
