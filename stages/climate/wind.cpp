// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "plasma.hpp"
#include "terrawright/stage.hpp"
#include "wind_field.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::climate;

enum class Plasma { stream, angle, humidity };

// One direction of a wind rose.
struct Petal {
  double speed = 10, from = 270, turn = 0, weight = 1;
  static void describe(Parameters<Petal>& row) {
    row.parameter(&Petal::speed, "speed", "Mean speed of the wind.").unit("m/s").range(0.1, 100);
    row.parameter(&Petal::from, "from", "Azimuth that the wind blows from: 0 is north, 90 east.")
        .unit("deg")
        .range(-360, 360);
    row.parameter(&Petal::turn, "turn", "Angle by which it is turned clockwise from there.")
        .unit("deg")
        .range(-360, 360);
    row.parameter(&Petal::weight, "weight", "Share of the year in which this wind blows, relative to the other rows.")
        .range(1e-6, 1e6);
  }
};

struct Wind {
  Out<Grid> flow;
  Out<Vector> wind;
  double speed = 10, from = 270, perturbation = 0.5, turn = 30, speed_change = 0.3;
  Plasma plasma = Plasma::stream;
  std::vector<Petal> sectors;
  std::int64_t resolution = 513;

  ClimateGrid grid{};
  double spacing = 0;  // metres between nodes
  std::uint64_t first = 0, second = 0;

  static void describe(Spec<Wind>& s) {
    s.stage("climate.wind", "Wind from one direction or a wind rose, bent by a random plasma field, on a coarse grid.");
    s.source("Stream functions keep the wind free of divergence; plasma after Fournier, Fussell & Carpenter 1982");
    s.reads_cell().reads_random();
    s.port(&Wind::flow, "flow", "The wind in the form that climate.rain reads.").unit(flow_form).by_name();
    s.port(&Wind::wind, "wind", "The wind at each cell; with `sectors`, the mean of all of them.").unit("m/s");
    s.parameter(&Wind::speed, "speed", "Mean speed of the wind.").unit("m/s").range(0.1, 100);
    s.parameter(&Wind::from, "from", "Azimuth that the wind blows from: 0 is north, 90 east, 270 a westerly.")
        .unit("deg")
        .range(-360, 360);
    s.parameter(
        &Wind::sectors, "sectors",
        "A wind rose in place of `speed` and `from`, one row for each wind: rain is the weighted mean over the rows.");
    s.parameter(&Wind::plasma, "plasma",
                "Target of the plasma field. stream: the stream function of the wind. angle: its direction and speed. "
                "humidity: the humidity of the air that enters the world.")
        .choices({"stream", "angle", "humidity"});
    s.parameter(&Wind::perturbation, "perturbation",
                "Largest change, as a share. With `plasma: stream` of the wind along its main axis, where more than "
                "0.8 counts as 0.8. With `plasma: humidity` of the humidity of the air that enters the world.")
        .range(0, 1);
    s.parameter(&Wind::turn, "turn", "With `plasma: angle`, largest angle by which the wind is turned.")
        .unit("deg")
        .range(0, 40);
    s.parameter(&Wind::speed_change, "speed_change",
                "With `plasma: angle`, largest change of the wind's speed, as a share.")
        .range(0, 0.9);
    s.parameter(&Wind::resolution, "resolution",
                "Largest number of nodes of the coarse grid along the world's longer side.")
        .range(2, 8193);
  }

  void arrange(Arrangement& a) {
    grid = climate_grid(a.width(), a.height(), resolution);
    spacing = static_cast<double>(grid.block) * a.cell();
    first = a.stream("/plasma");
    second = a.stream("/plasma2");
    if (sectors.empty()) sectors.push_back({speed, from, 0, 1});
    for (Petal& petal : sectors) petal.from += petal.turn;
    const auto nodes = static_cast<std::uint64_t>((grid.width + 1) * (grid.height + 1));
    a.needs_memory(nodes * (8 * 6 + 16 + 8 * 4 * sectors.size()));
  }

  Next<Blob> resolve(Resolving& resolving) const {
    const auto field = [&](std::uint64_t stream) {
      return spread_plasma(climate::plasma(stream), grid.width + 1, grid.height + 1);
    };
    std::vector<double> bend = field(first), strength;
    if (plasma != Plasma::stream) stretch_to_signed_unit(bend);
    if (plasma == Plasma::angle) {
      strength = field(second);
      stretch_to_signed_unit(strength);
    }

    const std::vector<double> humidity = inflow_humidity(grid, bend, plasma == Plasma::humidity ? perturbation : 0.0);
    Blob flow_blob;
    flow_blob.add_one(FlowHeader{grid, static_cast<std::int64_t>(sectors.size())});
    double weights = 0;
    for (const Petal& petal : sectors) weights += petal.weight;
    const auto nodes = static_cast<std::size_t>(grid.width * grid.height);
    std::vector<double> u(nodes), v(nodes);
    for (const Petal& petal : sectors) {
      const MeanWind mean = mean_wind(petal.speed, petal.from);
      const WindField faces = field_of(petal, mean, bend, strength);
      add_sector(flow_blob, {petal.weight / weights, mean}, faces, humidity);
      for (std::int64_t j = 0, k = 0; j < grid.height; ++j) {
        for (std::int64_t i = 0; i < grid.width; ++i, ++k) {
          const double* left = faces.u.data() + j * (grid.width + 1) + i;
          const double* top = faces.v.data() + k;
          u[static_cast<std::size_t>(k)] += petal.weight / weights * ((left[0] + left[1]) * 0.5);
          v[static_cast<std::size_t>(k)] += petal.weight / weights * ((top[0] + top[grid.width]) * 0.5);
        }
      }
    }
    resolving.grid(flow, flow_blob);

    Blob nodes_blob;
    nodes_blob.add(rounded(u));
    nodes_blob.add(rounded(v));
    return done(std::move(nodes_blob));
  }

  void paint(Tile& tile, const BlobView& nodes) const {
    if (!tile.wanted(wind)) return;
    const auto to = tile[wind];
    for (std::size_t axis = 0; axis < 2; ++axis) {
      magnify(Kernel::catmull, nodes.items<float>(axis).data(), cells_between(grid.width, grid.block),
              cells_between(grid.height, grid.block), tile.area(), [&](std::int64_t y, const float* row) {
                Vector2* cells = to.row(y, tile.left());
                for (std::int64_t x = 0; x < tile.width(); ++x) (axis == 0 ? cells[x].x : cells[x].y) = row[x];
              });
    }
  }

  WindField field_of(const Petal& petal, const MeanWind& mean, const std::vector<double>& bend,
                     const std::vector<double>& strength) const {
    if (plasma == Plasma::stream) return stream_wind(grid, mean, bend, std::min(perturbation, 0.8), spacing);
    if (plasma == Plasma::angle) return angle_wind(grid, petal.speed, petal.from, bend, strength, turn, speed_change);
    return uniform_wind(grid, mean);
  }

  static std::vector<float> rounded(const std::vector<double>& values) {
    std::vector<float> floats;
    floats.reserve(values.size());
    for (const double value : values) floats.push_back(static_cast<float>(value));
    return floats;
  }
};

}  // namespace

TERRAWRIGHT_STAGE(climate, wind, Wind)
