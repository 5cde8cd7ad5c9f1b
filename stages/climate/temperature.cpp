// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "plasma.hpp"
#include "seasons.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::climate;

constexpr float too_high = 1e9f;

// Temperatures of one row. t = sea_level - lapse z / 1000 of land, and what the plasma adds.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void mean_of_row(const float* height, double sea_level, double lapse, const double* whim, double plasma,
                 double* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const auto metres = static_cast<double>(height[x]);
    to[x] = sea_level - lapse * (metres < 0.0 ? 0.0 : metres) / 1000.0;
  }
  if (whim == nullptr) return;
  for (std::size_t x = 0; x < count; ++x) to[x] += whim[x] * plasma;
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_to_row(const double* mean, double warmer, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = static_cast<float>(mean[x] + warmer);
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void biotemperature_of_row(const double* mean, double season, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = static_cast<float>(biotemperature(mean[x], season));
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool all_below(const float* height, float limit, std::size_t count) {
  int beyond = 0;
  for (std::size_t x = 0; x < count; ++x) beyond |= std::fabs(height[x]) < limit ? 0 : 1;
  return beyond == 0;
}

struct Temperature {
  In<Height> height;
  Out<Scalar> temperature, warmest, biotemperature;
  double offset = 0, lapse = 6.5, plasma = 0, season = 8;

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
    s.parameter(&Temperature::offset, "offset", "Difference to the temperature of the latitude; below 0, colder.")
        .unit("K")
        .range(-100, 100);
    s.parameter(&Temperature::lapse, "lapse",
                "Lapse rate: how much the temperature falls with each kilometre of height.")
        .unit("K/km")
        .range(0, 20);
    s.parameter(&Temperature::plasma, "plasma", "Largest change of the temperature by a random plasma field.")
        .unit("K")
        .range(0, 50);
    s.parameter(&Temperature::season, "season", "Difference of the warmest month to the annual mean.")
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

  static void refuse(const View<const float>& z, std::int64_t y, const Tile& tile) {
    for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
      if (!(std::fabs(z(x, y)) < too_high))
        throw Failure("height", "the height is not a finite number of metres below 1e9", x, y);
    }
  }

  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto mean = tile[temperature], warm = tile[warmest], bio = tile[biotemperature];
    const auto count = static_cast<std::size_t>(tile.width());
    std::vector<double> means(count);
    const auto paint_row = [&](std::int64_t y, const double* whim) {
      tile.poll();
      const std::int64_t left = tile.left();
      if (!all_below(from.row(y, left), too_high, count)) refuse(from, y, tile);
      const double sea_level = sea_level_temperature(latitude_of_row(y, rows, latitude, cell)) + offset;
      mean_of_row(from.row(y, left), sea_level, lapse, whim, plasma, means.data(), count);
      if (mean) add_to_row(means.data(), -0.0, mean.row(y, left), count);  // which changes nothing, 0 neither
      if (warm) add_to_row(means.data(), season, warm.row(y, left), count);
      if (bio) biotemperature_of_row(means.data(), season, bio.row(y, left), count);
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
