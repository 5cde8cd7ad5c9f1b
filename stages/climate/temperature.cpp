// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "plasma.hpp"
#include "seasons.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::climate;

struct Temperature {
  In<Height> height;
  Out<Scalar> temperature, warmest, biotemperature;
  double lapse = 6.5, plasma = 0, season = 8;

  std::int64_t width = 0, rows = 0;
  double cell = 0, latitude = 0;
  std::vector<double> whims;  // -1 .. 1; empty where the plasma has no weight

  static void describe(Spec<Temperature>& s) {
    s.stage("climate.temperature", "Mean temperature of the year, from latitude and height.");
    s.source("Latitude: two-mode shape of energy-balance models (North 1975); biotemperature: Holdridge 1967");
    s.reads_cell().reads_latitude().reads_random();
    s.port(&Temperature::height, "height", "Heights above the sea.").unit("m");
    s.port(&Temperature::temperature, "temperature", "Annual mean temperature.").unit("C");
    s.port(&Temperature::warmest, "warmest", "Mean temperature of the warmest month.").unit("C").by_name();
    s.port(&Temperature::biotemperature, "biotemperature",
           "Biotemperature: the year's mean of the monthly temperatures, each held to 0..30 C.")
        .unit("C")
        .by_name();
    s.parameter(&Temperature::lapse, "lapse",
                "Lapse rate: how much the temperature falls with each kilometre of height.")
        .unit("K/km")
        .range(0, 20);
    s.parameter(&Temperature::plasma, "plasma", "Largest change of the temperature by a random plasma field.")
        .unit("K")
        .range(0, 50);
    s.parameter(&Temperature::season, "season", "How much warmer the warmest month is than the annual mean.")
        .unit("K")
        .range(0, 50);
  }

  void arrange(Arrangement& a) {
    width = a.width();
    rows = a.height();
    cell = a.cell();
    latitude = a.latitude();
    if (plasma <= 0) return;
    std::vector<float> field = climate::plasma(a.stream("/plasma"));
    stretch_to_signed_unit(field);
    whims.assign(field.begin(), field.end());
  }

  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto mean = tile[temperature], warm = tile[warmest], bio = tile[biotemperature];
    const auto paint_row = [&](std::int64_t y, const double* whim) {
      tile.poll();
      for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
        if (!(std::fabs(from(x, y)) < 1e9f))
          throw Failure("height", "the height is not a finite number of metres below 1e9", x, y);
      }
      const double sea_level = sea_level_temperature(latitude_of_row(y, rows, latitude, cell));
      for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
        const double z = std::max(static_cast<double>(from(x, y)), 0.0);
        double t = sea_level - lapse * z / 1000.0;
        if (whim != nullptr) t += whim[x - tile.left()] * plasma;
        if (mean) mean(x, y) = static_cast<float>(t);
        if (warm) warm(x, y) = static_cast<float>(t + season);
        if (bio) bio(x, y) = static_cast<float>(climate::biotemperature(t, season));
      }
    };
    if (whims.empty()) {
      for (std::int64_t y = tile.top(); y < tile.bottom(); ++y) paint_row(y, nullptr);
    } else {
      const MagnifyAxis axis = across_plasma(std::max(width, rows));
      magnify(Kernel::bspline, whims.data(), axis, axis, tile.area(), paint_row);
    }
  }
};

}  // namespace

TERRAWRIGHT_STAGE(climate, temperature, Temperature)
