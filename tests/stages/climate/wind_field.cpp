// SPDX-License-Identifier: Apache-2.0
// The winds of climate.wind, face by face.
#include "climate/wind_field.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "climate/plasma.hpp"
#include "support/catch.hpp"

using namespace terrawright::climate;

namespace {

std::vector<double> corners(const ClimateGrid& grid, std::uint64_t seed) {
  return spread_plasma(plasma(terrawright_stream(seed, "wind/plasma", 11)), grid.width + 1, grid.height + 1);
}

}  // namespace

TEST_CASE("the plasma is diamond-square with known samples", "[climate.wind]") {
  // n = 2, seed 42, node "height", edges excluded.
  const std::vector<float> field = plasma(terrawright_stream(42, "height", 6), 2);
  const float expected[] = {
      0.01744532585144043f, -0.055250898003578186f, -0.2999342679977417f, 0.09985937923192978f, 0.2940201163291931f,
      0.07628931105136871f, -0.11658903956413269f,  0.1701236367225647f,  0.2318916618824005f,  0.41605791449546814f,
      0.2285633683204651f,  -0.07938173413276672f,  0.23803871870040894f, 0.39734598994255066f, 0.9250915050506592f,
      0.12109342217445374f, 0.1227094978094101f,    0.10199907422065735f, 0.34660667181015015f, 0.6115040183067322f,
      0.4431641697883606f,  0.14879058301448822f,   0.05202436447143555f, 0.3619648218154907f,  0.8803731203079224f};
  REQUIRE(field.size() == 25);
  for (std::size_t k = 0; k < 25; ++k) CHECK(field[k] == expected[k]);
}

TEST_CASE("a stream function bends the wind without divergence and keeps its main sign", "[climate.wind]") {
  const double azimuths[] = {270, 90, 0, 180, 315, 250, 20};
  for (const double from : azimuths) {
    for (const double share : {0.5, 0.8}) {
      const ClimateGrid grid{129, 97, 4};
      const double spacing = 4 * 937.5, speed = 10;
      const MeanWind mean = mean_wind(speed, from);
      const WindField field = stream_wind(grid, mean, corners(grid, 42), share, spacing);
      const std::int64_t w = grid.width, h = grid.height;
      double divergence = 0;
      for (std::int64_t j = 0; j < h; ++j) {
        for (std::int64_t i = 0; i < w; ++i) {
          const double* u = field.u.data() + j * (w + 1) + i;
          const double* v = field.v.data() + j * w + i;
          divergence = std::max(divergence, std::fabs((u[1] - u[0]) + (v[w] - v[0])) / spacing);
        }
      }
      INFO("from " << from << ", divergence over U / dx " << divergence * spacing / speed);
      CHECK(divergence <= 1e-15 * speed / spacing);

      const bool along_x = mean.marches_along_x();
      const double marching = along_x ? mean.u : mean.v;
      double change = 0, least = 1e9;
      for (const double face : along_x ? field.u : field.v) {
        change = std::max(change, std::fabs(face - marching));
        least = std::min(least, face / marching);
      }
      CHECK(least >= 0.2 - 1e-12);
      CHECK(std::fabs(change / (share * std::fabs(marching)) - 1) <= 1e-12);
    }
  }
}

TEST_CASE("without perturbation the wind is uniform to the last bit", "[climate.wind]") {
  const ClimateGrid grid{33, 65, 1};
  const MeanWind mean = mean_wind(10, 290);
  const WindField field = stream_wind(grid, mean, corners(grid, 1), 0.0, 1000);
  for (const double u : field.u) CHECK(u == mean.u);
  for (const double v : field.v) CHECK(v == mean.v);
  CHECK(mean_wind(10, 270).u == 10);
  CHECK(std::fabs(mean_wind(10, 270).v) < 1e-14);
  CHECK(mean_wind(10, 0).v == 10);
}

TEST_CASE("angles turn the wind no further than asked", "[climate.wind]") {
  const ClimateGrid grid{65, 65, 1};
  std::vector<double> direction = corners(grid, 5), strength = corners(grid, 6);
  stretch_to_signed_unit(direction);
  stretch_to_signed_unit(strength);
  const WindField field = angle_wind(grid, 10, 270, direction, strength, 30, 0.3);
  const double least = *std::min_element(field.u.begin(), field.u.end());
  const double most = *std::max_element(field.u.begin(), field.u.end());
  CHECK(least >= 10 * 0.7 * std::cos(std::acos(-1.0) / 6) - 1e-9);
  CHECK(most <= 13);
  CHECK(most - least > 1);
  CHECK(*std::max_element(field.v.begin(), field.v.end()) <= 13 * 0.5);
}

TEST_CASE("nodes of the climate's grid stand for each cell once", "[climate.wind]") {
  for (const std::int64_t cells : {1, 2, 5, 65, 513, 514, 777, 1009, 1025, 3000}) {
    const ClimateGrid grid = climate_grid(cells, 7, 513);
    CHECK(grid.width <= 513);
    CHECK((grid.block == 1 || nodes_along(cells, grid.block / 2) > 513));
    std::vector<std::int64_t> counts(static_cast<std::size_t>(grid.width));
    for (std::int64_t x = 0; x < cells; ++x) ++counts.at(static_cast<std::size_t>(node_of(x, grid.block)));
    for (std::int64_t i = 0; i < grid.width; ++i) {
      CHECK(counts[static_cast<std::size_t>(i)] == cells_of(i, grid.block, cells));
    }
  }
}
